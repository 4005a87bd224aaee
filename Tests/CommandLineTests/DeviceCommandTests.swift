import Testing

@testable import graycard

/// Commands on devices where there is none; real ones are met by the driver tests.
@Suite struct DeviceCommandTests {
  @Test(arguments: [
    ["run", "-d", "/dev/video999"], ["meter", "-d", "999"], ["controls", "-d", "/dev/video999"],
  ])
  func aMissingCameraIsAFailureWithAReason(_ arguments: [String]) throws {
    let run = try Program.run(arguments)
    #expect(run.status == 3)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("/dev/video999: no such device"))
    #expect(run.errorLines.count == 1)
  }

  @Test func whatIsNoCameraIsSaidToBeNone() throws {
    let null = try Program.run("controls", "-d", "/dev/null")
    #expect(null.status == 3)
    #expect(null.errors.contains("is not a V4L2 device"))
    let file = try Program.run("run", "-d", samples + "../expected.json")
    #expect(file.status == 3)
    #expect(file.errors.contains("is not a character device"))
  }

  @Test(arguments: [
    ["devices", "x"], ["controls", "x"], ["run", "sim:portrait", "-d", "0"],
    ["meter", "-d", "0", "x.png"], ["run", "-d", "0", "--script", "1:2"],
    ["run", "--device-size", "640"], ["run", "--device-rate", "-1"],
    ["run", "--device-format", "ABCDE"],
  ])
  func wrongUsageIsRefused(_ arguments: [String]) throws {
    let run = try Program.run(arguments)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(!run.errors.isEmpty)
  }
}

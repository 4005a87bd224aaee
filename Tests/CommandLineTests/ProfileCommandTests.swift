import Controls
import Foundation
import Profiles
import Testing

@testable import V4L2
@testable import graycard

@Suite struct ProfileCommandTests {
  static let help = """
    Usage: graycard profile [OPTION...] [FILE...]
      or:  graycard profile [OPTION...] --match=NAMES [FILE...]
    Check and print device profiles, or what they say of a camera.

      -j, --json                 Print a JSON object a profile
      -m, --match=NAMES          Print what is known of a camera
          --shipped=FOLDER       Shipped profiles from this folder alone
      -?, --help                 Give this help list
          --usage                Give a short usage message
      -V, --version              Print program version

    Mandatory or optional arguments to long options are also mandatory or optional
    for any corresponding short options.

    Each FILE is checked and its values are printed with unit, origin and date;
    without FILE all profiles that are found. With --match the values of one camera
    are printed, each with the file that it comes from and those that it wins over;
    NAMES are as in driver=uvcvideo,card=HD Webcam,usb=046d:0825, as far as they
    are known, and each FILE counts as if it lay in the user's folder.

    Shipped profiles lie in share/graycard/profiles beside the program's folder and
    in graycard/profiles of $XDG_DATA_DIRS, the user's in
    $XDG_CONFIG_HOME/graycard/profiles. Keys, units and ranges are described in
    Documentation/Profiles.md. Nothing is written.

    Exit status: 0 on success, 1 where no profile knows the camera, 2 on wrong
    usage, 3 where a file is broken.

    """

  static let far = """
    {"schema": 1, "match": {"driver": "uvcvideo"},
     "backlash": {"value": 2, "date": "2026-12-01"}, "settleTime": {"value": 0.1}}
    """
  static let near = """
    {"schema": 1, "match": {"card": "A, B"}, "backlash": {"value": 3}}
    """

  private static func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    for name in ["shipped", "empty"] {
      try FileManager.default.createDirectory(
        atPath: folder.path + "/" + name, withIntermediateDirectories: false)
    }
    try folder.write("shipped/far.json", Array(far.utf8))
    try folder.write("near.json", Array(near.utf8))
    try folder.write("broken.json", Array("{\"schema\": 1,\n \"macth\": {}}".utf8))
    return folder
  }

  @Test func printsAFile() throws {
    let folder = try Self.folder()
    let run = try Program.run("profile", "shipped/far.json", folder: folder.path)
    #expect(
      run.output == """
        shipped/far.json: driver=uvcvideo
          value            unit   origin  date
          backlash    2.0  codes  user    2026-12-01
          settleTime  0.1  s      user

        """)
    #expect(run.status == 0)
  }

  @Test func tellsWhichFileWins() throws {
    let folder = try Self.folder()
    let names = "driver=uvcvideo,card=A, B"
    let run = try Program.run(
      "profile", "--shipped=shipped", "--match", names, "near.json", folder: folder.path)
    #expect(
      run.output == """
        driver=uvcvideo,card=A, B
          value            unit   origin   date  file
          backlash    3.0  codes  user           near.json (over shipped/far.json)
          settleTime  0.1  s      shipped        shipped/far.json

        """)
    #expect(run.status == 0)
    let json = try Program.run(
      "profile", "--json", "--shipped=shipped", "--match", names, "near.json", folder: folder.path)
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    let values = object?["values"] as? [[String: Any]] ?? []
    #expect(values.map { $0["key"] as? String } == ["backlash", "settleTime"])
    #expect(values.first?["value"] as? Double == 3)
    #expect(values.first?["over"] as? [String] == ["shipped/far.json"])
    #expect(json.lines.count == 1)
  }

  @Test func aBrokenFileIsReportedBesideTheOthers() throws {
    let folder = try Self.folder()
    let run = try Program.run(
      "profile", "broken.json", "near.json", "none.json", folder: folder.path)
    #expect(run.status == 3)
    #expect(run.lines.first == "near.json: card=A, B")
    #expect(
      run.errorLines == [
        "graycard profile: broken.json:2:2: macth: the key “macth” is not known; "
          + "did you mean “match”?",
        "graycard profile: none.json: no such file; name one that exists",
      ])
  }

  @Test func aCameraThatNobodyKnowsIsADifference() throws {
    let folder = try Self.folder()
    let run = try Program.run(
      "profile", "--shipped=empty", "--match=driver=x", folder: folder.path)
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(
      run.errors
        == "graycard profile: no profile knows this camera; looked at 0 in empty\n")
  }

  @Test(arguments: [
    ("--match=x", "“x” does not begin with driver=, card= or usb="),
    ("--match=driver=", "driver= has no value"),
    ("--match=usb=1,usb=2", "usb= is there twice"),
  ])
  func saysWhatIsWrong(_ option: String, _ sentence: String) throws {
    let run = try Program.run("profile", option)
    #expect(run.status == 2)
    #expect(run.errorLines.first == "graycard profile: --match: \(sentence)")
  }

  /// A camera is found by its own path and by those that stay the same.
  @Test func anAttachedCameraGetsItsProfile() throws {
    let folder = try Self.folder()
    let folders = ProfileFolders(shipped: [folder.path + "/shipped"])
    try folder.write(
      "shipped/usb.json",
      Array(
        #"{"schema": 1, "match": {"usb": "046d:0825"}, "backlash": {"value": 2}}"#.utf8))
    let nodes = [
      DeviceNode(
        path: "/dev/video0", capability: nil, stablePaths: ["/dev/v4l/by-id/a"],
        usb: USBIdentity(identifier: "046d:0825"), fault: nil)
    ]
    for path in ["/dev/video0", "/dev/v4l/by-id/a"] {
      let profile = KnownProfile.of(path, among: nodes, in: folders)
      #expect(profile.backlash == .init(2, origin: .shipped))
      #expect(profile.match.usbIdentifier == "046d:0825")
    }
    #expect(KnownProfile.of("/dev/video1", among: nodes, in: folders) == DeviceProfile())
  }
}

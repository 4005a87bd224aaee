import Photometry
import SimulatedCamera
import Testing

@testable import Exposure

@Suite struct InformationMatrixTests {
  @Test func twoObservationsOfOneUnknown() {
    var information = InformationMatrix(size: 1)
    information.add([1], 2, precision: 1)
    information.add([2], 10, precision: 0.25)
    // 1 · (m − 2)² + 0.25 · (2 m − 10)² is least at 3.5, where it is 2.25 + 2.25.
    var factor = CholeskyFactor(size: 1)
    var mean = [0.0]
    let isDefinite = factor.factorise(information)
    #expect(isDefinite)
    factor.solve(information, into: &mean)
    #expect((mean[0] - 3.5).magnitude < 1e-14)
    #expect((information.cost(mean) - 4.5).magnitude < 1e-12)
    #expect(information.cost([0]) == 29)
    var scratch = [0.0]
    #expect((factor.variance(of: [1], scratch: &scratch) - 0.5).magnitude < 1e-15)
  }

  @Test func threeUnknowns() {
    var information = InformationMatrix(size: 3)
    for (row, value) in [([1.0, 1, 0], 3.0), ([0, 1, 1], 5), ([1, 0, 1], 4)] {
      information.add(row, value, precision: 7)
    }
    var factor = CholeskyFactor(size: 3)
    var mean = [0.0, 0, 0]
    let isDefinite = factor.factorise(information)
    #expect(isDefinite)
    factor.solve(information, into: &mean)
    for (value, expected) in zip(mean, [1.0, 2, 3]) {
      #expect((value - expected).magnitude < 1e-12)
    }
    #expect(information.cost(mean).magnitude < 1e-9)
  }

  @Test func whatIsNotPositiveDefiniteIsRefused() {
    var information = InformationMatrix(size: 2)
    information.add([1, 1], 1, precision: 1)
    var factor = CholeskyFactor(size: 2)
    let results = [
      factor.factorise(information), factor.factorise(InformationMatrix(size: 3)),
    ]
    #expect(results == [false, false])
  }

  @Test func fadingKeepsTheOther() {
    var prior = InformationMatrix(size: 1)
    prior.add([1], 0, precision: 2)
    var information = prior
    information.add([1], 1, precision: 8)
    information.fade(towards: prior, keeping: 0.5)
    #expect(information.matrix == [6])
    #expect(information.vector == [4])
    #expect(information.constant == 4)
  }

  @Test(arguments: [
    ResponseCurve.sRGB, .bt709, .linear, Sensor.firmwareCurve, (try? .gamma(10)) ?? .linear,
    (try? .gamma(0.1)) ?? .linear,
  ])
  func tablesRiseToWhite(_ curve: ResponseCurve) {
    let table = StopsTable(curve)
    #expect(table.stops.last == 0)
    #expect(zip(table.stops, table.stops.dropFirst()).allSatisfy { $0 < $1 })
    #expect(table(1) == 0)
    #expect(table(.nan) == table(0))
    #expect(table.curve != nil)
  }

  @Test(arguments: [ResponseCurve.sRGB, .bt709, .linear, Sensor.firmwareCurve])
  func tablesAreCloseToTheirCurves(_ curve: ResponseCurve) throws {
    let table = StopsTable(curve)
    let again = try #require(table.curve)
    for code in 4...255 {
      let encoded = Double(code) / 255
      let stops = Exact.log2(curve.linear(fromEncoded: encoded))
      #expect((table(encoded) - stops).magnitude < 0.01, "\(code)")
      let back = Exact.log2(again.linear(fromEncoded: encoded))
      #expect((back - stops).magnitude < 0.04, "\(code)")
    }
  }

  @Test func anythingFilledInIsMadeToRise() {
    var table = StopsTable(.sRGB)
    table.fill { Double(($0 * 7919) % 13) - 6 }
    #expect(zip(table.stops, table.stops.dropFirst()).allSatisfy { $0 < $1 })
    #expect(table.curve != nil)
  }

  /// The change's shared error is summed out: many pairs of one change are one ratio.
  @Test func pairsOfOneChangeShareAnError() {
    var model = ResponseModel(.sRGB)
    func cost(_ pairs: Int, off stops: Double) -> Double {
      let pair = ResponseModel.Pair(before: 0.3, after: 0.3, variance: 1e-4)
      var information = InformationMatrix(size: ResponseModel.unknowns)
      model.observe(
        [ResponseModel.Pair](repeating: pair, count: pairs), count: pairs, stops: stops,
        into: &information)
      return information.cost([Double](repeating: 0, count: ResponseModel.unknowns))
    }
    // (0.1 / 0.02)² is what the shared error costs, however many pairs.
    #expect(cost(200, off: 0.1) < 25)
    #expect(cost(200, off: 0.1) > 24)
    #expect((cost(1, off: 0.1) - 0.01 / (5e-4 + 4e-4)).magnitude < 1e-9)
  }
}

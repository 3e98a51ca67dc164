import Testing
import VocativeEvaluation

@Suite("Confidence figures")
struct ConfidenceFiguresTests {
  @Test("A bin has the mean confidence and the share of correct phrases, and the error is their weighted difference")
  func calibration() throws {
    let calibration = Calibration([(0.95, true), (0.93, true), (0.97, false), (1, true), (0.25, false), (0.21, true)])
    #expect(calibration.count == 6)
    #expect(calibration.bins.map(\.count) == [0, 0, 2, 0, 0, 0, 0, 0, 0, 4])
    let (low, high) = (calibration.bins[2], calibration.bins[9])
    #expect(low.right == 0.5)
    #expect(high.right == 0.75)
    #expect(abs(try #require(low.confidence) - 0.23) < 1e-9)
    #expect(abs(try #require(high.confidence) - 0.9625) < 1e-9)
    #expect(abs(calibration.expectedCalibrationError - (2 * 0.27 + 4 * 0.2125) / 6) < 1e-9)
    #expect(calibration.bins[0].right == nil)
  }

  @Test("Without phrases there is no calibration error")
  func nothing() {
    #expect(Calibration([]).expectedCalibrationError == 0)
  }

  @Test(
    "The minimum confidence at two per cent lost is the highest one within that limit, and unrecognized recordings count as rejected"
  )
  func rejection() {
    let commands = (1...100).map { Double($0) / 100 }
    let curve = RejectionCurve(commands: commands, outOfGrammar: [nil, 0.01, 0.025, 0.03, 0.9], shipped: 0.45)
    #expect(curve.atTwoPercentLost.threshold == 0.03)
    #expect(curve.atTwoPercentLost.lost == 0.02)
    #expect(curve.atTwoPercentLost.rejected == 0.6)
    #expect(curve.shipped.lost == 0.44)
    #expect(curve.shipped.rejected == 0.8)
    #expect(curve.points.map(\.lost) == (0...20).map { Double($0) / 100 })
  }

  @Test("Without out-of-grammar recordings there is no rejected share")
  func noOutOfGrammar() {
    let curve = RejectionCurve(commands: [0.9], outOfGrammar: [], shipped: 0.45)
    #expect(curve.shipped.rejected == nil)
    #expect(curve.atTwoPercentLost.lost == 0)
  }
}

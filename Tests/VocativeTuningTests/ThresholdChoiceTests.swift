import Foundation
import Testing
import VocativeEvaluation
import VocativeTuning

@Suite("Choosing a threshold")
struct ThresholdChoiceTests {
  /// Returns scores of false alarms whose rate falls to 1/e every five decades: the nth of them is exceeded n times in the hours.
  private static func alarms(perHour rate: Double, above start: Double, hours: Double) -> [Double] {
    (1...Int(rate * hours)).map { start + 5 * log(rate * hours / (Double($0) - 0.5)) }
  }

  private static func choice(
    _ scores: [Double?], _ alarms: [Double] = [], hours: Double = 0, bundled: [Double] = [], bundledHours: Double = 0,
    predicted: Double = -18, rate: Double = 0.1
  ) -> ThresholdChoice {
    ThresholdChoice(
      .init(scores: scores, alarms: alarms, hours: hours, bundledAlarms: bundled, bundledHours: bundledHours),
      predicted: predicted, falseAlarmsPerHour: rate)
  }

  @Test(
    "The upper bounds of alarm counts equal the tabulated one-sided 95 % Poisson bounds",
    arguments: [(0, 2.996), (1, 4.744), (2, 6.296), (10, 16.962), (50, 63.287)])
  func bounds(_ alarms: Int, _ mean: Double) {
    #expect(abs(AlarmCount(alarms: alarms, hours: 1).upperBound - mean) < 0.001)
    #expect(abs(AlarmCount(alarms: alarms, hours: 0.2).upperBound - mean * 5) < 0.005)
    #expect(AlarmCount(alarms: alarms, hours: 0).upperBound == .infinity)
  }

  @Test("Without enough negative recordings, the predicted threshold is used")
  func prediction() {
    #expect(Self.choice([0, 5]).log10Threshold == -18)
    #expect(Self.choice([0, 5]).tail == nil)
    #expect(Self.choice([0, 5], [-60, -70], hours: 0.2).log10Threshold == -18)
  }

  @Test("More recordings reduce the weight of the prediction and bring the threshold closer to the target rate")
  func evidence() {
    // A rate of 1 an hour is reached five decades times ln 60 above -50.
    let right = -50 + 5 * log(60.0)
    let short = Self.choice([], Self.alarms(perHour: 60, above: -50, hours: 0.2), hours: 0.2, predicted: -10, rate: 1)
    let long = Self.choice([], Self.alarms(perHour: 60, above: -50, hours: 5), hours: 5, predicted: -10, rate: 1)
    #expect(abs(long.log10Threshold - right) < 2, "\(long.log10Threshold), \(right)")
    #expect(abs(long.log10Threshold - right) < abs(short.log10Threshold - right))
    #expect(short.log10Threshold > right && short.log10Threshold < -10, "between what was recorded and what is predicted")
  }

  @Test("A lower target rate gives a stricter threshold")
  func rates() {
    let alarms = Self.alarms(perHour: 60, above: -50, hours: 1)
    let thresholds = [0.01, 0.1, 1, 10].map { Self.choice([], alarms, hours: 1, rate: $0).log10Threshold }
    #expect(thresholds == thresholds.sorted(by: >))
    #expect(Set(thresholds).count == 4)
  }

  @Test(
    "An alarm in the owner's recordings beyond the target rate is never admitted, whatever the prediction or the phrase's recordings"
  )
  func recordedAlarms() {
    let alarms = Self.alarms(perHour: 60, above: -50, hours: 1) + [-3]
    let choice = Self.choice([-5, -4, 20], alarms, hours: 1)
    #expect(choice.log10Threshold > -3 && choice.isRaised)
    #expect(!Self.choice([-5], [-60], hours: 0.1).isRaised)
    #expect(Self.choice([-5], [-3], hours: 0.1).log10Threshold > -3, "though one alarm makes no tail")
    #expect(Self.choice([], alarms, hours: 1, rate: 1).log10Threshold <= -3, "one an hour was allowed")
  }

  @Test("A recording just below the threshold lowers it, and one far below is missed")
  func recordings() {
    let alarms = Self.alarms(perHour: 60, above: -50, hours: 1)
    let alone = Self.choice([30, 31], alarms, hours: 1).log10Threshold
    let near = Self.choice([30, alone - 1], alarms, hours: 1)
    #expect(near.log10Threshold == alone - 1 - ThresholdChoice.margin)
    #expect(near.log10ThresholdForRate == alone)
    let far = Self.choice([30, alone - 1, alone - 25, nil], alarms, hours: 1)
    #expect(far.log10Threshold == near.log10Threshold)
    #expect(far.curve.point(atThreshold: far.log10Threshold).missRate == 0.5)
  }

  @Test("Bundled sentences are used only if the owner's recordings are too few")
  func bundled() {
    let bundled = Self.alarms(perHour: 300, above: -50, hours: 0.15)
    let little = Self.choice([], [-80, -85], hours: 0.03, bundled: bundled, bundledHours: 0.15)
    #expect(little.usesBundled)
    #expect(little.tail != nil)
    let own = Self.alarms(perHour: 60, above: -50, hours: 1)
    let enough = Self.choice([], own, hours: 1, bundled: bundled, bundledHours: 0.15)
    #expect(!enough.usesBundled)
    #expect(enough == Self.choice([], own, hours: 1))
  }
}

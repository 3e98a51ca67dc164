import CoreMetrics
import Synchronization

/// A metric that formats itself.
protocol PrometheusMetric: AnyObject, Sendable {
  func lines(name: String, labels: [MetricLabel]) -> [String]
}

/// A counter, which only increases.
final class PrometheusCounter: PrometheusMetric, CounterHandler {
  private let count = Mutex<Int64>(0)

  func increment(by amount: Int64) {
    count.withLock { count in
      let (sum, isTooLarge) = count.addingReportingOverflow(max(0, amount))
      count = isTooLarge ? .max : sum
    }
  }

  func reset() { count.withLock { $0 = 0 } }

  func lines(name: String, labels: [MetricLabel]) -> [String] {
    [MetricText.line(name, labels, "\(count.withLock { $0 })")]
  }
}

/// A gauge, which increases and decreases.
final class PrometheusGauge: PrometheusMetric, MeterHandler, RecorderHandler {
  private let value = Mutex(0.0)

  func set(_ value: Int64) { set(Double(value)) }

  func set(_ value: Double) { self.value.withLock { $0 = value } }

  func increment(by amount: Double) { value.withLock { $0 += amount } }

  func decrement(by amount: Double) { value.withLock { $0 -= amount } }

  func record(_ value: Int64) { set(value) }

  func record(_ value: Double) { set(value) }

  func lines(name: String, labels: [MetricLabel]) -> [String] {
    [MetricText.line(name, labels, MetricText.number(value.withLock { $0 }))]
  }
}

/// A histogram: the number of values up to each bound.
final class PrometheusHistogram: PrometheusMetric, RecorderHandler, TimerHandler {
  private struct State {
    /// The number of values in each bucket; the last bucket holds values above every bound.
    var counts: [Int]
    var sum = 0.0
  }

  private let bounds: [Double]
  private let state: Mutex<State>

  init(bounds: [Double]) {
    self.bounds = bounds
    state = Mutex(State(counts: Array(repeating: 0, count: bounds.count + 1)))
  }

  func record(_ value: Int64) { record(Double(value)) }

  func record(_ value: Double) {
    let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
    state.withLock { state in
      state.counts[bucket] += 1
      state.sum += value
    }
  }

  func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

  func lines(name: String, labels: [MetricLabel]) -> [String] {
    let state = state.withLock { $0 }
    var total = 0
    var lines: [String] = []
    for (bound, count) in zip(bounds + [.infinity], state.counts) {
      total += count
      let bucket = labels + [MetricLabel(name: "le", value: MetricText.number(bound))]
      lines.append(MetricText.line(name + "_bucket", bucket, "\(total)"))
    }
    lines.append(MetricText.line(name + "_sum", labels, MetricText.number(state.sum)))
    lines.append(MetricText.line(name + "_count", labels, "\(total)"))
    return lines
  }
}

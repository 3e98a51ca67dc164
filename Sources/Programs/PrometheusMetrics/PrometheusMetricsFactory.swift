public import CoreMetrics
import Synchronization

/// Collects the metrics of a process and formats them in the Prometheus text exposition format, version 0.0.4.
///
/// A label becomes a metric name; an underscore replaces each character that is not allowed. A name has one type: a label that is
/// already in use for another type is left out of the text.
///
/// https://prometheus.io/docs/instrumenting/exposition_formats/
public final class PrometheusMetricsFactory: MetricsFactory {
  /// The media type of the text.
  public static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

  private struct Family {
    let type: MetricType
    var metrics: [[MetricLabel]: any PrometheusMetric] = [:]
  }

  private let families = Mutex<[String: Family]>([:])
  private let help: [String: String]
  private let bounds: [Double]

  /// Creates a factory without metrics.
  ///
  /// - Parameters:
  ///   - help: Descriptions of the metrics, by their labels.
  ///   - bounds: The ascending upper bounds of the histogram buckets: seconds for timers, the recorder's own unit for recorders.
  public init(
    help: [String: String] = [:], bounds: [Double] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
  ) {
    self.help = Dictionary(help.map { (MetricName.metric($0.key), $0.value) }) { first, _ in first }
    self.bounds = bounds
  }

  /// The current values of all metrics in the text format.
  public var text: String {
    let families = families.withLock { $0 }
    return families.sorted { $0.key < $1.key }.map { name, family in
      var lines = help[name].map { ["# HELP \(name) \(MetricText.escapedHelp($0))"] } ?? []
      lines.append("# TYPE \(name) \(family.type.rawValue)")
      let metrics = family.metrics.sorted { MetricText.labels($0.key) < MetricText.labels($1.key) }
      for (labels, metric) in metrics { lines += metric.lines(name: name, labels: labels) }
      return lines.map { $0 + "\n" }.joined()
    }.joined()
  }

  /// Makes a counter.
  public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    metric(label, dimensions, .counter) { PrometheusCounter() }
  }

  /// Makes a meter, which is a gauge.
  public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    metric(label, dimensions, .gauge) { PrometheusGauge() }
  }

  /// Makes a recorder: a histogram if it aggregates, else a gauge of the last recorded value.
  public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    aggregate
      ? metric(label, dimensions, .histogram) { PrometheusHistogram(bounds: bounds) }
      : metric(label, dimensions, .gauge) { PrometheusGauge() }
  }

  /// Makes a timer: a histogram in seconds.
  public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    metric(label, dimensions, .histogram) { PrometheusHistogram(bounds: bounds) }
  }

  /// Forgets a counter.
  public func destroyCounter(_ handler: any CounterHandler) { forget(handler) }
  /// Forgets a meter.
  public func destroyMeter(_ handler: any MeterHandler) { forget(handler) }
  /// Forgets a recorder.
  public func destroyRecorder(_ handler: any RecorderHandler) { forget(handler) }
  /// Forgets a timer.
  public func destroyTimer(_ handler: any TimerHandler) { forget(handler) }

  /// Returns the existing metric, or a new one.
  private func metric<Metric: PrometheusMetric>(
    _ label: String, _ dimensions: [(String, String)], _ type: MetricType, make: () -> Metric
  ) -> Metric {
    let name = MetricName.metric(label)
    let labels = dimensions.map { MetricLabel(name: MetricName.label($0.0), value: $0.1) }.sorted { $0.name < $1.name }
    return families.withLock { families in
      var family = families[name] ?? Family(type: type)
      guard family.type == type else { return make() }
      if let known = family.metrics[labels] as? Metric { return known }
      let metric = make()
      family.metrics[labels] = metric
      families[name] = family
      return metric
    }
  }

  private func forget(_ handler: AnyObject) {
    families.withLock { families in
      for (name, family) in families {
        guard let labels = family.metrics.first(where: { $0.value === handler })?.key else { continue }
        families[name]?.metrics[labels] = nil
        if family.metrics.count == 1 { families[name] = nil }
      }
    }
  }
}

import CoreMetrics
import PrometheusMetrics
import Testing

@Suite("Prometheus metrics")
struct PrometheusMetricsTests {
  @Test("Counters and gauges have a type, a help text and a line for each label value")
  func countersAndGauges() {
    let factory = PrometheusMetricsFactory(help: ["hits_total": "Detected phrases"])
    Counter(label: "hits_total", dimensions: [("phrase", "b")], factory: factory).increment(by: 2)
    Counter(label: "hits_total", dimensions: [("phrase", "a")], factory: factory).increment()
    Counter(label: "hits_total", dimensions: [("phrase", "b")], factory: factory).increment()
    Meter(label: "load", factory: factory).set(0.5)
    #expect(
      factory.text == """
        # HELP hits_total Detected phrases
        # TYPE hits_total counter
        hits_total{phrase="a"} 1
        hits_total{phrase="b"} 3
        # TYPE load gauge
        load 0.5

        """)
  }

  @Test("A timer is a histogram in seconds with cumulative buckets")
  func histogram() {
    let factory = PrometheusMetricsFactory(bounds: [0.5, 1])
    let timer = CoreMetrics.Timer(label: "latency_seconds", factory: factory)
    for milliseconds in [250, 500, 750, 2000] { timer.recordMilliseconds(milliseconds) }
    #expect(
      factory.text == """
        # TYPE latency_seconds histogram
        latency_seconds_bucket{le="0.5"} 2
        latency_seconds_bucket{le="1"} 3
        latency_seconds_bucket{le="+Inf"} 4
        latency_seconds_sum 3.5
        latency_seconds_count 4

        """)
  }

  @Test("Names and values that the format does not allow are replaced and escaped")
  func escaping() {
    let factory = PrometheusMetricsFactory(help: ["a.b": "back\\slash\nand line"])
    Counter(label: "a.b", dimensions: [("the-name", "say \"hi\"\\\n")], factory: factory).increment()
    Meter(label: "9 lives", factory: factory).set(-Double.infinity)
    #expect(
      factory.text == #"""
        # TYPE _9_lives gauge
        _9_lives -Inf
        # HELP a_b back\\slash\nand line
        # TYPE a_b counter
        a_b{the_name="say \"hi\"\\\n"} 1

        """#)
  }

  @Test("A destroyed metric disappears, and its name keeps its type")
  func destroyed() {
    let factory = PrometheusMetricsFactory()
    let counter = Counter(label: "one", factory: factory)
    Meter(label: "one", factory: factory).set(5)
    #expect(factory.text == "# TYPE one counter\none 0\n")
    counter.destroy()
    #expect(factory.text.isEmpty)
  }

  @Test("A counter stops at its maximum value")
  func overflow() {
    let factory = PrometheusMetricsFactory()
    let counter = Counter(label: "one", factory: factory)
    counter.increment(by: Int64.max)
    counter.increment()
    #expect(factory.text.hasSuffix("one \(Int64.max)\n"))
  }
}

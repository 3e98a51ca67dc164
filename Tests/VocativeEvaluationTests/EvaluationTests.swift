import Foundation
import Testing
import VocativeEvaluation
import VocativeTestSupport

@Suite("Detection curves")
struct DetectionCurveTests {
  @Test("Fewer false alarms cost more misses, and a recording that was never a candidate is always missed")
  func tradeOff() throws {
    let curve = DetectionCurve(scores: [30, 20, 10, 5, nil], alarms: [25, 12, 3], hours: 1)
    #expect(curve.point(at: 0.1).missRate == 0.8)
    #expect(try #require(curve.point(at: 0.1).threshold) > 25)
    #expect(curve.point(at: 1).missRate == 0.6)
    #expect(curve.point(at: 2).missRate == 0.2)
    #expect(curve.point(at: 4).missRate == 0.2)
    #expect(curve.point(at: 4).threshold == nil, "no threshold is needed when all alarms are allowed")
  }

  @Test("A given threshold has its own misses and false alarms")
  func givenThreshold() {
    let point = DetectionCurve(scores: [30, 20, nil], alarms: [25, 12, 3], hours: 0.5).point(atThreshold: 12)
    #expect(point.falseAlarmsPerHour == 4)
    #expect(abs(point.missRate - 1.0 / 3) < 1e-9)
  }

  @Test("Rates are hourly, whatever the length of the negatives")
  func hours() {
    let short = DetectionCurve(scores: [10], alarms: [20, 15], hours: 0.5)
    #expect(short.point(at: 4).missRate == 0)
    #expect(short.point(at: 1).missRate == 1)
    let long = DetectionCurve(scores: [18], alarms: [20, 15], hours: 2)
    #expect(long.point(at: 1).missRate == 0)
    #expect(long.point(at: 0.5).missRate == 0)
    #expect(long.point(at: 0.1).missRate == 1)
  }
}

@Suite("Noise")
struct NoiseMixerTests {
  private func noise(_ count: Int) -> [Int16] {
    var state: UInt64 = 42
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1
      return Int16(truncatingIfNeeded: Int(state >> 33) % 4001 - 2000)
    }
  }

  @Test("The peak of the sum is half of full scale, whatever the ratio", arguments: [0.0, 6, 24])
  func peak(_ ratio: Double) {
    let speech = (0..<16_000).map { Int16(8000 * sin(Double($0) / 10)) }
    let mixed = NoiseMixer(noise: noise(40_000)).mixed(speech, ratio: ratio, seed: 1)
    #expect(mixed.count == speech.count)
    #expect(abs((mixed.map { abs(Int($0)) }.max() ?? 0) - 16_384) <= 1)
  }

  @Test("The energies of the loudest frames have the requested ratio")
  func ratio() {
    let speech = [Int16](repeating: 0, count: 8192)
    // With silence as speech, the scale of the noise is the speech's energy, which is zero, divided by the ratio.
    #expect(NoiseMixer(noise: noise(8192)).mixed(speech, ratio: 6, seed: 1).allSatisfy { $0 == 0 })

    let tone = (0..<20_480).map { Int16(8000 * sin(Double($0) / 10)) }
    let mixer = NoiseMixer(noise: noise(20_480))
    func noisePart(_ ratio: Double) -> Double {
      let mixed = mixer.mixed(tone, ratio: ratio, seed: 1).map(Double.init)
      // Removes the share of the tone, found by projection, which leaves the noise.
      let pure = tone.map(Double.init)
      let gain = zip(mixed, pure).reduce(0) { $0 + $1.0 * $1.1 } / pure.reduce(0) { $0 + $1 * $1 }
      let rest = zip(mixed, pure).reduce(0) { $0 + ($1.0 - gain * $1.1) * ($1.0 - gain * $1.1) }
      return rest / (gain * gain)
    }
    let decibels = 10 * log10(noisePart(6) / noisePart(18))
    #expect(abs(decibels - 12) < 0.5)
  }

  @Test("Equal seeds give equal noise, and another seed gives another excerpt")
  func seeds() {
    let speech = (0..<4000).map { Int16(1000 * sin(Double($0) / 7)) }
    let mixer = NoiseMixer(noise: noise(100_000))
    #expect(mixer.mixed(speech, ratio: 6, seed: 7) == mixer.mixed(speech, ratio: 6, seed: 7))
    #expect(mixer.mixed(speech, ratio: 6, seed: 7) != mixer.mixed(speech, ratio: 6, seed: 8))
  }
}

@Suite("Evaluation manifests")
struct EvaluationManifestTests {
  @Test("Each kind of line is read, with audio relative to the manifest")
  func lines() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      {"audio": "a.wav", "intent": "orderDrink", "slots": {"size": "small"}}
      {"audio": "b.wav", "intent": null, "wake": true}

      {"audio": "/c.wav", "phrases": ["computer"]}
      """, to: "m.jsonl")
    let entries = try EvaluationManifest(path: path).entries
    #expect(entries.map(\.audio) == [folder.path + "/a.wav", folder.path + "/b.wav", "/c.wav"])
    #expect(
      entries.map(\.expectation) == [
        .understood(intent: "orderDrink", slots: ["size": "small"]), .rejected, .spotted(["computer"]),
      ])
    #expect(entries.map(\.wake) == [false, true, false])
  }

  @Test("Phrases are compared by their words, and lines may end as on Windows")
  func spelling() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("{\"audio\": \"a.wav\", \"phrases\": [\"Hey, Assistant!\"]}\r\n\r\n", to: "m.jsonl")
    let entries = try EvaluationManifest(path: path).entries
    #expect(entries.map(\.expectation) == [.spotted(["hey assistant"])])
    #expect(entries.map(\.place) == ["\(path):1"])
  }

  @Test(
    "An invalid line is named in the error",
    arguments: [
      ("{", 1), ("{\"intent\": \"x\"}", 1), ("{\"audio\": \"a\"}", 1), ("{\"audio\": \"a\", \"phrases\": []}\n[]", 2),
      ("{\"audio\": \"a\", \"intent\": \"x\", \"slots\": {\"n\": 5}}", 1),
      ("{\"audio\": \"a\", \"intent\": null, \"wake\": 3.5}", 1), ("{\"audio\": \"a\", \"phrases\": [\"?\"]}", 1),
    ])
  func faults(_ text: String, _ line: Int) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "m.jsonl")
    let error = #expect(throws: EvaluationManifestError.self) { try EvaluationManifest(path: path) }
    #expect(error?.line == line)
    let missing = #expect(throws: EvaluationManifestError.self) { try EvaluationManifest(path: folder.path + "/none") }
    #expect(missing?.line == nil)
  }

  @Test("An endless manifest is rejected", .timeLimit(.minutes(10)))
  func endless() {
    let error = #expect(throws: EvaluationManifestError.self) { try EvaluationManifest(path: "/dev/zero") }
    #expect(error?.reason.contains("larger than 32 MiB") == true)
    #expect(error?.isMissing == false)
  }
}

import Foundation
import PocketSphinx
import Testing
import VocativeCapture
import VocativeDetection
import VocativeTestSupport

@Suite("The detector", .serialized)
struct DetectorTests {
  private static let modelFolder = "/usr/share/pocketsphinx/model/en-us"

  private func detector(
    _ phrases: [(text: String, log10Threshold: Double)], configuration: Detector.Configuration = .init(),
    kinds: [String: Keyphrase.Kind] = [:]
  ) throws -> Detector {
    let detector = Detector(
      model: try AcousticModel(directory: Self.modelFolder + "/en-us"), configuration: configuration)
    let words = Set(phrases.flatMap { $0.text.split(separator: " ").map(String.init) })
    let found = try PronunciationDictionary(path: Self.modelFolder + "/cmudict-en-us.dict").pronunciations(of: words)
    try detector.setKeyphrases(
      phrases.map { Keyphrase(text: $0.text, kind: kinds[$0.text] ?? .wake, log10Threshold: $0.log10Threshold) },
      lexicon: Lexicon(found))
    return detector
  }

  private func events(
    _ detector: Detector, _ samples: [Int16], from origin: Int = 0, action: (Detector, KeyphraseHit) throws -> Void = { _, _ in }
  ) throws -> [DetectionEvent] {
    var events: [DetectionEvent] = []
    for start in stride(from: 0, to: samples.count, by: AudioFrame.sampleCount) {
      let end = min(start + AudioFrame.sampleCount, samples.count)
      let fresh = try detector.process(AudioFrame(samples: Array(samples[start..<end]), sampleTime: origin + start))
      for case .spotted(let hit) in fresh { try action(detector, hit) }
      events += fresh
    }
    return events + (try detector.finish())
  }

  private func hits(_ events: [DetectionEvent]) -> [KeyphraseHit] {
    events.compactMap { if case .spotted(let hit) = $0 { hit } else { nil } }
  }

  /// "Go forward ten meters", spoken by a person, between a second of quiet and two.
  private static func goForward() throws -> [Int16] {
    [Int16](repeating: 0, count: 16_000) + (try RawRecording.samples(of: "human/go-forward.flac"))
      + [Int16](repeating: 0, count: 32_000)
  }

  private static let phrases: [(text: String, log10Threshold: Double)] = [("meters", -20), ("forward", -50)]

  @Test("Hits are reported once each, in time order, with their positions and non-negative margins")
  func hits() throws {
    let found = hits(try events(detector(Self.phrases), Self.goForward()))
    try #require(found.map(\.keyphrase.text) == ["forward", "meters"])
    #expect(found.allSatisfy { $0.margin >= 0 && $0.start < $0.end })
    #expect(found[0].end <= found[1].start + 1600)
  }

  @Test("A strict threshold for one phrase does not affect another phrase")
  func thresholds() throws {
    let found = hits(try events(detector([("meters", 60), ("forward", -50)]), Self.goForward()))
    #expect(found.map(\.keyphrase.text) == ["forward"])
  }

  @Test("A phrase at the very end of the audio is detected", arguments: [0.02, 0.05, 0.1])
  func lastMoments(_ rest: Double) throws {
    let samples = try Self.goForward()
    let whole = try #require(hits(events(detector(Self.phrases), samples)).last)
    let cut = min(samples.count, whole.end + Int(rest * 16_000))
    let found = hits(try events(detector(Self.phrases), Array(samples.prefix(cut))))
    #expect(found.map(\.keyphrase.text).contains("meters"), "\(found)")
  }

  @Test("Speech starts before its first hit and ends after its last, and silence gives no events")
  func speech() throws {
    let all = try events(detector(Self.phrases), Self.goForward())
    guard case .speechStarted(let start)? = all.first, case .speechEnded(let first, let end)? = all.last else {
      Issue.record("\(all)")
      return
    }
    #expect(start == first)
    #expect(hits(all).allSatisfy { $0.start >= start && $0.end <= end + 8000 })
    #expect(try events(detector(Self.phrases), [Int16](repeating: 0, count: 160_000)).isEmpty)
  }

  @Test("The same words are also detected at a 30 dB lower level")
  func quiet() throws {
    let quiet = try Self.goForward().map { Int16((Double($0) / 32).rounded()) }
    #expect(hits(try events(detector(Self.phrases), quiet)).map(\.keyphrase.text) == ["forward", "meters"])
  }

  @Test("A hit is reported only if both passes find it")
  func secondHearing() throws {
    let quiet = try Self.quietRequest()
    var measuring = Detector.Configuration()
    measuring.reportsClearerHits = true
    let clearest = try #require(hits(try events(detector([("hey assistant", -40)], configuration: measuring), quiet)).last)
    let threshold = -40 + clearest.margin
    #expect(hits(try events(detector([("hey assistant", threshold - 1)]), quiet)).count == 1)
    #expect(hits(try events(detector([("hey assistant", threshold + 1)]), quiet)).isEmpty)
  }

  @Test("A wake phrase is reported at its own end, not at the end of the speech")
  func wakePhraseInTime() throws {
    let all = try events(detector([("hey assistant", -40)]), Self.quietRequest())
    let told = try #require(all.firstIndex { if case .spotted = $0 { true } else { false } })
    #expect(all[told...].contains { if case .speechPaused = $0 { true } else { false } })
  }

  @Test("A wake phrase is detected even if a request after it is also spotted")
  func wakePhraseAndRequest() throws {
    let found = try hits(inRequests: 1) { detector, hit in
      if hit.keyphrase.kind == .wake { try detector.listenForRequests(after: hit.end) }
    }
    #expect(found == ["hey assistant", "emergency"])
  }

  @Test("A request is not searched for in speech without a wake phrase, nor in the speech after one with it")
  func requestsWithoutWakePhrase() throws {
    #expect(try hits(inRequests: 1) { _, _ in } == ["hey assistant"])
    var isFirst = true
    let found = try hits(inRequests: 2) { detector, hit in
      if isFirst { try detector.listenForRequests(after: hit.end) }
      isFirst = false
    }
    #expect(found == ["hey assistant", "emergency", "hey assistant"])
  }

  @Test("Listening for requests goes on with new keyphrases")
  func requestsAmongNewKeyphrases() throws {
    let words = ["hey", "assistant", "emergency"]
    let lexicon = Lexicon(
      try PronunciationDictionary(path: Self.modelFolder + "/cmudict-en-us.dict").pronunciations(of: Set(words)))
    let found = try hits(inRequests: 1) { detector, hit in
      guard hit.keyphrase.kind == .wake else { return }
      try detector.listenForRequests(after: hit.end)
      try detector.setKeyphrases(
        [hit.keyphrase, Keyphrase(text: "emergency", kind: .invocation, log10Threshold: -40)], lexicon: lexicon)
    }
    #expect(found == ["hey assistant", "emergency"])
  }

  @Test("Listening for requests changes nothing without speech, and without requests")
  func nothingToListenFor() throws {
    let detector = try detector(Self.phrases)
    try detector.listenForRequests(after: 0)
    let found = hits(try events(detector, Self.goForward()) { try $0.listenForRequests(after: $1.end) })
    #expect(found.map(\.keyphrase.text) == ["forward", "meters"])
  }

  /// Returns the phrases that are found in a wake phrase and a request, said several times with pauses.
  ///
  /// - Parameter action: Called with each hit before the next frame.
  private func hits(
    inRequests count: Int, action: (Detector, KeyphraseHit) throws -> Void
  ) throws -> [String] {
    let detector = try detector([("hey assistant", -40.0), ("emergency", -40.0)], kinds: ["emergency": .invocation])
    let samples = try Self.quietRequest()
    return hits(try events(detector, Array(repeatElement(samples, count: count).joined()), action: action)).map(\.keyphrase.text)
  }

  /// "Hey assistant, how is my emergency fund goal doing", 30 dB below its usual level.
  private static func quietRequest() throws -> [Int16] {
    [Int16](repeating: 0, count: 16_000)
      + (try RawRecording.samples(of: "money/slt-breath-how-is-my-emergency-fund-goal-doing.flac")).map { $0 / 32 }
      + [Int16](repeating: 0, count: 16_000)
  }

  @Test("Setting invalid phrases keeps the previous ones")
  func refusedPhrases() throws {
    let detector = try detector(Self.phrases)
    let refused = [Keyphrase(text: "xyzzy", kind: .invocation, log10Threshold: -20)]
    #expect(throws: PocketSphinxError.self) { try detector.setKeyphrases(refused, lexicon: Lexicon([:])) }
    #expect(hits(try events(detector, Self.goForward())).map(\.keyphrase.text) == ["forward", "meters"])
  }

  @Test("Words across the seam of a long utterance are reported once")
  func longUtterances() throws {
    var configuration = Detector.Configuration()
    configuration.maxUtterance = 1.5
    configuration.utteranceOverlap = 1.2
    let found = hits(try events(detector(Self.phrases, configuration: configuration), Self.goForward()))
    #expect(found.map(\.keyphrase.text) == ["forward", "meters"])
  }

  @Test("A gap in the audio ends the speech before it, and later events have correct positions")
  func gap() throws {
    let detector = try detector(Self.phrases)
    let samples = try Self.goForward()
    let half = Array(samples.prefix(samples.count / 320 / 2 * 320))
    var all: [DetectionEvent] = []
    for start in stride(from: 0, to: half.count, by: 320) {
      all += try detector.process(AudioFrame(samples: Array(half[start..<start + 320]), sampleTime: start))
    }
    let origin = 1_000_000
    all += try events(detector, samples, from: origin)
    let found = hits(all)
    #expect(found.suffix(2).map(\.keyphrase.text) == ["forward", "meters"])
    #expect(found.suffix(2).allSatisfy { $0.start >= origin })
    #expect(all.contains { if case .speechEnded(_, let end) = $0 { end <= half.count } else { false } })
  }

  @Test("Speech that a gap ends can still be recognized")
  func speechBeforeGap() throws {
    let detector = try detector(Self.phrases)
    let samples = try Self.goForward()
    let half = Array(samples.prefix(samples.count / 320 / 2 * 320))
    for start in stride(from: 0, to: half.count, by: 320) {
      _ = try detector.process(AudioFrame(samples: Array(half[start..<start + 320]), sampleTime: start))
    }
    let quiet = [Int16](repeating: 0, count: 320)
    let events = try detector.process(AudioFrame(samples: quiet, sampleTime: half.count + 1))
    guard case .speechEnded(let start, let end)? = events.last else {
      Issue.record("\(events)")
      return
    }
    #expect(detector.history.samples(in: start..<end + 3_200) == Array(half[start..<end]))
    _ = try detector.process(AudioFrame(samples: quiet, sampleTime: half.count + 321))
    #expect(detector.history.samples(in: start..<end).isEmpty)
  }

  @Test("The history returns recent audio and discards old audio")
  func history() {
    var history = AudioHistory(seconds: 1)
    for index in 0..<200 {
      history.append(AudioFrame(samples: [Int16](repeating: Int16(index), count: 320), sampleTime: index * 320))
    }
    #expect(history.endSampleTime == 64_000)
    #expect(history.samples(in: 63_680..<64_000) == [Int16](repeating: 199, count: 320))
    #expect(history.samples(in: 63_680..<70_000).count == 320)
    #expect(history.samples(in: 0..<320).isEmpty)
  }
}

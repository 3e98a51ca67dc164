import AssistantTestSupport
import Foundation
import Synchronization
import Testing
import Vocative
import VocativeEvaluation
import VocativeTestSupport
import VocativeTuning

@Suite("Recording sessions")
struct RecordingSessionTests {
  private static let pause = [Int16](repeating: 0, count: 16_000 * 3)
  private static let phrase = Result { try RawRecording.samples(of: "refused/slt-wake-phrase-only.flac") }

  /// Records the notices, without levels.
  private final class Told: Sendable {
    private let notices = Mutex<[RecordingNotice]>([])
    @Sendable func add(_ notice: RecordingNotice) {
      if case .level = notice { return }
      notices.withLock { $0.append(notice) }
    }
    var all: [RecordingNotice] { notices.withLock { $0 } }
    var faults: [RepetitionFault] { all.compactMap { if case .again(let fault) = $0 { fault } else { nil } } }
  }

  private static func scaled(_ samples: [Int16], _ factor: Double) -> [Int16] {
    samples.map { Int16(max(-32_768, min(32_767, Double($0) * factor))) }
  }

  private func record(
    _ audio: [[Int16]], repetitions: Int, room: Double = 0, _ told: Told,
    keep: @escaping @Sendable (TuningMaterial.Recording) async throws -> Void = { _ in }
  ) async throws -> [TuningMaterial.Recording] {
    // The room's noise is in all of the audio, as with a microphone.
    let dry = Self.pause + audio.flatMap { $0 + Self.pause }
    let samples = zip(dry, SyntheticAudio.noise(count: dry.count, seed: 7)).map { $0.addingReportingOverflow($1 / 10_000) }
      .map { $0.overflow ? Int16.max : $0.partialValue }
    return try await RecordingSession(source: SampleSource(samples), repetitions: repetitions, roomSeconds: room)
      .record(["hey assistant"], keep: keep, notify: told.add)
  }

  @Test("Each repetition ends with voice activity, and the room is recorded after the last one")
  func repetitions() async throws {
    let phrase = try Self.phrase.get()
    let told = Told()
    let recordings = try await record([phrase, phrase], repetitions: 2, room: 1.5, told)
    #expect(recordings.map(\.name) == ["hey assistant 1", "hey assistant 2", "the room"])
    #expect(recordings.map(\.phrases) == [["hey assistant"], ["hey assistant"], []])
    #expect(told.faults.isEmpty)
    #expect(told.all.first == .say(phrase: "hey assistant", repetition: 1, of: 2))
    #expect(told.all.contains(.room(seconds: 1.5)))
    guard case .roomDone(let seconds, _)? = told.all.last else {
      Issue.record("\(told.all)")
      return
    }
    #expect(abs(seconds - 1.5) < 0.03)
  }

  @Test("A repetition that clips, is too quiet or is not the phrase is requested again with the reason")
  func faults() async throws {
    let phrase = try Self.phrase.get()
    let click = SyntheticAudio.noise(count: 1000).map { $0 / 10 }
    let long = try RawRecording.samples(of: "human/austen-0890.flac")
    let told = Told()
    let recordings = try await record(
      [Self.scaled(phrase, 30), Self.scaled(phrase, 0.005), click, long, phrase], repetitions: 1, told)
    #expect(recordings.count == 1)
    let kinds = told.faults.map { fault in
      switch fault {
      case .clipped: "clipped"
      case .tooQuiet: "quiet"
      case .drowned: "drowned"
      case .tooShort: "short"
      case .tooLong: "long"
      case .nothingHeard: "nothing"
      }
    }
    #expect(kinds == ["clipped", "quiet", "short", "long"], "\(told.all)")
    #expect(told.faults.allSatisfy { !$0.description.isEmpty })
  }

  @Test("A session without usable audio fails with a command to run, and one whose audio ends fails with that reason")
  func givingUp() async throws {
    let told = Told()
    let silence = [Int16](repeating: 0, count: 16_000 * 45)
    let error = await #expect(throws: RecordingError.self) { try await record([silence], repetitions: 1, told) }
    #expect(error?.description.contains("vocative doctor") == true)
    #expect(told.faults == [RepetitionFault](repeating: .nothingHeard, count: 5))
    let ended = await #expect(throws: RecordingError.self) { try await record([], repetitions: 1, Told()) }
    #expect(ended?.description.contains("ended before") == true)
  }

  @Test("Saved recordings can be read again as recordings and negatives")
  func saving() async throws {
    let phrase = try Self.phrase.get()
    let folder = try TemporaryFolder()
    _ = try await record([phrase], repetitions: 1, room: 1, Told()) { try await $0.save(to: folder.path) }
    let recordings = try TuningMaterial.recordings(at: folder.path + "/recordings", of: ["hey assistant"], logger: .silent)
    #expect(recordings.map(\.phrases) == [["hey assistant"]])
    #expect(try TuningMaterial.negatives(at: [folder.path + "/room"], without: ["hey assistant"], logger: .silent).count == 1)
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/room").first)
    let woken = try folder.write("{\"audio\": \"room/\(name)\", \"intent\": null, \"wake\": true}", to: "woken.jsonl")
    #expect(throws: EvaluationManifestError.self) {
      try TuningMaterial.negatives(at: [woken], without: ["hey assistant"], logger: .silent)
    }
  }

  @Test("Recordings of other phrases of the assistant are left out, and those of any other phrase are refused")
  func otherPhrases() async throws {
    let folder = try TemporaryFolder()
    for phrase in ["hey assistant", "hey computer"] {
      let recording = TuningMaterial.Recording(name: "1", phrases: [phrase]) { [Int16](repeating: 0, count: 16_000) }
      try await recording.save(to: folder.path)
    }
    func phrases(at path: String, of phrases: [String], besides others: [String]) throws -> [[String]] {
      try TuningMaterial.recordings(at: path, of: phrases, besides: others, logger: .silent).map(\.phrases)
    }
    let saved = folder.path + "/recordings"
    #expect(try phrases(at: saved, of: ["hey computer"], besides: ["hey assistant"]) == [["hey computer"]])
    #expect(throws: TuningMaterialError.self) { try phrases(at: saved, of: ["hey computer"], besides: ["jarvis"]) }
    let none = #expect(throws: TuningMaterialError.self) {
      try phrases(at: saved, of: ["jarvis"], besides: ["hey assistant", "hey computer"])
    }
    #expect(none?.description.contains("the folder has no recordings of \"jarvis\"") == true)

    let lines = [["hey assistant"], ["hey assistant", "hey computer"], ["hey computer"], []].map { spoken in
      "{\"audio\": \"recordings/hey computer/1.wav\", \"phrases\": \(spoken)}\n"
    }
    let manifest = try folder.write(lines.joined(), to: "manifest.jsonl")
    #expect(
      try phrases(at: manifest, of: ["hey computer"], besides: ["hey assistant"]) == [["hey computer"], ["hey computer"], []])
    #expect(throws: EvaluationManifestError.self) { try phrases(at: manifest, of: ["hey computer"], besides: ["jarvis"]) }
  }

  @Test("Each recording is saved when it is taken, so that a session that ends early keeps those before")
  func savingEarly() async throws {
    let phrase = try Self.phrase.get()
    let folder = try TemporaryFolder()
    await #expect(throws: RecordingError.self) {
      try await record([phrase], repetitions: 2, Told()) { try await $0.save(to: folder.path) }
    }
    let recordings = try TuningMaterial.recordings(at: folder.path + "/recordings", of: ["hey assistant"], logger: .silent)
    #expect(recordings.map(\.name) == [folder.path + "/recordings/hey assistant/hey assistant 1.wav"])
  }

  @Test("A folder with the recordings of a session is not used for another one", arguments: ["recordings", "room"])
  func usedFolder(_ name: String) throws {
    let folder = try TemporaryFolder()
    let session = folder.path + "/session"
    try TuningMaterial.prepareFolder(at: session)
    try TuningMaterial.prepareFolder(at: session)
    try folder.write("", to: "session/\(name)/1.wav")
    let error = #expect(throws: TuningMaterialError.self) { try TuningMaterial.prepareFolder(at: session) }
    #expect(error?.description == "\(session): the folder has the recordings of another session (\(name)); choose another one")
  }
}

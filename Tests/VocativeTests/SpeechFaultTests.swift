import Logging
import Synchronization
import Testing
import Vocative
import VocativeTestSupport

@Suite("Faults of speaking in the log")
struct SpeechFaultTests {
  /// A synthesizer whose sounds have the same outcome.
  private final class FaultySynthesizer: Synthesizer {
    private let current = Mutex<SpeechError?>(nil)

    var failure: SpeechError? {
      get { current.withLock { $0 } }
      set { current.withLock { $0 = newValue } }
    }

    func speak(_ text: String) async throws(SpeechError) { if let failure { throw failure } }

    func play(_ earcon: Earcon) async throws(SpeechError) { try await speak("") }

    func play(_ speech: SpeechEngine.Speech) async throws(SpeechError) { if let failure { throw failure } }
  }

  private let log = RecordedLog(from: .notice)
  private let synthesizer = FaultySynthesizer()
  private let loop: TurnLoop

  init() async throws {
    var configuration = TurnLoop.Configuration()
    configuration.ringingPause = .zero
    loop = try await TestPipeline(configuration: configuration, synthesizer: synthesizer, logger: log.logger).loop
  }

  @Test("A fault of the loudspeaker is logged once when it starts and once when it ends, for answers, announcements and alerts")
  func loudspeaker() async throws {
    synthesizer.failure = SpeechError(code: .playbackFailed, reason: "the answer could not be played: no such device")
    _ = try await loop.trigger("vacation goal")
    await #expect(throws: SpeechError.self) { try await loop.say("Dinner is ready.") }
    _ = try await loop.ring(untilHearing: ["stop"]) { [loop] in
      await loop.stopRinging() ? nil : TurnLoop.RingingRound(tone: RingTone().speech, dialog: "The cake is done.")
    }
    #expect(log.messages == ["warning: the answer could not be played: no such device"])
    synthesizer.failure = nil
    for _ in 1...2 { try await loop.say("Dinner is ready.") }
    #expect(log.messages.dropFirst() == ["notice: the loudspeaker works again"])
  }

  @Test("A failed engine is logged without its messages, which may repeat a private text, and a tone does not end its fault")
  func engine() async throws {
    let failure = SpeechError(code: .engineFailed, reason: "flite failed", engineWords: "cannot say four thousand dollars")
    synthesizer.failure = failure
    await #expect(throws: failure) { try await loop.say("You have four thousand dollars.") }
    synthesizer.failure = nil
    try await loop.announce(RingTone().speech)
    #expect(log.messages == ["warning: flite failed"])
    try await loop.say("Dinner is ready.")
    #expect(log.messages == ["warning: flite failed", "notice: the speech engine works again"])
  }

  @Test("Speech that is cancelled is not a fault")
  func cancelled() async throws {
    synthesizer.failure = .cancelled
    await #expect(throws: SpeechError.self) { try await loop.say("Dinner is ready.") }
    synthesizer.failure = nil
    try await loop.say("Dinner is ready.")
    #expect(log.messages.isEmpty)
  }
}

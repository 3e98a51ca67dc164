import AssistantTestSupport
import Foundation
import Money
import PocketSphinx
import Testing
import Vocative
import VocativeTestSupport

@Suite("The passphrase at the microphone", .tags(.long), .serialized)
struct PassphraseTests {
  private static let passphrase = "seven green bottles"
  private static let balance = "eight thousand five hundred"
  private static let words = ["seven", "green", "bottles", "protected goal"]

  private func speech(_ texts: [String], voice: String = "slt") async throws -> [Int16] {
    var samples = [Int16](repeating: 0, count: 16_000)
    for text in texts {
      samples += try await SynthesizedSpeech.samples(of: text, voice: voice) + [Int16](repeating: 0, count: 32_000)
    }
    return samples
  }

  @Test("The spoken passphrase is accepted", arguments: ["slt", "rms", "awb"])
  func right(voice: String) async throws {
    let pipeline = try TestPipeline(passphrase: Self.passphrase, log: RecordedLog())
    try await pipeline.play(SampleSource(try await speech(["hey assistant, protected goal", Self.passphrase], voice: voice)))
    #expect(pipeline.spokenTexts.last?.contains(Self.balance) == true, "\(pipeline.spokenTexts)")
  }

  @Test(
    "Speech that sounds like the passphrase is not accepted",
    arguments: [
      "seven blue rockets", "seven green", "eleven green models", "heaven screens bottles", "seven lean brothers",
      "vacation goal",
      "seven green parcels", "turn on the kitchen light", "several mean potatoes",
    ])
  func wrong(text: String) async throws {
    let pipeline = try TestPipeline(passphrase: Self.passphrase, log: RecordedLog())
    try await pipeline.play(SampleSource(try await speech(["hey assistant, protected goal", text])))
    #expect(pipeline.spokenTexts.first == "What's the passphrase?")
    #expect(!pipeline.spokenTexts.contains { $0.contains(Self.balance) }, "\(pipeline.spokenTexts)")
  }

  @Test("Logs and public events contain no word of a private request or of a right or wrong passphrase")
  func log() async throws {
    let log = RecordedLog()
    let pipeline = try TestPipeline(passphrase: Self.passphrase, log: log)
    // The library knows the phones of what it hears.
    PocketSphinxMessages.send(to: log.logger) { _ in }
    defer { PocketSphinxMessages.send(to: .silent) { _ in } }
    try await pipeline.play(
      SampleSource(try await speech(["hey assistant, protected goal", "seven green parcels", Self.passphrase])))
    #expect(!log.messages.contains { $0.contains("Hyp:") })
    #expect(pipeline.spokenTexts.last?.contains(Self.balance) == true, "\(pipeline.spokenTexts)")
    #expect(log.messages.count { $0.contains("recognized") } >= 3)
    let leaks = log.messages.filter { line in Self.words.contains { line.contains($0) } }
    #expect(leaks.isEmpty, "\(leaks)")
    let shown = pipeline.events.filter { event in
      if case .spotted("hey assistant", _, _, _) = event.kind { return false }
      return !event.isPrivate
    }
    #expect(shown.isEmpty, "\(shown)")
    let told = pipeline.events.map(\.json).joined()
    #expect(!told.contains("green") && !told.contains("bottles"), "\(told)")
  }

  @Test("A passphrase with a word that is not in the dictionary is accepted, and leaves no word of it in the log")
  func unknownWord() async throws {
    let log = RecordedLog()
    let pipeline = try TestPipeline(passphrase: "seven green zorbles", log: log)
    try await pipeline.play(SampleSource(try await speech(["hey assistant, protected goal", "seven green zorbles"])))
    #expect(pipeline.spokenTexts.first == "What's the passphrase?")
    #expect(!log.messages.contains { $0.contains("zorbles") }, "\(log.messages.filter { $0.contains("zorbles") })")
  }

  @Test("A rejection does not name the closest phrase if it is private")
  func nearest() async throws {
    let log = RecordedLog()
    let pipeline = try TestPipeline(passphrase: Self.passphrase, log: log)
    var conversation = Conversation(runtime: await pipeline.loop.runtime, source: .voice)
    let grammar = try CompiledGrammar(try await pipeline.loop.runtime.grammar().removingUnfillablePhrases())
    let match = try #require(grammar.match(["protected", "goal"]))
    let best = Interpretation(text: "protected goal", match: match, confidence: 0.1)
    for isQuiet in [false, true] {
      _ = await conversation.receive(.rejected(Rejection(.lowConfidence, best: best)), isQuiet: isQuiet) { notice in
        #expect(notice.isPrivate)
        if case .rejected(_, let best, _) = notice.event { #expect(best == nil) }
      }
    }
  }

  @Test("An utterance that may have been a private one is kept out of the log, although it was understood as another")
  func privateRival() async throws {
    let pipeline = try TestPipeline(passphrase: Self.passphrase, log: RecordedLog())
    let conversation = Conversation(runtime: await pipeline.loop.runtime, source: .voice)
    let grammar = try CompiledGrammar(try await pipeline.loop.runtime.grammar().removingUnfillablePhrases())
    let heard = Interpretation(
      text: "vacation goal", match: try #require(grammar.match(["vacation", "goal"])), confidence: 0.1)
    let secret = try #require(grammar.match(["protected", "goal"]))
    let contested = heard.contested(
      by: Interpretation.Rival(text: "protected goal", intent: secret.intent, slots: [:], margin: 1))
    for (interpretation, isPrivate) in [(heard, false), (contested, true)] {
      #expect(await conversation.isPrivate(.understood(interpretation)) == isPrivate)
      #expect(await conversation.isPrivate(.rejected(Rejection(.lowConfidence, best: interpretation))) == isPrivate)
    }
  }

  @Test("The owner's passphrase at the microphone does not answer a private request that a program triggered")
  func triggered() async throws {
    let pipeline = try TestPipeline(passphrase: Self.passphrase, log: RecordedLog())
    _ = try await pipeline.loop.trigger("protected goal")
    try await pipeline.play(SampleSource(try await speech(["hey assistant, protected goal", Self.passphrase])))
    #expect(pipeline.spokenTexts.last?.contains(Self.balance) == true, "\(pipeline.spokenTexts)")
    let asked = try await pipeline.loop.trigger("protected goal")
    #expect(asked.contains { if case .asked(_, "passphrase") = $0.kind { true } else { false } }, "\(asked)")
    let answered = try await pipeline.loop.trigger(Self.passphrase)
    #expect(answered.responses.contains { $0.dialog.contains(Self.balance) }, "the unlock is valid for one request")
    let again = try await pipeline.loop.trigger("protected goal")
    #expect(again.responses.isEmpty, "\(again)")
  }

  @Test("A passphrase from one program answers neither the private request of another program nor its question")
  func otherClient() async throws {
    let loop = try TestPipeline(passphrase: Self.passphrase, log: RecordedLog()).loop
    _ = try await loop.trigger("protected goal", from: "owner")
    let asked = try await loop.trigger("protected goal", from: "guest")
    #expect(asked.contains { if case .asked(_, "passphrase") = $0.kind { true } else { false } }, "\(asked)")
    let answered = try await loop.trigger(Self.passphrase, from: "owner")
    #expect(answered.responses.isEmpty, "\(answered)")
    _ = try await loop.trigger("protected goal", from: "owner")
    let guess = try await loop.trigger(Self.passphrase, from: "guest")
    #expect(guess.responses.isEmpty, "\(guess)")
    _ = try await loop.trigger("protected goal", from: "owner")
    let right = try await loop.trigger(Self.passphrase, from: "owner")
    #expect(right.responses.contains { $0.dialog.contains(Self.balance) }, "\(right)")
  }

  @Test("A figure in a private request that cannot be read is in no public event and not in the timeline")
  func unreadableFigure() async throws {
    let pipeline = try TestPipeline(passphrase: Self.passphrase, log: RecordedLog())
    try await pipeline.store.addGoal(named: "Tree house", target: CurrencyAmount(cents: 80_000), kind: .protected)
    let events = try await pipeline.loop.trigger("save 12:50 for my tree house goal")
    let rejection = try #require(events.first { if case .rejected = $0.kind { true } else { false } }, "\(events)")
    #expect(rejection.isPrivate && rejection.json.contains("12:50"), "\(rejection)")
    let open = try await pipeline.loop.trigger("save 12:50 for my summer vacation goal")
    #expect(open.allSatisfy { !$0.isPrivate })
    let report = try await pipeline.loop.perform(MemoryRequest(.timeline(limit: 10, topic: nil)))
    #expect(!"\(report)".contains("12:50"), "\(report)")
  }

  @Test("A lockout of another program is announced, and reported without the passphrase")
  func lockout() async throws {
    let clock = ManualClock()
    let pipeline = try TestPipeline(passphrase: Self.passphrase, clock: clock, log: RecordedLog())
    for _ in 0..<10 {
      _ = try await pipeline.loop.trigger("protected goal")
      _ = try await pipeline.loop.trigger("no idea")
      clock.advance(by: .seconds(2000))
      _ = try await pipeline.loop.trigger("cancel")
    }
    #expect(await eventually { pipeline.spokenTexts.contains { $0.hasPrefix("There were 10 wrong passphrases") } })
    #expect(pipeline.events.contains { if case .error("passphrase", _) = $0.kind { true } else { false } })
  }
}

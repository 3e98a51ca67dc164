import PocketSphinx
import Testing
import VocativeTestSupport
import VocativeUnderstanding

@Suite("Spoken free text", .tags(.long), .serialized)
struct DictationTests {
  private static let folder = "/usr/share/pocketsphinx/model/en-us"

  private static let notes = [
    ("TakeNote", "take a note {text}"), ("Remind", "remind me to {text} {day}"), ("ReadNotes", "read my [last] note[s]"),
    ("Timer", "set a timer for {duration}"),
  ]
  private static let answers = [("Answer", "{text}"), ("cancel", "(cancel|never mind|stop)")]

  private func recognizer(for phrases: [(intent: String, text: String)], dictation: Bool = true) throws -> CommandRecognizer {
    let model = try AcousticModel(directory: Self.folder + "/en-us")
    let dictionary = try PronunciationDictionary(path: Self.folder + "/cmudict-en-us.dict")
    let grammar = try CompiledGrammar(
      Grammar(
        phrases: phrases.map { .init(intent: $0.intent, template: try Template($0.text), text: $0.text) },
        kinds: ["text": .text, "day": .day, "duration": .duration]))
    let found = try PronunciationLookup(dictionary: dictionary).pronunciations(
      of: grammar.words.union(["hey", "assistant"]), hints: [:])
    let languageModel = try LanguageModel(path: Self.folder + "/en-us.lm.bin")
    let recognizer = CommandRecognizer(
      model: model, dictation: dictation ? Dictation(dictionary: dictionary, languageModel: languageModel) : nil)
    try recognizer.setGrammar(grammar, wakePhrases: [["hey", "assistant"]], lexicon: found.lexicon)
    return recognizer
  }

  private func understood(_ understanding: Understanding) throws -> Interpretation {
    guard case .understood(let interpretation) = understanding else {
      throw NotUnderstood(understanding: understanding)
    }
    return interpretation
  }

  private struct NotUnderstood: Error {
    let understanding: Understanding
  }

  @Test("Free text is transcribed in place, and the rest of the phrase is understood as usual")
  func textInPhrases() throws {
    let recognizer = try recognizer(for: Self.notes)
    let note = try understood(
      recognizer.recognize(RawRecording.samples(of: "dictation/rms-take-a-note-ten-minutes-late.flac"), from: .command))
    #expect(note.intent == "TakeNote")
    #expect(note.slots == ["text": "i will be ten minutes late"])
    #expect(note.text == "take a note i will be ten minutes late")
    #expect(note.evidence?.wordCount == 3, "only the words of the phrase have evidence")
    #expect(note.silenceAfterWords == nil, "text is not silence")

    let reminder = try understood(
      recognizer.recognize(RawRecording.samples(of: "dictation/slt-remind-me-to-buy-bread.flac"), from: .command))
    #expect(reminder.intent == "Remind")
    #expect(reminder.slots == ["text": "buy bread", "day": "tomorrow"])
    #expect(reminder.silenceAfterWords != nil, "the last word is not text")
  }

  @Test("An answer of free text is transcribed completely, and a fixed answer takes precedence")
  func answers() throws {
    let recognizer = try recognizer(for: Self.answers)
    let answer = try understood(
      recognizer.recognize(RawRecording.samples(of: "dictation/rms-ten-minutes-late.flac"), from: .command))
    #expect(answer.intent == "Answer")
    #expect(answer.slots == ["text": "i will be ten minutes late"])
    #expect(answer.evidence != nil)
    let cancelled = try understood(
      recognizer.recognize(RawRecording.samples(of: "dictation/slt-never-mind.flac"), from: .command))
    #expect(cancelled.intent == "cancel")
  }

  @Test("Free text is not transcribed if the other words of its phrase were not heard")
  func otherSpeech() throws {
    let recognizer = try recognizer(for: [("AddGoal", "add a goal called {text}")])
    let samples = try RawRecording.samples(of: "dictation/rms-ten-minutes-late.flac")
    guard case .rejected(let rejection) = try recognizer.recognize(samples, from: .command) else {
      Issue.record("understood")
      return
    }
    #expect(rejection.reason == .lowConfidence)
    #expect(rejection.best?.text == "add a goal called …")
  }

  @Test("Phrases without free text and wake phrases are understood with dictation enabled")
  func otherPhrases() throws {
    let recognizer = try recognizer(for: [("Goal", "how is my summer vacation goal doing")] + Self.notes)
    let goal = try understood(
      recognizer.recognize(
        RawRecording.samples(of: "money/rms-breath-how-is-my-summer-vacation-goal-doing.flac"), from: .wakePhrase))
    #expect(goal.intent == "Goal")
  }

  @Test("Without dictation, phrases with free text are left out and the others are understood")
  func withoutDictation() throws {
    let samples = try RawRecording.samples(of: "dictation/slt-never-mind.flac")
    let cancelled = try understood(recognizer(for: Self.answers, dictation: false).recognize(samples, from: .command))
    #expect(cancelled.intent == "cancel")
    let nothing = try recognizer(for: [("Answer", "{text}")], dictation: false).recognize(samples, from: .command)
    #expect(nothing == .rejected(Rejection(.notAPhrase)))
  }
}

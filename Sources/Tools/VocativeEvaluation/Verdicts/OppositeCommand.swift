import Foundation
public import Vocative

/// Whether a command that was heard is the opposite of the one that was said.
public struct OppositeCommand: Sendable {
  private let intent: String
  private let slots: [String: String]
  private let transcript: String?
  private let match: @Sendable ([String]) -> (intent: String, slots: [String: String])?

  /// The opposites of a command.
  ///
  /// - Parameters:
  ///   - intent: The intent that is expected.
  ///   - slots: The slots that are expected to have these values; others do not matter.
  ///   - transcript: The words that were said; nil if only the meaning is known.
  ///   - match: What the grammar makes of a sentence; nil for none of its sentences.
  public init(
    ofIntent intent: String, slots: [String: String], transcript: String? = nil,
    match: @escaping @Sendable ([String]) -> (intent: String, slots: [String: String])?
  ) {
    self.intent = intent
    self.slots = slots
    self.transcript = transcript
    self.match = match
  }

  /// The opposites of a command in a compiled grammar.
  public init(ofIntent intent: String, slots: [String: String], transcript: String? = nil, in grammar: CompiledGrammar) {
    self.init(ofIntent: intent, slots: slots, transcript: transcript) { words in
      grammar.match(words).map { match in
        (match.intent, Dictionary(match.slots.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }))
      }
    }
  }

  /// Whether what was heard is an opposite.
  ///
  /// It is when it differs from what is expected in exactly one slot's value, or in the name of the intent alone, and the two are a
  /// pair of `OppositeWords`; or when one word of the sentence that was heard, replaced by its opposite, makes the sentence that was
  /// said or another one of the grammar with the expected meaning.
  ///
  /// - Parameter text: The words that were heard.
  public func isHeard(as intent: String, slots: [String: String], text: String) -> Bool {
    let differing = self.slots.filter { !Self.areEqual($0.value, slots[$0.key]) }
    if intent == self.intent {
      guard let (name, value) = differing.first else { return false }
      if differing.count == 1, let heard = slots[name], OppositeWords.areOpposite(value, heard) { return true }
    } else if differing.isEmpty, OppositeWords.areOpposite(intent, self.intent) {
      return true
    }
    if let said = transcript, OppositeWords.areOpposite(SpokenText.words(of: said), SpokenText.words(of: text)) { return true }
    return isOneWordAway(text)
  }

  private func isOneWordAway(_ text: String) -> Bool {
    let words = text.split(separator: " ").map(String.init)
    return words.indices.contains { index in
      OppositeWords.opposites(of: words[index]).contains { opposite in
        var sentence = words
        sentence[index] = opposite
        guard let found = match(sentence) else { return false }
        return found.intent == intent && slots.allSatisfy { Self.areEqual($0.value, found.slots[$0.key]) }
      }
    }
  }

  private static func areEqual(_ expected: String, _ found: String?) -> Bool {
    expected.trimmingCharacters(in: .whitespaces) == found?.trimmingCharacters(in: .whitespaces)
  }
}

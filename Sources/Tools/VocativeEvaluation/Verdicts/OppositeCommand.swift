import Foundation
public import Vocative

/// Decides whether a recognized command is the opposite of the spoken one.
public struct OppositeCommand: Sendable {
  private let intent: String
  private let slots: [String: String]
  private let transcript: String?
  private let match: @Sendable ([String]) -> (intent: String, slots: [String: String])?

  /// Creates the opposites of a command.
  ///
  /// - Parameters:
  ///   - intent: The expected intent.
  ///   - slots: The expected slot values; other slots are ignored.
  ///   - transcript: The spoken words; nil if only the meaning is known.
  ///   - match: Returns the grammar's interpretation of a sentence; nil if the grammar does not have it.
  public init(
    ofIntent intent: String, slots: [String: String], transcript: String? = nil,
    match: @escaping @Sendable ([String]) -> (intent: String, slots: [String: String])?
  ) {
    self.intent = intent
    self.slots = slots
    self.transcript = transcript
    self.match = match
  }

  /// Creates the opposites of a command in a compiled grammar.
  public init(ofIntent intent: String, slots: [String: String], transcript: String? = nil, in grammar: CompiledGrammar) {
    self.init(ofIntent: intent, slots: slots, transcript: transcript) { words in
      grammar.match(words).map { match in
        (match.intent, Dictionary(match.slots.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }))
      }
    }
  }

  /// Whether the recognized command is an opposite.
  ///
  /// There are two cases. Either the command differs from the expected one in exactly one slot value or only in the intent's
  /// name, and the two are a pair of `OppositeWords`. Or replacing one word of the recognized sentence with its opposite gives
  /// the spoken sentence, or another sentence of the grammar with the expected meaning.
  ///
  /// - Parameter text: The recognized words.
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

import Logging
import Synchronization
import VocativeUnderstanding

/// Keeps phrases of shortcuts out of a grammar that cannot have them, and tells the log once why.
///
/// A phrase was checked where it was made. Another room, or an intents file that has changed since, may have it as a sentence of its own.
final class ShortcutAdmission: Sendable {
  private struct Known {
    let grammar: Grammar
    let shortcuts: [VoiceShortcut]
    let admitted: [VoiceShortcut]
  }

  private struct State {
    var known: Known?
    var told: [VoiceShortcut.ID: String] = [:]
  }

  private let state = Mutex(State())

  /// The shortcuts whose phrases can stand beside a grammar.
  func admitted(_ shortcuts: [VoiceShortcut], beside grammar: Grammar, in runtime: IntentRuntime) -> [VoiceShortcut] {
    guard !shortcuts.isEmpty else { return [] }
    let known = state.withLock { $0.known }
    if let known, known.shortcuts == shortcuts, known.grammar == grammar { return known.admitted }
    // What is wrong with the grammar itself is told by whoever uses it.
    let compiled = try? CompiledGrammar(grammar.removingUnfillablePhrases())
    let wakePhrases = Set(runtime.assistant.wakePhrases.map(SpokenText.words))
    var reasons: [VoiceShortcut.ID: String] = [:]
    for shortcut in shortcuts {
      let words = SpokenText.words(of: shortcut.invocationPhrase)
      if words.isEmpty {
        reasons[shortcut.id] = "there is nothing to say in its phrase"
      } else if !runtime.canPerform(shortcut) {
        reasons[shortcut.id] = "this assistant has no intent for each of its steps"
      } else if wakePhrases.contains(words) || compiled?.match(words) != nil {
        reasons[shortcut.id] = "its phrase is understood already, as something else"
      } else if let unknown = Self.hasUnknownWords(words, runtime.pronunciations), unknown {
        reasons[shortcut.id] = "nobody knows how all words of its phrase sound"
      }
    }
    let admitted = shortcuts.filter { reasons[$0.id] == nil }
    let news = state.withLock { state in
      let news = reasons.filter { state.told[$0.key] != $0.value }
      (state.known, state.told) = (Known(grammar: grammar, shortcuts: shortcuts, admitted: admitted), reasons)
      return news
    }
    for shortcut in shortcuts {
      guard let reason = news[shortcut.id] else { continue }
      runtime.logger.notice("the shortcut \(runtime.logName(of: shortcut)) is not offered here: \(reason)")
    }
    return admitted
  }

  /// Whether some word has no pronunciation; nil where nobody listens.
  private static func hasUnknownWords(_ words: [String], _ pronunciations: PronunciationLookup?) -> Bool? {
    (try? pronunciations?.pronunciations(of: Set(words), hints: [:]).unknownWords.isEmpty).map { !$0 }
  }
}

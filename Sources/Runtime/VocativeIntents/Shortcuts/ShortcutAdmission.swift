import Logging
import Synchronization
import VocativeUnderstanding

/// Removes shortcut phrases that conflict with a grammar, and logs each reason once.
///
/// A phrase is checked when it is created. The grammar of another room, or of a changed intents file, may contain the same
/// sentence.
final class ShortcutAdmission: Sendable {
  private struct Known {
    let grammar: Grammar
    let shortcuts: [VoiceShortcut]
    let admitted: [VoiceShortcut]
  }

  private struct State {
    var known: Known?
    var logged: [VoiceShortcut.ID: String] = [:]
  }

  private let state = Mutex(State())

  /// Returns a shortcut that the latest grammar has.
  func shortcut(_ id: VoiceShortcut.ID) -> VoiceShortcut? {
    state.withLock { $0.known?.admitted.first { $0.id == id } }
  }

  /// Returns the shortcuts whose phrases do not conflict with a grammar.
  func admitted(_ shortcuts: [VoiceShortcut], with grammar: Grammar, in runtime: IntentRuntime) -> [VoiceShortcut] {
    guard !shortcuts.isEmpty else { return [] }
    let known = state.withLock { $0.known }
    if let known, known.shortcuts == shortcuts, known.grammar == grammar { return known.admitted }
    // The user of the grammar reports faults of the grammar itself.
    let compiled = try? CompiledGrammar(grammar.removingUnfillablePhrases())
    let check = InvocationPhraseCheck(
      existing: runtime.assistant.wakePhrases.map { ("the wake phrase", SpokenText.words(of: $0)) },
      pronunciations: runtime.pronunciations, owner: { compiled?.match($0)?.intent })
    var reasons: [VoiceShortcut.ID: String] = [:]
    for shortcut in shortcuts {
      if !runtime.canPerform(shortcut) {
        reasons[shortcut.id] = "this assistant has no intent with the same parameters for each of its steps"
      } else if let refusal = try? check.refusal(of: shortcut.invocationPhrase) {
        reasons[shortcut.id] = refusal.reason
      }
    }
    let admitted = shortcuts.filter { reasons[$0.id] == nil }
    let news = state.withLock { state in
      let news = reasons.filter { state.logged[$0.key] != $0.value }
      (state.known, state.logged) = (Known(grammar: grammar, shortcuts: shortcuts, admitted: admitted), reasons)
      return news
    }
    for shortcut in shortcuts {
      guard let reason = news[shortcut.id] else { continue }
      runtime.logger.notice("the shortcut \(runtime.logName(of: shortcut)) is not offered here: \(reason)")
    }
    return admitted
  }
}

extension InvocationPhraseRefusal {
  /// The reason without the phrase, which must not be logged.
  fileprivate var reason: String {
    switch self {
    case .noWords, .tooManyWords: "its phrase has no words or too many words"
    case .tooFewPhones: "its phrase is so short that it would cause false alarms"
    case .unknownWord: "the pronunciation of a word in its phrase is unknown"
    case .sameSentence, .tooSimilarToPrivate, .unsupported: "its phrase is already understood as something else"
    case .soundsLike: "its phrase sounds like the wake phrase"
    }
  }
}

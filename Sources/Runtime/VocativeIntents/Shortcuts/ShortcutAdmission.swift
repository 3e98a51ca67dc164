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
    let check = InvocationPhraseCheck(
      existing: runtime.assistant.wakePhrases.map { ("the wake phrase", SpokenText.words(of: $0)) },
      pronunciations: runtime.pronunciations, owner: { compiled?.match($0)?.intent })
    var reasons: [VoiceShortcut.ID: String] = [:]
    for shortcut in shortcuts {
      if !runtime.canPerform(shortcut) {
        reasons[shortcut.id] = "this assistant has no intent for each of its steps"
      } else if let refusal = try? check.refusal(of: shortcut.invocationPhrase) {
        reasons[shortcut.id] = refusal.reason
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
}

extension InvocationPhraseRefusal {
  /// What is wrong, without the phrase, which is nobody's to read in a log.
  fileprivate var reason: String {
    switch self {
    case .noWords, .tooManyWords: "its phrase has no words, or too many"
    case .tooFewPhones: "its phrase is so short that it would be heard everywhere"
    case .unknownWord: "nobody knows how all words of its phrase sound"
    case .sameSentence, .taken: "its phrase is understood already, as something else"
    case .soundsLike: "its phrase sounds like the wake phrase"
    }
  }
}

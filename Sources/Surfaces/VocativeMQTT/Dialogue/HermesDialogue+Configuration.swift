import HermesProtocol

/// Which intents skills want to be taken.
extension HermesDialogue {
  /// Switches intents off, or on again: only what a skill has switched off can be switched on by one.
  mutating func configure(_ message: Hermes.Configure) -> [HermesEffect] {
    var disabled = disabledIntents
    for intent in message.intents {
      if intent.enable { disabled.remove(intent.intentId) } else { disabled.insert(intent.intentId) }
    }
    guard disabled != disabledIntents else { return [] }
    guard disabled.count <= Hermes.maxIntents else {
      return [.refuse("more than \(Hermes.maxIntents) intents are switched off")]
    }
    disabledIntents = disabled
    return [.disable(disabled)]
  }
}

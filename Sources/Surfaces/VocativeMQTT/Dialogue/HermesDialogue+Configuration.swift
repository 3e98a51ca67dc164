import HermesProtocol

/// Which intents are enabled by voice.
extension HermesDialogue {
  /// Disables or enables intents.
  ///
  /// A skill can only enable an intent that a skill has disabled.
  mutating func configure(_ message: Hermes.Configure) -> [HermesEffect] {
    var disabled = disabledIntents
    for intent in message.intents {
      if intent.enable { disabled.remove(intent.intentId) } else { disabled.insert(intent.intentId) }
    }
    guard disabled != disabledIntents else { return [] }
    guard disabled.count <= Hermes.maxIntents else {
      return [.refuse("more than \(Hermes.maxIntents) intents would be disabled")]
    }
    disabledIntents = disabled
    return [.disable(disabled)]
  }
}

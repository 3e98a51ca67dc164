import VocativeIntents

/// Decides which of several shortcuts owns a phrase, by a rule with the same result on all devices: the oldest version wins.
///
/// A shortcut that loses is set aside. It gets its phrase back if the other one is renamed or deleted.
struct PhraseOwnership {
  /// A shortcut's claim to a phrase.
  struct Claim {
    let id: VoiceShortcut.ID
    let version: ShortcutVersion
    /// The phrase as dictionary words.
    let sentence: String
  }

  /// The shortcuts that own their phrases, up to the maximum number.
  let owners: Set<VoiceShortcut.ID>

  init(_ claims: [Claim]) {
    var owners: Set<VoiceShortcut.ID> = []
    var sentences: Set<String> = []
    for claim in claims.sorted(by: { ($0.version, $0.id) < ($1.version, $1.id) })
    where owners.count < VoiceShortcutCenter.maxShortcuts && sentences.insert(claim.sentence).inserted {
      owners.insert(claim.id)
    }
    self.owners = owners
  }
}

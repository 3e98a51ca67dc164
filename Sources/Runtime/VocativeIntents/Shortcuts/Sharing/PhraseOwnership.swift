/// Which of several shortcuts has a phrase, by a rule that comes to the same on every box: the one whose version is the oldest.
///
/// What is set aside is kept, and has its phrase again when the other has another or is deleted.
struct PhraseOwnership {
  /// A shortcut as the rule sees it.
  struct Claim {
    let id: VoiceShortcut.ID
    let version: ShortcutVersion
    /// The phrase as dictionary words.
    let sentence: String
  }

  /// Those that have their phrases, up to as many as there may be.
  let owners: Set<VoiceShortcut.ID>

  init(_ claims: [Claim]) {
    var owners: Set<VoiceShortcut.ID> = []
    var sentences: Set<String> = []
    for claim in claims.sorted(by: { ($0.version, $0.id) < ($1.version, $1.id) })
    where owners.count < VoiceShortcutCenter.mostShortcuts && sentences.insert(claim.sentence).inserted {
      owners.insert(claim.id)
    }
    self.owners = owners
  }
}

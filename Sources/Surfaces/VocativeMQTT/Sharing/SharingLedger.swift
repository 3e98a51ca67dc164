import VocativeIntents

/// What a broker has kept of an assistant's, as far as a box has been told or has told it, and so what it still has to be told.
struct SharingLedger {
  /// Which connection, and which assistant: with another, everything is found out anew.
  struct Subject: Equatable {
    let connection: Int
    let assistant: String
  }

  let subject: Subject
  /// Who this box is.
  let box: String
  /// The word by which the box knows that all that the broker has kept has come.
  let sync: String
  /// Whether all of it has come.
  private(set) var isComplete = false
  /// Whether there may be something to tell.
  var isDue = false

  private var shortcuts: [VoiceShortcut.ID: SharedShortcut] = [:]
  private var names: [Vocabulary.Kind: [UInt8]] = [:]

  /// The most of either that is looked at.
  private static let mostShortcuts = 2000
  private static let mostKinds = 64

  init(subject: Subject, box: String, sync: String) {
    (self.subject, self.box, self.sync) = (subject, box, sync)
  }

  // MARK: What has come

  mutating func complete() { (isComplete, isDue) = (true, true) }

  /// The broker has this version now, or none.
  mutating func keeps(_ shortcut: SharedShortcut?, at id: VoiceShortcut.ID) {
    guard shortcuts.count < Self.mostShortcuts || shortcuts[id] != nil else { return }
    shortcuts[id] = shortcut
    isDue = true
  }

  /// The broker has these names of this box's own.
  ///
  /// Only what it has kept is looked at: of two boxes that take each other for themselves none would have the last word.
  mutating func keeps(_ bytes: [UInt8], of kind: Vocabulary.Kind) {
    guard !isComplete, names.count < Self.mostKinds || names[kind] != nil else { return }
    names[kind] = bytes.isEmpty ? nil : bytes
  }

  // MARK: What is to be told

  /// Something to be told to the broker.
  enum Publication {
    case shortcut(SharedShortcut)
    /// Nothing is to be kept of a shortcut any more, whose deletion is forgotten.
    case forgotten(VoiceShortcut.ID)
    case names(Vocabulary.Kind, [UInt8])
  }

  /// What the broker has to be told, as this is what the box knows.
  func publications(of known: [SharedShortcut], names own: [Vocabulary.Kind: [UInt8]], none: [UInt8]) -> [Publication] {
    var publications: [Publication] = []
    for shortcut in known {
      if let kept = shortcuts[shortcut.id] {
        if shortcut.supersedes(kept) { publications.append(.shortcut(shortcut)) }
      } else if shortcut.content != nil {
        // Where nobody remembers the shortcut, its deletion is nothing to know.
        publications.append(.shortcut(shortcut))
      }
    }
    let identifiers = Set(known.map(\.id))
    // Deletions that are not remembered any more, here and on every other box.
    for (id, kept) in shortcuts where kept.content == nil && !identifiers.contains(id) { publications.append(.forgotten(id)) }
    for (kind, bytes) in own where names[kind] != bytes { publications.append(.names(kind, bytes)) }
    for (kind, bytes) in names where own[kind] == nil && bytes != none { publications.append(.names(kind, none)) }
    return publications
  }

  /// The broker was told.
  mutating func told(_ publication: Publication) {
    switch publication {
    case .shortcut(let shortcut): shortcuts[shortcut.id] = shortcut
    case .forgotten(let id): shortcuts[id] = nil
    case .names(let kind, let bytes): names[kind] = bytes
    }
  }
}

package import VocativeIntents
package import VocativeMemory

/// Tracks the retained messages of a broker for an assistant, as far as this box knows, and the messages that are due.
package struct SharingLedger {
  /// The connection and the assistant; when either changes, the ledger starts over.
  package struct Subject: Equatable {
    let connection: Int
    let assistant: String

    package init(connection: Int, assistant: String) {
      (self.connection, self.assistant) = (connection, assistant)
    }
  }

  let subject: Subject
  /// The identity of this box.
  let box: String
  /// The token by which the box recognizes the end of the retained messages.
  let sync: String
  /// Whether all retained messages have arrived.
  package private(set) var isComplete = false
  /// Whether there may be something to publish.
  package var isDue = false

  private var shortcuts: [VoiceShortcut.ID: SharedShortcut] = [:]
  private var names: [Vocabulary.Kind: [UInt8]] = [:]

  /// The maximum number of items of each kind.
  private static let maxShortcuts = 2000
  private static let maxKinds = 64

  package init(subject: Subject, box: String, sync: String) {
    (self.subject, self.box, self.sync) = (subject, box, sync)
  }

  // MARK: Received items

  package mutating func complete() { (isComplete, isDue) = (true, true) }

  /// Records that the broker has this version, or none.
  package mutating func keeps(_ shortcut: SharedShortcut?, at id: VoiceShortcut.ID) {
    guard shortcuts.count < Self.maxShortcuts || shortcuts[id] != nil else { return }
    shortcuts[id] = shortcut
    isDue = true
  }

  /// Records this box's own names on the broker.
  ///
  /// Only retained names count: two boxes with the same identity would otherwise overwrite each other forever.
  package mutating func keeps(_ bytes: [UInt8], of kind: Vocabulary.Kind) {
    guard !isComplete, names.count < Self.maxKinds || names[kind] != nil else { return }
    names[kind] = bytes.isEmpty ? nil : bytes
  }

  // MARK: Items to publish

  /// An item to publish.
  package enum Publication: Equatable {
    case shortcut(SharedShortcut)
    /// Clear the retained message of a shortcut whose deletion is forgotten.
    case forgotten(VoiceShortcut.ID)
    case names(Vocabulary.Kind, [UInt8])
  }

  /// Returns what to publish, given this box's current items.
  package func publications(of known: [SharedShortcut], names own: [Vocabulary.Kind: [UInt8]], none: [UInt8]) -> [Publication] {
    var publications: [Publication] = []
    for shortcut in known {
      if let kept = shortcuts[shortcut.id] {
        if shortcut.supersedes(kept) { publications.append(.shortcut(shortcut)) }
      } else if shortcut.content != nil {
        // If no box remembers the shortcut, its deletion need not be published.
        publications.append(.shortcut(shortcut))
      }
    }
    let identifiers = Set(known.map(\.id))
    // Deletions that are forgotten, here and on every other box.
    for (id, kept) in shortcuts where kept.content == nil && !identifiers.contains(id) { publications.append(.forgotten(id)) }
    for (kind, bytes) in own where names[kind] != bytes { publications.append(.names(kind, bytes)) }
    for (kind, bytes) in names where own[kind] == nil && bytes != none { publications.append(.names(kind, none)) }
    return publications
  }

  /// Records that the item was published.
  package mutating func published(_ publication: Publication) {
    switch publication {
    case .shortcut(let shortcut): shortcuts[shortcut.id] = shortcut
    case .forgotten(let id): shortcuts[id] = nil
    case .names(let kind, let bytes): names[kind] = bytes
    }
  }
}

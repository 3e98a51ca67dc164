import Testing
import VocativeIntents
import VocativeMQTT
import VocativeMemory

/// The publications of a box, as a table: the state of the broker, the state of the box, and the due publications.
@Suite("Sharing by a broker")
struct SharingLedgerTests {
  private static func shortcut(_ id: String, _ counter: Int, phrase: String? = "good night") -> SharedShortcut {
    SharedShortcut(
      id: id, version: ShortcutVersion(counter: counter, author: "box"),
      content: phrase.map { .init(phrase: $0, steps: [Shortcut(intent: "Tell", values: [:], title: "Tell")]) })
  }

  /// One row: the retained shortcuts and names, the own ones, and the publications.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var broker: [SharedShortcut] = []
    var own: [SharedShortcut] = []
    var brokerNames: [Vocabulary.Kind: [UInt8]] = [:]
    var ownNames: [Vocabulary.Kind: [UInt8]] = [:]
    let expected: [SharingLedger.Publication]
  }

  private static let none: [UInt8] = Array("[]".utf8)

  static let rows = [
    Row(testDescription: "nothing anywhere", expected: []),
    Row(testDescription: "a shortcut that the broker lacks", own: [shortcut("a", 1)], expected: [.shortcut(shortcut("a", 1))]),
    Row(testDescription: "the same version", broker: [shortcut("a", 1)], own: [shortcut("a", 1)], expected: []),
    Row(
      testDescription: "a later version", broker: [shortcut("a", 1)], own: [shortcut("a", 2)],
      expected: [.shortcut(shortcut("a", 2))]),
    Row(testDescription: "an earlier version", broker: [shortcut("a", 2)], own: [shortcut("a", 1)], expected: []),
    Row(
      testDescription: "a deletion of a retained shortcut", broker: [shortcut("a", 1)], own: [shortcut("a", 2, phrase: nil)],
      expected: [.shortcut(shortcut("a", 2, phrase: nil))]),
    Row(testDescription: "a deletion of a shortcut that the broker lacks", own: [shortcut("a", 2, phrase: nil)], expected: []),
    Row(
      testDescription: "a retained deletion that this box has forgotten", broker: [shortcut("a", 2, phrase: nil)],
      expected: [.forgotten("a")]),
    Row(testDescription: "a retained shortcut that this box does not know", broker: [shortcut("a", 1)], expected: []),
    Row(
      testDescription: "names that the broker lacks", ownNames: [.contactName: [1]], expected: [.names(.contactName, [1])]),
    Row(testDescription: "the same names", brokerNames: [.contactName: [1]], ownNames: [.contactName: [1]], expected: []),
    Row(
      testDescription: "other names", brokerNames: [.contactName: [1]], ownNames: [.contactName: [2]],
      expected: [.names(.contactName, [2])]),
    Row(
      testDescription: "names that this box has no more", brokerNames: [.contactName: [1]],
      expected: [.names(.contactName, none)]),
    Row(testDescription: "an empty list that is retained", brokerNames: [.contactName: none], expected: []),
  ]

  private func ledger(_ row: Row) -> SharingLedger {
    var ledger = SharingLedger(subject: .init(connection: 1, assistant: "home"), box: "box", sync: "sync")
    for shortcut in row.broker { ledger.keeps(shortcut, at: shortcut.id) }
    for (kind, bytes) in row.brokerNames { ledger.keeps(bytes, of: kind) }
    ledger.complete()
    return ledger
  }

  @Test("A box publishes items that the broker lacks or has in an older version", arguments: rows)
  func publications(row: Row) {
    #expect(ledger(row).publications(of: row.own, names: row.ownNames, none: Self.none) == row.expected)
  }

  @Test("After it is published, an item is not due any more", arguments: rows)
  func published(row: Row) {
    var ledger = ledger(row)
    for publication in row.expected { ledger.published(publication) }
    #expect(ledger.publications(of: row.own, names: row.ownNames, none: Self.none).isEmpty)
  }

  @Test("Names from the broker count only until all retained messages have arrived")
  func lateNames() {
    var ledger = ledger(Row(testDescription: "", expected: []))
    ledger.keeps([9], of: .contactName)
    #expect(ledger.publications(of: [], names: [.contactName: [1]], none: Self.none) == [.names(.contactName, [1])])
    #expect(ledger.isComplete && ledger.isDue)
  }

  @Test("A retained message that is cleared makes its shortcut due again")
  func cleared() {
    let shortcut = Self.shortcut("a", 1)
    var ledger = ledger(Row(testDescription: "", broker: [shortcut], own: [shortcut], expected: []))
    ledger.isDue = false
    ledger.keeps(nil, at: "a")
    #expect(ledger.isDue)
    #expect(ledger.publications(of: [shortcut], names: [:], none: Self.none) == [.shortcut(shortcut)])
  }
}

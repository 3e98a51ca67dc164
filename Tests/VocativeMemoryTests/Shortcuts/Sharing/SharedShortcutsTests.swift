import Testing
import VocativeIntents
import VocativeMemory

@Suite("The shared state of shortcuts")
struct SharedShortcutsTests {
  private static func shortcut(_ id: String, _ counter: Int, _ author: String, _ phrase: String?) -> SharedShortcut {
    SharedShortcut(
      id: id, version: ShortcutVersion(counter: counter, author: author),
      content: phrase.map { .init(phrase: $0, steps: [Shortcut(intent: "Goal", values: [:], title: "Goal")]) })
  }

  private static func permutations<Element>(of elements: [Element]) -> [[Element]] {
    guard elements.count > 1 else { return [elements] }
    return elements.indices.flatMap { index in
      var rest = elements
      let first = rest.remove(at: index)
      return permutations(of: rest).map { [first] + $0 }
    }
  }

  /// Concurrent changes of two shortcuts by three devices, with ties, a deletion, and a device with a copied identity.
  private static let messages = [
    shortcut("a", 1, "kitchen", "summer dreams"), shortcut("a", 2, "hall", "beach time"), shortcut("a", 2, "kitchen", "payday"),
    shortcut("a", 2, "kitchen", nil), shortcut("b", 1, "study", nil), shortcut("b", 3, "hall", "good morning"),
  ]

  @Test("Merging messages has the same result in any order and with any repetition")
  func order() {
    let expected = SharedShortcuts([Self.messages[2], Self.messages[5]])
    let orders = Self.permutations(of: Self.messages)
    #expect(orders.count == 720)
    for order in orders {
      var state = SharedShortcuts()
      for message in order { state.merge(message) }
      #expect(state == expected)
      for message in order { state.merge(message) }
      #expect(state == expected)
    }
  }

  @Test("Merging two states has the same result, however the messages were divided between them")
  func groups() {
    let expected = SharedShortcuts([Self.messages[2], Self.messages[5]])
    for mask in 0..<1 << Self.messages.count {
      var (one, other) = (SharedShortcuts(), SharedShortcuts())
      for (index, message) in Self.messages.enumerated() {
        if mask & 1 << index == 0 { one.merge(message) } else { other.merge(message) }
      }
      let former = one
      for entry in other.entries.values { one.merge(entry) }
      for entry in former.entries.values { other.merge(entry) }
      #expect(one == expected)
      #expect(other == expected)
    }
  }

  @Test("An older or equal version is known, and changes nothing")
  func known() {
    var state = SharedShortcuts()
    #expect(state.merge(Self.messages[1]) == .accepted)
    #expect(state.merge(Self.messages[1]) == .known)
    #expect(state.merge(Self.messages[0]) == .known)
    #expect(state.merge(Self.messages[2]) == .accepted)
  }

  @Test("The latest deletions up to the maximum are remembered, regardless of their order")
  func deletions() {
    let count = SharedShortcuts.maxDeleted + 50
    let deletions = (1...count).map { Self.shortcut("id-\($0)", $0, "hall", nil) }
    var (forth, back) = (SharedShortcuts(), SharedShortcuts())
    for deletion in deletions { forth.merge(deletion) }
    for deletion in deletions.reversed() { back.merge(deletion) }
    #expect(forth == SharedShortcuts(deletions.suffix(SharedShortcuts.maxDeleted)))
    #expect(back == forth)
  }

  @Test("A flood of shortcuts reaches a limit, and does not displace existing ones")
  func flood() {
    var state = SharedShortcuts()
    for number in 1...SharedShortcuts.maxKept {
      #expect(state.merge(Self.shortcut("id-\(number)", number, "hall", "phrase \(number)")) == .accepted)
    }
    guard case .refused(let reason) = state.merge(Self.shortcut("one-more", 1, "hall", "one more")) else {
      Issue.record("there is no limit")
      return
    }
    #expect(reason.contains("\(SharedShortcuts.maxKept)"))
    #expect(state.merge(Self.shortcut("id-1", 10_000, "hall", "changed")) == .accepted)
    #expect(state.merge(Self.shortcut("id-2", 10_001, "hall", nil)) == .accepted)
    #expect(state.merge(Self.shortcut("one-more", 1, "hall", "one more")) == .accepted)
  }

  @Test(
    "An invalid version is rejected with a reason",
    arguments: [
      shortcut("a/b", 1, "hall", "one"), shortcut("", 1, "hall", "one"),
      shortcut(String(repeating: "a", count: 65), 1, "hall", "one"),
      shortcut("a", 0, "hall", "one"), shortcut("a", -1, "hall", nil), shortcut("a", .min, "hall", nil),
      shortcut("a", .max, "hall", "one"), shortcut("a", (1 << 32) + 1, "hall", "one"), shortcut("a", 1, "", "one"),
      shortcut("a", 1, "häll", "one"), shortcut("a", 1, "hall", ""), shortcut("a", 1, "hall", "…"),
      shortcut("a", 1, "hall", "one\u{2028}two"), shortcut("a", 1, "hall", "one\u{0}"),
      shortcut("a", 1, "hall", "one two three four five six seven eight nine ten eleven"),
      shortcut("a", 1, "hall", "x" + String(repeating: "🏖", count: 500)),
    ])
  func faults(_ message: SharedShortcut) {
    var state = SharedShortcuts()
    guard case .refused(let reason) = state.merge(message) else {
      Issue.record("\(message) was accepted")
      return
    }
    #expect(!reason.isEmpty)
    #expect(state == SharedShortcuts())
  }

  @Test("Missing, too many, too large or multi-line steps are rejected")
  func steps() {
    let step = Shortcut(intent: "Goal", values: [:], title: "Goal")
    for steps in [
      [], Array(repeating: step, count: 21), [Shortcut(intent: "", values: [:], title: "")],
      [Shortcut(intent: "Goal", values: [:], title: "Goal\nforged: line")],
      [Shortcut(intent: "Goal", values: ["body": String(repeating: "x", count: 20_000)], title: "Goal")],
    ] {
      let message = SharedShortcut(
        id: "a", version: ShortcutVersion(counter: 1, author: "hall"), content: .init(phrase: "one", steps: steps))
      #expect(message.fault != nil)
    }
  }
}

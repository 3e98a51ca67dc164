import Foundation
import Testing
import VocativeIntents
import VocativeMemory
import VocativeStorage
import VocativeTestSupport

@Suite("Voice shortcuts on several devices")
struct VoiceShortcutSharingTests {
  /// A device with its own store.
  private struct Box: Sendable {
    let center: VoiceShortcutCenter
    let name: String

    init() async throws {
      let store = try RuntimeStore(path: nil)
      center = VoiceShortcutCenter(assistant: "money", store: store)
      name = try await store.box()
    }

    /// Merges the whole state of another device.
    @discardableResult
    func hear(_ other: Box) async throws -> VoiceShortcutCenter.Merge { try await center.merge(try await other.center.shared()) }

    func add(_ phrase: String) async throws -> VoiceShortcut {
      let change = await center.add(phrase: phrase, steps: [Shortcut(intent: "Goal", values: ["for": phrase], title: phrase)])
      guard case .added(let shortcut) = change else { throw Refused(change: change) }
      return shortcut
    }

    var phrases: Set<String> { get async throws { Set(try await center.all().map(\.invocationPhrase)) } }
  }

  private struct Refused: Error {
    let change: VoiceShortcutChange
  }

  @Test("Additions, changes and deletions on one device appear on the other")
  func life() async throws {
    let (one, other) = (try await Box(), try await Box())
    let made = try await one.add("summer dreams")
    #expect(try await other.hear(one).changes == 1)
    #expect(try await other.center.all() == [made])
    #expect(try await other.hear(one) == VoiceShortcutCenter.Merge(), "nothing new")

    _ = await other.center.update(id: made.id, phrase: "beach time")
    try await one.hear(other)
    #expect(try await one.phrases == ["beach time"])

    #expect(await one.center.delete(made.id) == .deleted(made.id))
    // The other device's version is older than the deletion.
    try await one.hear(other)
    #expect(try await one.center.all().isEmpty)
    try await other.hear(one)
    #expect(try await other.center.all().isEmpty)
    #expect(try await other.center.shared().map(\.content) == [nil])
  }

  @Test("Three devices converge to the same state, whatever they change and exchange", arguments: 0..<30)
  func convergence(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let boxes = [try await Box(), try await Box(), try await Box()]
    let phrases = ["summer dreams", "beach time", "payday", "good morning"]
    for _ in 0..<40 {
      let box = boxes[Int.random(in: 0..<3, using: &random)]
      let known = try await box.center.all() + box.center.setAside()
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1: _ = try? await box.add(phrases.randomElement(using: &random) ?? "")
      case 2:
        if let id = known.randomElement(using: &random)?.id {
          _ = await box.center.update(id: id, phrase: phrases.randomElement(using: &random) ?? "")
        }
      case 3: if let id = known.randomElement(using: &random)?.id { _ = await box.center.delete(id) }
      default:
        // Exchange a part of the state in a different order, as after a disconnection.
        let heard = try await boxes[Int.random(in: 0..<3, using: &random)].center.shared().shuffled(using: &random)
        _ = try await box.center.merge(Array(heard.prefix(Int.random(in: 0...heard.count, using: &random))))
      }
    }
    for _ in 0..<2 {
      for box in boxes { for other in boxes { try await box.hear(other) } }
    }
    let inForce = Set(try await boxes[0].center.all())
    let setAside = Set(try await boxes[0].center.setAside())
    for box in boxes {
      #expect(Set(try await box.center.all()) == inForce)
      #expect(Set(try await box.center.setAside()) == setAside)
    }
    #expect(Set(inForce.map(\.invocationPhrase)).count == inForce.count, "each phrase has one meaning")
  }

  @Test("The older of two shortcuts owns a shared phrase, and the other one gets it back when it is free")
  func onePhrase() async throws {
    let (one, other) = (try await Box(), try await Box())
    _ = try await other.add("payday")
    let younger = try await other.add("Summer dreams")
    let older = try await one.add("summer dreams")
    let merge = try await other.hear(one)
    #expect(merge.setAside == [younger])
    #expect(try await one.hear(other).setAside.map(\.id) == [younger.id], "both devices agree")
    for box in [one, other] {
      #expect(try await box.center.all().map(\.id).contains(older.id))
      #expect(try await box.phrases == ["summer dreams", "payday"])
      #expect(try await box.center.setAside() == [younger])
    }
    // Renaming a shortcut to its current phrase changes nothing, and does not lose the phrase.
    _ = await one.center.update(id: older.id, phrase: "summer dreams")
    #expect(try await one.center.setAside() == [younger])

    _ = await one.center.delete(older.id)
    try await other.hear(one)
    for box in [one, other] {
      #expect(try await box.phrases == ["Summer dreams", "payday"])
      #expect(try await box.center.setAside().isEmpty)
    }
  }

  @Test("A shortcut that was set aside can get another phrase")
  func renaming() async throws {
    let (one, other) = (try await Box(), try await Box())
    let ones = try await one.add("payday")
    let others = try await other.add("payday")
    try await one.hear(other)
    try await other.hear(one)
    let waiting = try #require(try await one.center.setAside().first)
    #expect([ones, others].contains(waiting))
    guard case .updated = await one.center.update(id: waiting.id, phrase: "beach time") else {
      Issue.record("it was refused")
      return
    }
    try await other.hear(one)
    #expect(try await other.phrases == ["payday", "beach time"])
  }

  @Test("More shortcuts than the maximum are stored, and all devices use the same ones")
  func tooMany() async throws {
    let (one, other) = (try await Box(), try await Box())
    for (box, author) in [(one, "one"), (other, "other")] {
      let made = (1...150).map { number in
        SharedShortcut(
          id: "\(author)-\(number)", version: ShortcutVersion(counter: number, author: author),
          content: .init(phrase: "phrase \(author) \(number)", steps: [Shortcut(intent: "A", values: [:], title: "A")]))
      }
      _ = try await box.center.merge(made)
    }
    try await one.hear(other)
    #expect(try await other.hear(one).setAside.count == 100)
    #expect(try await one.center.all().count == VoiceShortcutCenter.maxShortcuts)
    #expect(try await one.phrases == other.phrases)
    guard
      case .failed(let reason) = await one.center.add(phrase: "one more", steps: [Shortcut(intent: "A", values: [:], title: "")])
    else {
      Issue.record("there is no limit")
      return
    }
    #expect(reason.contains("delete one first"))
  }

  @Test("An implausibly high counter is rejected, and never prevents further changes on this device")
  func absurdCounters() async throws {
    let (one, other) = (try await Box(), try await Box())
    let shortcut = try await one.add("summer dreams")
    let content = try #require(try await one.center.shared().first?.content)
    for counter in [Int.max, ShortcutVersion.maxCounter, ShortcutVersion.maxCounter + 1, 1 << 40] {
      let hostile = SharedShortcut(id: shortcut.id, version: ShortcutVersion(counter: counter, author: "zzz"), content: nil)
      #expect(try await one.center.merge([hostile]).refusals.count == 1)
    }
    #expect(try await one.center.all() == [shortcut])
    // An attacker can raise the counter step by step.
    for step in 1...50 {
      let version = ShortcutVersion(counter: 1 + step * ShortcutVersion.maxLead, author: "zzz")
      let hostile = SharedShortcut(id: shortcut.id, version: version, content: step.isMultiple(of: 2) ? nil : content)
      #expect(try await one.center.merge([hostile]).refusals.isEmpty)
    }
    let again = try await one.add("summer dreams")
    _ = await one.center.update(id: again.id, phrase: "beach time")
    #expect(try await one.phrases == ["beach time"])
    // A device that was away for a long time receives versions with lower counters first, from other devices or later connections.
    #expect(try await other.center.merge(one.center.shared()).refusals.count == 1)
  }

  @Test("Migrating the previous database version gives its shortcuts versions, which other devices accept")
  func migration() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/runtime.sqlite"
    try FormerDatabase.make(at: path)
    let store = try RuntimeStore(path: path)
    let center = VoiceShortcutCenter(assistant: "money", store: store)
    #expect(try await center.all().map(\.invocationPhrase) == ["summer dreams", "payday"])
    let shared = try await center.shared().sorted { $0.version < $1.version }
    #expect(shared.map(\.id) == ["A-1", "A-2"])
    let box = try await store.box()
    #expect(UUID(uuidString: box) != nil)
    #expect(shared.allSatisfy { $0.version.author == box && $0.fault == nil })
    #expect(
      try await Vocabulary(assistant: "money", store: store).spokenStrings(of: .contactName).map(\.spokenPhrase) == ["Anna"])
    let other = try await Box()
    _ = try await other.add("payday")
    _ = try await other.center.merge(shared)
    #expect(try await other.phrases == ["summer dreams", "payday"])
    guard case .added = await center.add(phrase: "beach time", steps: [Shortcut(intent: "A", values: [:], title: "")]) else {
      Issue.record("nothing can be added")
      return
    }
    #expect(try await RuntimeStore(path: path).box() == box, "the identity stays the same")
  }
}

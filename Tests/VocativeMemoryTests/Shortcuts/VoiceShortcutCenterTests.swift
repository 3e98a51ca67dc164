import Foundation
import Testing
import VocativeIntents
import VocativeMemory
import VocativeStorage
import VocativeTestSupport

@Suite("Voice shortcuts", .tags(.long))
struct VoiceShortcutCenterTests {
  private let folder: TemporaryFolder
  private let center: VoiceShortcutCenter
  private let goal = Shortcut(intent: "GoalProgress", values: ["goal": "🏖"], title: "Goal progress: 🏖")
  private let spend = Shortcut(intent: "SafeToSpend", values: [:], title: "Safe to spend")

  init() throws {
    folder = try TemporaryFolder()
    let store = try RuntimeStore(path: folder.path + "/runtime.sqlite")
    center = VoiceShortcutCenter(assistant: "money", store: store).checkingPhrases {
      InvocationPhraseCheck(
        existing: [("the wake phrase", ["hello", "computer"])], pronunciations: try SpokenDictionary.lookup())
    }
  }

  /// Adds a shortcut, which must succeed.
  private func added(_ phrase: String, _ steps: Shortcut...) async throws -> VoiceShortcut {
    let change = await center.add(phrase: phrase, steps: steps)
    guard case .added(let shortcut) = change else { throw Refused(change: change) }
    return shortcut
  }

  private struct Refused: Error {
    let change: VoiceShortcutChange
  }

  @Test("A shortcut can be added, found, renamed and deleted")
  func life() async throws {
    let added = try await added("🏖 Beach time!", goal)
    #expect(added.invocationPhrase == "🏖 Beach time!")
    #expect(added.steps == [goal])
    #expect(UUID(uuidString: added.id) != nil)
    #expect(try await center.all() == [added])
    #expect(try await center.shortcut(id: added.id) == added)
    let renamed = VoiceShortcut(id: added.id, invocationPhrase: "summer dreams", steps: [goal])
    #expect(await center.update(id: added.id, phrase: "summer dreams") == .updated(renamed))
    // A shortcut's own former phrase does not conflict with it.
    let written = VoiceShortcut(id: added.id, invocationPhrase: "Summer dreams 🏖", steps: [goal])
    #expect(await center.update(id: added.id, phrase: "Summer dreams 🏖") == .updated(written))
    #expect(try await center.shortcut(id: added.id) == written)
    #expect(await center.delete(added.id) == .deleted(added.id))
    #expect(try await center.all().isEmpty)
    #expect(try await center.shortcut(id: added.id) == nil)
  }

  @Test("The phrase of a deleted shortcut is in no entry of the timeline and in no remembered choice", arguments: [true, false])
  func forgotten(isDeletedHere: Bool) async throws {
    let memory = AssistantMemory(assistant: "money", store: try RuntimeStore(path: nil))
    guard case .added(let shortcut) = await memory.shortcuts.add(phrase: "golden sun", steps: [goal]) else {
      Issue.record("the shortcut was refused")
      return
    }
    let requests: [(String, [String: String])] = [
      ("AddShortcut", [:]), ("ListShortcuts", [:]), ("EditShortcut", ["shortcut": shortcut.id]),
    ]
    for (intent, values) in requests {
      let title = values.isEmpty ? intent : "Change a shortcut: golden sun"
      let dispatch = Dispatch(
        id: intent, assistant: "money", intent: intent, title: title, values: values, topic: "money.Shortcuts.\(intent)",
        source: .voice, session: "s", date: UTC.date(2026, 5, 1))
      try await memory.timeline.complete(
        Interaction(dispatch: dispatch, response: .success("It's golden sun."), duration: .zero))
    }
    for meaning in ["money.VoiceShortcut.\(shortcut.id)", "money.Sun"] {
      let choice = SharedSentenceChoice(
        sentence: "golden sun", assistant: "money", others: ["notes"], date: UTC.date(2026, 5, 1))
      try await memory.remember(choice, among: ["notes.Sun", meaning])
    }
    if isDeletedHere {
      #expect(await memory.shortcuts.delete(shortcut.id) == .deleted(shortcut.id))
    } else {
      let version = ShortcutVersion(counter: 9, author: "kitchen")
      #expect(try await memory.shortcuts.merge([SharedShortcut(id: shortcut.id, version: version, content: nil)]).changes == 1)
    }
    let entries = try await memory.timeline.entries()
    #expect(entries.map(\.title) == [nil, "ListShortcuts", "AddShortcut"])
    #expect(entries.allSatisfy { $0.dialog == nil && $0.code == .success })
    #expect(try await memory.choices.all().count == 1, "the other one is about other sentences")
  }

  @Test("A workflow keeps the order of its steps")
  func workflow() async throws {
    let morning = try await added("good morning", spend, goal, spend)
    #expect(morning.isWorkflow)
    #expect(try await center.all().map(\.steps) == [[spend, goal, spend]])
    #expect(morning.title == "Safe to spend, then Goal progress: 🏖, then Safe to spend")
    #expect(try await center.state(of: spend) == .add)
  }

  @Test("An invalid character does not truncate a phrase")
  func zero() async throws {
    #expect(try await added("summer\0 dreams", goal).invocationPhrase == "summer dreams")
    #expect(try await center.all().map(\.invocationPhrase) == ["summer dreams"])
  }

  @Test(
    "A phrase is stored on one line, without characters that affect a terminal",
    arguments: [
      ("summer\u{1B}[31m dreams\u{1B}[0m", "summer dreams"), ("summer\n\tdreams\r\n", "summer dreams"),
      ("\u{1B}]0;title\u{07}summer dreams", "summer dreams"), ("summer\u{7} dreams\u{1B}", "summer dreams"),
      ("\u{202E}summer dreams", "summer dreams"), ("summer\u{2028}dreams", "summer dreams"),
      ("👩‍🚀 summer dreams", "👩‍🚀 summer dreams"),
    ])
  func oneLine(phrase: String, kept: String) async throws {
    let added = try await added(phrase, goal)
    #expect(added.invocationPhrase == kept)
    guard case .updated(let shortcut) = await center.update(id: added.id, phrase: phrase + "\n") else {
      Issue.record("it was not changed")
      return
    }
    #expect(shortcut.invocationPhrase == kept)
    #expect(try await center.all().map(\.invocationPhrase) == [kept])
  }

  @Test("Changing a shortcut that does not exist fails with a reason")
  func gone() async throws {
    for change in [await center.update(id: "nothing", phrase: "summer dreams"), await center.delete("nothing")] {
      guard case .failed(let reason) = change else {
        Issue.record("\(change)")
        return
      }
      #expect(reason == "there is no voice shortcut \"nothing\"; \"vocative shortcuts list\" shows all of them")
    }
  }

  @Test(
    "A phrase that is or sounds like another one fails with both, and changes nothing",
    arguments: [
      ("hello computer", "already understood as the wake phrase"),
      ("yellow commuter", "sounds like \"hello computer\""),
      ("Payday!", "\"Payday!\" is already understood as your shortcut to Safe to spend"),
      ("pay day", "\"pay day\" sounds like \"payday\", which is understood as your shortcut to Safe to spend"),
      ("wake мария", "the pronunciation of \"мария\""),
      ("", "has no words to say"),
    ])
  func conflicts(phrase: String, reason: String) async throws {
    let payday = try await added("payday", spend)
    let other = try await added("summer dreams", goal)
    for change in [await center.add(phrase: phrase, steps: [goal]), await center.update(id: other.id, phrase: phrase)] {
      guard case .failed(let words) = change else {
        Issue.record("\(change)")
        return
      }
      #expect(words.contains(reason), "\(words)")
    }
    #expect(try await center.all() == [payday, other])
  }

  @Test("Two programs that add the same phrase at the same time create one shortcut")
  func atOnce() async throws {
    let path = folder.path + "/runtime.sqlite"
    let changes = try await withThrowingTaskGroup(of: VoiceShortcutChange.self) { group in
      for _ in 0..<4 {
        group.addTask { [goal] in
          await VoiceShortcutCenter(assistant: "money", store: try RuntimeStore(path: path)).add(
            phrase: "summer dreams", steps: [goal])
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(try await center.all().count == 1)
    let failures = changes.compactMap { if case .failed(let reason) = $0 { reason } else { nil } }
    #expect(failures.count == 3)
    #expect(failures.allSatisfy { $0.contains("already understood as your shortcut to Goal progress") })
  }

  @Test("A shortcut needs at least one step, not too many, and not too large ones")
  func steps() async throws {
    let huge = Shortcut(intent: "Write", values: ["body": String(repeating: "x", count: 100_000)], title: "Write")
    for (steps, reason) in [
      ([], "has no steps"), (Array(repeating: spend, count: 21), "has 21 steps; at most 20 are allowed"), ([huge], "bytes"),
    ] {
      guard case .failed(let words) = await center.add(phrase: "summer dreams", steps: steps) else {
        Issue.record("\(steps.count) steps were accepted")
        return
      }
      #expect(words.contains(reason))
    }
    #expect(try await center.all().isEmpty)
  }

  @Test("The number of voice shortcuts is limited")
  func bounds() async throws {
    let plain = VoiceShortcutCenter(assistant: "notes", store: try RuntimeStore(path: folder.path + "/runtime.sqlite"))
    for number in 0..<VoiceShortcutCenter.maxShortcuts {
      guard case .added = await plain.add(phrase: "phrase number \(number)", steps: [goal]) else {
        Issue.record("number \(number) was refused")
        return
      }
    }
    #expect(
      await plain.add(phrase: "one more", steps: [goal])
        == .failed(reason: "there are already 200 voice shortcuts; delete one first"))
    #expect(try await plain.all().count == VoiceShortcutCenter.maxShortcuts)
  }

  @Test("A shortcut with a phrase is recognized, regardless of its current title")
  func state() async throws {
    #expect(try await center.state(of: goal) == .add)
    let added = try await added("summer dreams", goal)
    #expect(try await center.state(of: Shortcut(intent: goal.intent, values: goal.values, title: "Beach")) == .added(added))
    #expect(try await center.state(of: spend) == .add)
  }

  @Test("New suggestions replace the previous ones in order, and those beyond the maximum are dropped")
  func suggestions() async throws {
    try await center.setSuggestions([goal, spend])
    #expect(try await center.suggestions() == [goal, spend])
    let many = (0..<150).map { Shortcut(intent: "A", values: ["n": "\($0)"], title: "") }
    try await center.setSuggestions(many)
    #expect(try await center.suggestions() == Array(many.prefix(100)))
    let huge = Shortcut(intent: "Write", values: ["body": String(repeating: "x", count: 100_000)], title: "Write")
    await #expect(throws: StoreError.self) { try await center.setSuggestions([spend, huge]) }
    #expect(try await center.suggestions().count == 100)
    try await center.setSuggestions([])
    #expect(try await center.suggestions().isEmpty)
  }
}

import Foundation
import Logging
import Synchronization
import Testing
import VocativeIntents
import VocativeMemory
import VocativeStorage
import VocativeTestSupport

@Suite("Donations")
struct InteractionDonationsTests {
  private let donations: InteractionDonations
  private let folder: TemporaryFolder
  private let observer: DonationObserver
  private let rent = Shortcut(intent: "Rent", values: [:], title: "Rent expense")
  private let coffee = Shortcut(intent: "Expense", values: ["category": "☕️"], title: "Coffee expense")

  init() throws {
    folder = try TemporaryFolder()
    donations = InteractionDonations(assistant: "money", store: try RuntimeStore(path: folder.path + "/runtime.sqlite"))
    observer = DonationObserver(donations: donations, logger: .silent)
  }

  private func interaction(
    _ id: String = "1", response: IntentResponse = .success("Done."), isPrivate: Bool = false, isEligible: Bool = true
  ) -> Interaction {
    let dispatch = Dispatch(
      id: id, assistant: "money", intent: "SafeToSpend", title: "Safe to spend", values: [:], topic: "money.SafeToSpend",
      source: .voice, session: "s", date: UTC.date(2026, 5, 4, 7), isPrivate: isPrivate, isEligibleForPrediction: isEligible)
    return Interaction(dispatch: dispatch, response: response, duration: .zero, associatedShortcuts: [rent])
  }

  @Test("An interaction is donated with its associated shortcuts, which have less weight")
  func donating() async throws {
    await observer.didComplete(interaction())
    let all = try await donations.all()
    #expect(all.map(\.shortcut.intent) == ["Rent", "SafeToSpend"])
    #expect(all.map(\.weight) == [InteractionDonations.associatedWeight, 1])
    #expect(all.map(\.id) == ["1", "1"])
    #expect(all.map(\.date) == [UTC.date(2026, 5, 4, 7), UTC.date(2026, 5, 4, 7)])
    let predictions = try await donations.predictions(at: UTC.date(2026, 5, 5, 7), calendar: UTC.calendar)
    #expect(predictions.map(\.shortcut.intent) == ["SafeToSpend", "Rent"])
    #expect(predictions.map(\.reason) == ["used recently", "related to what you use"])
  }

  @Test("An interaction that is private, ineligible or unsuccessful is not donated")
  func notDonated() async throws {
    for interaction in [
      interaction(isPrivate: true), interaction(isEligible: false), interaction(response: .failure("No.")),
      interaction(response: .ready("Shall I?")), interaction(response: .failureRequiringAppLaunch("Open it.")),
    ] {
      await observer.didComplete(interaction)
      #expect(try await donations.donate(interaction) == false)
    }
    #expect(try await donations.all().isEmpty)
    #expect(try await donations.predictions(at: UTC.date(2026, 5, 5), calendar: UTC.calendar).isEmpty)
  }

  @Test("Donations can be deleted by identifier, by group and all at once")
  func deleting() async throws {
    let first = try await donations.donate(rent, date: UTC.date(2026, 5, 1))
    try await donations.donate(coffee, group: "☕️", date: UTC.date(2026, 5, 2))
    try await donations.donate(coffee, group: "☕️", date: UTC.date(2026, 5, 3))
    try await donations.donate(interaction("4"))
    try await donations.delete(first)
    #expect(try await donations.all().count == 4)
    try await donations.delete("4")
    #expect(try await donations.all().map(\.group) == ["☕️", "☕️"])
    try await donations.delete(group: "no such group")
    try await donations.delete(group: "☕️")
    #expect(try await donations.all().isEmpty)
    try await donations.donate(rent)
    try await donations.deleteAll()
    #expect(try await donations.all().isEmpty)
  }

  @Test("Each donation is taken once, the oldest first, even if others are stored meanwhile")
  func taking() async throws {
    let taken = Mutex<[String]>([])
    let take: @Sendable (Donation) -> Void = { donation in taken.withLock { $0.append(donation.group ?? "") } }
    try await donations.donate(rent, group: "first", date: UTC.date(2026, 5, 1))
    try await donations.donate(rent, group: "second", date: UTC.date(2026, 5, 2))
    try await donations.takeAll(take)
    #expect(taken.withLock { $0 } == ["first", "second"])
    #expect(try await donations.all().isEmpty)

    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask { [donations, rent] in _ = try await donations.donate(rent, group: "\(number)") }
        group.addTask { [donations] in try await donations.takeAll(take) }
      }
      try await group.waitForAll()
    }
    try await donations.takeAll(take)
    #expect(taken.withLock { $0 }.dropFirst(2).sorted() == (0..<100).map(String.init).sorted())
  }

  private final class Events: Sendable {
    private let kept = Mutex<[String]>([])
    var last: String? { kept.withLock { $0.last } }
    func add(_ event: String) { kept.withLock { $0.append(event) } }
  }

  @Test("A group is deleted after those of its donations that are taken at the same time")
  func takingAndDeleting() async throws {
    let events = Events()
    let donations = AssistantMemory(assistant: "money", store: try RuntimeStore(path: nil))
      .onForgetting { _ in events.add("deleted") }.donations
    for _ in 0..<50 {
      try await donations.donate(rent, group: "Rent")
      async let taken: Void = donations.takeAll { _ in events.add("taken") }
      async let deleted = donations.delete(group: "Rent")
      try await taken
      _ = try await deleted
      #expect(events.last == "deleted")
    }
  }

  @Test("The oldest donations beyond the maximum are dropped")
  func bounds() async throws {
    for number in 0..<InteractionDonations.maxDonations + 10 {
      try await donations.donate(rent, group: "\(number)", date: UTC.date(2026, 1, 1) + Double(number) * 60)
    }
    let all = try await donations.all(limit: 100_000)
    #expect(all.map(\.group) == (10..<1010).reversed().map(String.init))
    #expect(try await donations.all(limit: 3).count == 3)
    #expect(try await donations.all(limit: -3).isEmpty)
  }

  @Test("Requests are learned after the clock was set back")
  func clockSetBack() async throws {
    for number in 0..<InteractionDonations.maxDonations {
      try await donations.donate(rent, group: "\(number)", date: UTC.date(2026, 1, 1) + Double(number) * 60)
    }
    try await donations.donate(coffee, group: "☕️", date: UTC.date(2025, 1, 1))
    try await donations.donate(coffee, group: "☕️", date: UTC.date(2025, 1, 2))
    #expect(try await donations.all(limit: 3).map(\.group) == ["☕️", "☕️", "999"])
    #expect(try await donations.all().count == InteractionDonations.maxDonations)
  }

  @Test("A shortcut that is too large is rejected by name, and its interaction is not stored")
  func huge() async throws {
    let huge = Shortcut(intent: "WriteNote", values: ["body": String(repeating: "☕️", count: 100_000)], title: "Write a note")
    let dispatch = interaction().dispatch
    let error = await #expect(throws: StoreError.self) {
      try await donations.donate(
        Interaction(dispatch: dispatch, response: .success(""), duration: .zero, associatedShortcuts: [rent, huge]))
    }
    #expect(error?.reason.contains("WriteNote") == true)
    #expect(try await donations.all().isEmpty)
  }
}

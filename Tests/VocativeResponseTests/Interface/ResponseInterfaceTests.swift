import Synchronization
import Testing
import VocativeIntents
import VocativeResponse
import VocativeTestSupport

@Suite("Response interfaces")
struct ResponseInterfaceTests {
  private let journal = Journal()

  /// Runs a test with an interface whose presenters record their calls in a journal.
  private func with(
    _ presenters: [any ResponsePresenter.Type], context: InterfaceContext = .page, budget: Duration = .seconds(3600),
    redraw: @escaping @Sendable (InterfaceCard) -> Void = { _ in }, _ work: (ResponseInterface) async throws -> Void
  ) async rethrows {
    try await Journal.$current.withValue(journal) {
      try await work(ResponseInterface(presenters: presenters, context: context, budget: budget, redraw: redraw))
    }
  }

  // MARK: Parameters

  @Test("An interaction's parameters are the intent's followed by the response's, in order")
  func parameters() {
    #expect(
      Interaction.goal().interfaceParameters == [
        .intent("goal"), .progress, .response("Saved"), .response("Target"), .response("To go"),
      ])
  }

  @Test("Values without a unique label are named by their number")
  func unnamed() {
    let card = ResponseCard(title: "Note", rows: [.init("Written", "today"), .init("", "milk"), .init("Written", "again")])
    #expect(card.rowsByParameter.map(\.parameter) == [.response("Written"), .response("2"), .response("3")])
  }

  @Test("Presenters are asked for each parameter in order, and the default shows the rest")
  func asksInOrder() async {
    await with([HidingPresenter.self, SavedPresenter.self]) { interface in
      let card = await interface.present(.goal())
      #expect(
        journal.lines.filter { $0.hasPrefix("SavedPresenter") } == [
          "SavedPresenter asked for intent.goal", "SavedPresenter asked for response.Saved",
          "SavedPresenter asked for response.To go",
        ])
      #expect(card.elements.map(\.view) == [.text("saved $1,240.00"), .labelled("To go", .text("$760.00"))])
      #expect(card.elements.map(\.isDefault) == [false, true])
    }
  }

  @Test("Parameters that a presenter shows, including additional ones, are not requested again")
  func notAskedAgain() async {
    await with([SavedPresenter.self, EagerPresenter.self]) { interface in
      _ = await interface.present(.goal())
      #expect(journal.lines.filter { $0.contains("Target") } == [])
      #expect(journal.lines.last == "EagerPresenter asked for response.To go")
    }
  }

  @Test("A presenter that returns only other or unknown parameters is ignored")
  func boasting() async {
    await with([BoastfulPresenter.self]) { interface in
      let interaction = Interaction.goal()
      #expect(await interface.present(interaction) == InterfaceCard(defaultFor: interaction))
      #expect(await eventually { journal.living == 0 })
    }
  }

  @Test("Each view has its own presenter")
  func oneForEachView() async {
    await with([EagerPresenter.self]) { interface in
      let card = await interface.present(.goal())
      #expect(card.elements.count == 5)
      #expect(journal.living == 5)
    }
  }

  // MARK: Size, context, behaviour

  @Test("A view of zero size is hidden with its parameters")
  func zeroSize() async {
    await with([HidingPresenter.self]) { interface in
      let card = await interface.present(.goal())
      #expect(card.elements.map(\.view).contains(.progress(0.62)) == false)
      #expect(card.elements.count == 3)
      #expect(await eventually { journal.living == 0 }, "the presenter of a hidden view is released")
    }
  }

  @Test("No view is larger than the available size")
  func limitedSize() async {
    await with([LargePresenter.self], context: .terminal(columns: 60)) { interface in
      let card = await interface.present(.goal())
      #expect(card.elements.last?.size == InterfaceSize(columns: 60, lines: 2))
    }
  }

  @Test("A presenter receives its context", arguments: [InterfaceContext.terminal(columns: 80), .page, .kiosk])
  func context(_ context: InterfaceContext) async {
    await with([EagerPresenter.self], context: context) { interface in
      let card = await interface.present(.goal())
      #expect(card.elements.first?.view == .text("\(context.surface.rawValue) none"))
    }
  }

  @Test("A response with an activity offers to continue in the application")
  func behaviour() async {
    let activity = Activity(ActivityType("goal", eligibility: []), title: "Vacation", state: [:])
    await with([EagerPresenter.self]) { interface in
      let card = await interface.present(.goal(activity: activity))
      #expect(card.elements.first?.view == .text("page launch"))
    }
  }

  // MARK: Augmenting

  @Test("An added view hides the parts of the default that it shows itself")
  func augmenting() async {
    await with([AddingPresenter.self, AddingPresenter.self]) { interface in
      let card = await interface.present(.goal())
      #expect(card.title == "Vacation")
      #expect(card.dialog == nil)
      #expect(card.elements.map(\.view) == [.progress(0.62), .text("added $1,240.00")])
      #expect(journal.lines == ["AddingPresenter configured"])
    }
  }

  @Test("A hidden augmenting view adds and hides nothing")
  func hiddenAugmentation() async {
    await with([HiddenAddingPresenter.self]) { interface in
      let interaction = Interaction.goal()
      #expect(await interface.present(interaction) == InterfaceCard(defaultFor: interaction))
    }
  }

  @Test("A presenter that can replace and add is only asked to replace")
  func both() async {
    await with([VersatilePresenter.self]) { interface in
      _ = await interface.present(.goal())
      #expect(!journal.lines.isEmpty)
      #expect(!journal.lines.contains("VersatilePresenter augments"))
    }
  }

  // MARK: Life cycle

  @Test("Presenters are notified when they appear and disappear, and are then released")
  func life() async {
    await with([SavedPresenter.self]) { interface in
      _ = await interface.present(.goal())
      #expect(!journal.lines.contains("SavedPresenter appeared"), "it was put together, and not drawn yet")
      await interface.didAppear()
      await interface.didAppear()
      #expect(journal.lines.filter { $0 == "SavedPresenter appeared" }.count == 1)
      #expect(journal.living == 1)
      await interface.dismiss()
      #expect(journal.lines.last == "SavedPresenter disappeared")
      #expect(await eventually { journal.living == 0 })
    }
  }

  @Test("The next interaction dismisses the previous one")
  func next() async {
    await with([SavedPresenter.self]) { interface in
      _ = await interface.present(.goal(id: "1"))
      await interface.didAppear()
      _ = await interface.present(.goal(id: "2"))
      #expect(journal.lines.contains("SavedPresenter disappeared"))
      #expect(journal.living == 1)
    }
  }

  @Test("A presenter that never appeared is not notified of disappearing")
  func neverSeen() async {
    await with([SavedPresenter.self]) { interface in
      _ = await interface.present(.goal())
      await interface.dismiss()
      #expect(!journal.lines.contains("SavedPresenter disappeared"))
      #expect(await eventually { journal.living == 0 })
    }
  }

  // MARK: Updates

  @Test("An update of an interaction goes to the presenters that already show it")
  func news() async {
    await with([SavedPresenter.self]) { interface in
      _ = await interface.present(.goal(saved: 0, code: .inProgress))
      await interface.didAppear()
      let card = await interface.present(.goal())
      #expect(card.elements.map(\.view).contains(.text("saved $1,240.00")))
      #expect(card.code == .success)
      #expect(
        journal.lines.filter { $0.contains("appeared") } == ["SavedPresenter appeared"], "it was on the screen all the time")
      #expect(journal.lines.contains("SavedPresenter asked for response.Saved, response.Target"))
      #expect(journal.living == 1)
    }
  }

  @Test("An update also goes to the presenter that adds a view")
  func newsOfAugmentation() async {
    await with([AddingPresenter.self]) { interface in
      _ = await interface.present(.goal(saved: 0, code: .inProgress))
      await interface.didAppear()
      let card = await interface.present(.goal())
      #expect(card.elements.last?.view == .text("added $1,240.00"))
      #expect(journal.living == 1)
    }
  }

  @Test("A presenter can change its view while it is on the screen, but not afterwards")
  func changes() async throws {
    let drawn = Mutex<[InterfaceCard]>([])
    try await with([SavedPresenter.self], redraw: { card in drawn.withLock { $0.append(card) } }) { interface in
      _ = await interface.present(.goal())
      await interface.didAppear()
      let display = try #require(journal.displays.first)
      #expect(await display.update(.text("one second later")))
      #expect(drawn.withLock { $0.map { $0.elements.map(\.view).contains(.text("one second later")) } } == [true])
      #expect(drawn.withLock { $0.last } == interface.card)
      #expect(await display.update(.text("one second later")), "an unchanged view is not drawn again")
      await interface.dismiss()
      #expect(interface.card == nil)
      #expect(await display.update(.text("too late")) == false)
      #expect(drawn.withLock { $0.count } == 1)
    }
  }

  // MARK: Time limit

  @Test("The default card is shown if presenters take too long, and they are released")
  func tooSlow() async {
    await with([SavedPresenter.self, SlowPresenter.self], budget: .milliseconds(20)) { interface in
      let interaction = Interaction.goal()
      #expect(await interface.present(interaction) == InterfaceCard(defaultFor: interaction))
      await interface.didAppear()
      #expect(journal.displays.isEmpty)
    }
    #expect(await eventually { journal.living == 0 })
  }

  // MARK: Default

  @Test("The default card has a title, the dialog, the progress and the values")
  func defaultCard() {
    let card = InterfaceCard(defaultFor: .goal())
    #expect(card.title == "Vacation")
    #expect(card.dialog == "You have some.")
    #expect(
      card.elements.map(\.view) == [
        .progress(0.62), .labelled("Saved", .text("$1,240.00")), .labelled("Target", .text("$2,000.00")),
        .labelled("To go", .text("$760.00")),
      ])
    #expect(card.isDialogOnly == false)
  }

  @Test("The default of a response without a card has the intent and the dialog")
  func defaultWithoutCard() {
    let card = InterfaceCard(defaultFor: .goal(hasCard: false))
    #expect(card.title == "Goal progress: vacation")
    #expect(card.elements.map(\.view) == [.labelled("Goal", .text("Vacation"))])
    #expect(card.isDialogOnly)
  }

  @Test("Presenters are not queried before an interaction is presented")
  func headless() async {
    await with([SavedPresenter.self]) { _ in #expect(journal.lines == []) }
  }
}

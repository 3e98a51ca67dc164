import Synchronization
import Testing
import VocativeIntents
import VocativeResponse
import VocativeTestSupport

@Suite("The interface of responses")
struct ResponseInterfaceTests {
  private let journal = Journal()

  /// Does something with an interface, whose presenters note in this test's journal.
  private func with(
    _ presenters: [any ResponsePresenter.Type], context: InterfaceContext = .page, budget: Duration = .seconds(3600),
    redraw: @escaping @Sendable (InterfaceCard) -> Void = { _ in }, _ work: (ResponseInterface) async throws -> Void
  ) async rethrows {
    try await Journal.$current.withValue(journal) {
      try await work(ResponseInterface(presenters: presenters, context: context, budget: budget, redraw: redraw))
    }
  }

  // MARK: Parameters

  @Test("An interaction's parameters are those of the intent and then those of the response, in order")
  func parameters() {
    #expect(
      Interaction.goal().interfaceParameters == [
        .intent("goal"), .progress, .response("Saved"), .response("Target"), .response("To go"),
      ])
  }

  @Test("Values without a label of their own are named by their number")
  func unnamed() {
    let card = ResponseCard(title: "Note", rows: [.init("Written", "today"), .init("", "milk"), .init("Written", "again")])
    #expect(card.rowsByParameter.map(\.parameter) == [.response("Written"), .response("2"), .response("3")])
  }

  @Test("Presenters are asked for each parameter in order, and what nobody shows is the default's")
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

  @Test("What one presenter shows, also beyond what it was asked for, is not asked for again")
  func notAskedAgain() async {
    await with([SavedPresenter.self, EagerPresenter.self]) { interface in
      _ = await interface.present(.goal())
      #expect(journal.lines.filter { $0.contains("Target") } == [])
      #expect(journal.lines.last == "EagerPresenter asked for response.To go")
    }
  }

  @Test("A presenter that shows other things than it was asked for, or what there is not, shows nothing")
  func boasting() async {
    await with([BoastfulPresenter.self]) { interface in
      let interaction = Interaction.goal()
      #expect(await interface.present(interaction) == InterfaceCard(defaultFor: interaction))
      #expect(await eventually { journal.living == 0 })
    }
  }

  @Test("A presenter is made for each view")
  func oneForEachView() async {
    await with([EagerPresenter.self]) { interface in
      let card = await interface.present(.goal())
      #expect(card.elements.count == 5)
      #expect(journal.living == 5)
    }
  }

  // MARK: Size, context, behaviour

  @Test("A view of no size is hidden, with the parameters it shows")
  func zeroSize() async {
    await with([HidingPresenter.self]) { interface in
      let card = await interface.present(.goal())
      #expect(card.elements.map(\.view).contains(.progress(0.62)) == false)
      #expect(card.elements.count == 3)
      #expect(await eventually { journal.living == 0 }, "nobody needs a presenter whose view is hidden")
    }
  }

  @Test("No view is larger than there is room for")
  func limitedSize() async {
    await with([LargePresenter.self], context: .terminal(columns: 60)) { interface in
      let card = await interface.present(.goal())
      #expect(card.elements.last?.size == InterfaceSize(columns: 60, lines: 2))
    }
  }

  @Test("A presenter is told where it is shown", arguments: [InterfaceContext.terminal(columns: 80), .page, .kiosk])
  func context(_ context: InterfaceContext) async {
    await with([EagerPresenter.self], context: context) { interface in
      let card = await interface.present(.goal())
      #expect(card.elements.first?.view == .text("\(context.surface.rawValue) none"))
    }
  }

  @Test("A response with an activity can be gone on with in the application")
  func behaviour() async {
    let activity = Activity(ActivityType("goal", eligibility: []), title: "Vacation", state: [:])
    await with([EagerPresenter.self]) { interface in
      let card = await interface.present(.goal(activity: activity))
      #expect(card.elements.first?.view == .text("page launch"))
    }
  }

  // MARK: Augmenting

  @Test("One view is added to the default, and the parts it shows itself are hidden")
  func augmenting() async {
    await with([AddingPresenter.self, AddingPresenter.self]) { interface in
      let card = await interface.present(.goal())
      #expect(card.title == "Vacation")
      #expect(card.dialog == nil)
      #expect(card.elements.map(\.view) == [.progress(0.62), .text("added $1,240.00")])
      #expect(journal.lines == ["AddingPresenter configured"])
    }
  }

  @Test("A hidden view adds nothing and hides nothing")
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

  // MARK: Life

  @Test("Presenters are told when they are seen and when no more, and are let go of")
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

  @Test("The next interaction dismisses the one before")
  func next() async {
    await with([SavedPresenter.self]) { interface in
      _ = await interface.present(.goal(id: "1"))
      await interface.didAppear()
      _ = await interface.present(.goal(id: "2"))
      #expect(journal.lines.contains("SavedPresenter disappeared"))
      #expect(journal.living == 1)
    }
  }

  @Test("Who was never seen is not told that it is seen no more")
  func neverSeen() async {
    await with([SavedPresenter.self]) { interface in
      _ = await interface.present(.goal())
      await interface.dismiss()
      #expect(!journal.lines.contains("SavedPresenter disappeared"))
      #expect(await eventually { journal.living == 0 })
    }
  }

  // MARK: Updates

  @Test("News of an interaction goes to the presenters that show it already")
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

  @Test("News also goes to the presenter that adds a view")
  func newsOfAugmentation() async {
    await with([AddingPresenter.self]) { interface in
      _ = await interface.present(.goal(saved: 0, code: .inProgress))
      await interface.didAppear()
      let card = await interface.present(.goal())
      #expect(card.elements.last?.view == .text("added $1,240.00"))
      #expect(journal.living == 1)
    }
  }

  @Test("A presenter changes its view by itself while it is on the screen, and not afterwards")
  func changes() async throws {
    let drawn = Mutex<[InterfaceCard]>([])
    try await with([SavedPresenter.self], redraw: { card in drawn.withLock { $0.append(card) } }) { interface in
      _ = await interface.present(.goal())
      await interface.didAppear()
      let display = try #require(journal.displays.first)
      #expect(await display.update(.text("one second later")))
      #expect(drawn.withLock { $0.map { $0.elements.map(\.view).contains(.text("one second later")) } } == [true])
      #expect(await display.update(.text("one second later")), "the same again is no reason to draw")
      await interface.dismiss()
      #expect(await display.update(.text("too late")) == false)
      #expect(drawn.withLock { $0.count } == 1)
    }
  }

  // MARK: Budget

  @Test("When presenters take too long the default card is shown, and they are let go of")
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

  @Test("The default has a title, what is said, how much is done and the values")
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

  @Test("The default of a response without a card is what the intent was and what is said")
  func defaultWithoutCard() {
    let card = InterfaceCard(defaultFor: .goal(hasCard: false))
    #expect(card.title == "Goal progress: vacation")
    #expect(card.elements.map(\.view) == [.labelled("Goal", .text("Vacation"))])
    #expect(card.isDialogOnly)
  }

  @Test("Nobody is asked for anything until there is something to show")
  func headless() async {
    await with([SavedPresenter.self]) { _ in #expect(journal.lines == []) }
  }
}

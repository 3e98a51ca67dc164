import Foundation
import Testing
import VocativeIntents
import VocativeResponse
import VocativeTestSupport

@Suite("Views of a card itself")
struct CardViewTests {
  private static let card = ResponseCard(
    title: "Plants", rows: [.init("Moisture", "40 %"), .init("Light", "good")], progress: 0.4)

  private func presented(_ card: ResponseCard, by presenters: [any ResponsePresenter.Type] = []) async -> [String] {
    let dispatch = Dispatch(
      assistant: "garden", intent: "Look", title: "Look", values: [:], topic: "garden.Look", source: .voice, session: "s",
      date: Date(timeIntervalSince1970: 0))
    let interaction = Interaction(dispatch: dispatch, response: .success("Here.", card: card), duration: .zero)
    let interface = ResponseInterface(presenters: presenters, context: .terminal(columns: 30))
    return TerminalCard.lines(for: await interface.present(interaction), style: TerminalStyle(columns: 30))
  }

  private static let bar = "██████████░░░░░░░░░░░░░░ 40%"

  @Test("A view replaces the parameters that it shows, and the default shows the rest")
  func replaces() async {
    let card = Self.card.drawn(as: [CardView(.text("very dry", .heading), showing: [.response("Moisture")])])
    #expect(await presented(card) == ["Plants", Self.bar, "very dry", "Light  good"])
  }

  @Test("Views without parameters are added to the default, of which parts are hidden")
  func augments() async {
    let card = Self.card.drawn(as: [CardView(.text("🌵")), CardView(.text("🌿"))], hiding: [.title, .progress])
    #expect(await presented(card) == ["Moisture  40 %", "Light     good", "🌵", "🌿"])
  }

  @Test("Parameters are hidden")
  func hides() async {
    let card = Self.card.drawn(as: [.hiding([.progress, .response("Light")])])
    #expect(await presented(card) == ["Plants", "Moisture  40 %"])
  }

  @Test("A presenter takes precedence over the card")
  func precedence() async {
    let card = Self.card.drawn(as: [CardView(.text("very dry"), showing: [.response("Moisture")])])
    #expect(await presented(card, by: [MoisturePresenter.self]) == ["Plants", Self.bar, "presented", "Light  good"])
  }

  @Test("A card without an interaction is drawn with its views, too")
  func withoutInteraction() {
    let card = Self.card.drawn(
      as: [CardView(.text("very dry"), showing: [.response("Moisture")]), .hiding([.response("Light")])], hiding: [.progress])
    let drawn = InterfaceCard(card, intent: "Alert", dialog: "Dry.", code: .success)
    #expect(TerminalCard.lines(for: drawn, style: TerminalStyle(columns: 30)) == ["Plants", "very dry"])
  }
}

private final class MoisturePresenter: ReplacingPresenter {
  func configure(
    parameters: Set<InterfaceParameter>, of interaction: Interaction, interactiveBehavior: InteractiveBehavior,
    context: InterfaceContext
  ) async -> Presentation {
    parameters == [.response("Moisture")] ? Presentation(.text("presented"), showing: parameters) : .none
  }
}

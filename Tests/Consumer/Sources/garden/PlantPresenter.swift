import Vocative

/// Shows the watered plant as a heading and the interval as its caption.
final class PlantPresenter: ReplacingPresenter {
  func configure(
    parameters: Set<InterfaceParameter>, of interaction: Interaction, interactiveBehavior: InteractiveBehavior,
    context: InterfaceContext
  ) async -> Presentation {
    let said = interaction.dispatch.parameters
    guard interaction.dispatch.intent == "WaterPlant", let plant = said.first(where: { $0.name == "plant" }) else {
      return .none
    }
    let pause = said.first { $0.name == "pause" }?.display ?? "as often as it likes"
    return Presentation(
      .stack([.text("💧 \(plant.display)", .heading), .text(pause, .caption)]), showing: [.intent("plant"), .intent("pause")])
  }
}

func gardenCard(of interaction: Interaction, columns: Int) async -> [String] {
  let interface = ResponseInterface(presenters: [PlantPresenter.self], context: .terminal(columns: columns))
  return TerminalCard.lines(for: await interface.present(interaction), style: TerminalStyle(columns: columns))
}

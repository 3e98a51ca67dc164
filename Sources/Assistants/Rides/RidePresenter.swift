public import VocativeIntents
public import VocativeResponse

/// Draws a ride as its distance in large type above the driver and the car.
public final class RidePresenter: ReplacingPresenter {
  /// Creates a presenter.
  public init() {}

  /// Shows all values of a ride; called again whenever it has come nearer.
  public func configure(
    parameters: Set<InterfaceParameter>, of interaction: Interaction, interactiveBehavior: InteractiveBehavior,
    context: InterfaceContext
  ) async -> Presentation {
    guard interaction.dispatch.intent == RequestRide.name, let card = interaction.response.card,
      let now = card.value("Now")?.written, let driver = card.value("Driver")?.written, let car = card.value("Car")?.written
    else { return .none }
    return Presentation(
      .stack([.text(now, .heading), .progress(card.progress ?? 0, caption: "\(driver), \(car.lowercased())")]),
      showing: Set(interaction.interfaceParameters))
  }
}

/// The presenters of the rides assistant.
public enum RidesInterface {
  /// The presenters for its cards.
  public static let presenters: [any ResponsePresenter.Type] = [RidePresenter.self]
}

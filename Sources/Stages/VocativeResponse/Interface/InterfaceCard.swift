public import VocativeIntents

/// What is shown for an interaction, put together from what presenters draw and the default.
public struct InterfaceCard: Equatable, Sendable {
  /// One view of it.
  public struct Element: Equatable, Sendable {
    /// What is drawn.
    public internal(set) var view: InterfaceView
    /// How much room it may have; nil for as much as it needs.
    public internal(set) var size: InterfaceSize?
    /// Whether no presenter has drawn it.
    public let isDefault: Bool
  }

  /// What identifies the interaction.
  public let id: String
  /// The intent's name.
  public let intent: String
  /// What it is about; nil if that is hidden.
  public internal(set) var title: String?
  /// What is said; nil if that is hidden.
  public internal(set) var dialog: String?
  /// How it went.
  public let code: IntentResponse.Code
  /// What is drawn, in the order of the interaction's parameters.
  public internal(set) var elements: [Element]
  /// Whether there is no more to see than what is said.
  public internal(set) var isDialogOnly: Bool
}

extension InterfaceCard {
  /// The default card of an interaction: a title, what is said, and each parameter under its label.
  public init(defaultFor interaction: Interaction) {
    let response = interaction.response
    self.init(
      id: interaction.dispatch.id, intent: interaction.dispatch.intent, title: response.card?.title ?? interaction.dispatch.title,
      dialog: response.dialog, code: response.code,
      elements: interaction.interfaceParameters.compactMap { Element(defaultFor: $0, of: interaction) },
      isDialogOnly: response.card == nil)
  }

  /// The default card of what has a card and no interaction, as what another program has told.
  public init(_ card: ResponseCard, intent: String, dialog: String, code: IntentResponse.Code) {
    let bar = card.progress.map { InterfaceView.progress($0) }
    let views = [bar].compactMap(\.self) + card.rows.map { .labelled($0.label, $0.value.view) }
    self.init(
      id: "", intent: intent, title: card.title, dialog: dialog, code: code,
      elements: views.map { Element(view: $0, size: nil, isDefault: true) }, isDialogOnly: false)
  }
}

extension InterfaceCard.Element {
  /// How a parameter is drawn when no presenter draws it; nil if other parameters say it already.
  init?(defaultFor parameter: InterfaceParameter, of interaction: Interaction) {
    let card = interaction.response.card
    let view: InterfaceView? =
      switch parameter {
      case .intent(let name) where card == nil:
        interaction.dispatch.parameters.first { $0.name == name }.map { .labelled($0.title, .text($0.display)) }
      case .intent: nil
      case .progress: card?.progress.map { .progress($0) }
      case .response:
        card?.rowsByParameter.first { $0.parameter == parameter }.map { .labelled($0.row.label, $0.row.value.view) }
      }
    guard let view else { return nil }
    self.init(view: view, size: nil, isDefault: true)
  }
}

extension InterfaceParameter {
  /// The part of the default card that shows it.
  var part: InterfacePart {
    switch self {
    case .intent: .parameters
    case .progress: .progress
    case .response: .values
    }
  }
}

extension ResponseValue {
  /// The value as the default card draws it.
  var view: InterfaceView { .text(written) }
}

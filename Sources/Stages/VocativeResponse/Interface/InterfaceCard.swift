package import Foundation
public import VocativeIntents

/// The card of an interaction, assembled from presenters' views and the default.
public struct InterfaceCard: Equatable, Sendable {
  /// One view of a card.
  public struct Element: Equatable, Sendable {
    /// The view.
    public internal(set) var view: InterfaceView
    /// The maximum size of the view; nil for its natural size.
    public internal(set) var size: InterfaceSize?
    /// Whether the view is a default, not a presenter's.
    public let isDefault: Bool
  }

  /// The interaction's identifier.
  public let id: String
  /// The intent's name.
  public let intent: String
  /// The title; nil if it is hidden.
  public internal(set) var title: String?
  /// The dialog; nil if it is hidden.
  public internal(set) var dialog: String?
  /// The response code.
  public let code: IntentResponse.Code
  /// The views, in the order of the interaction's parameters.
  public internal(set) var elements: [Element]
  /// Whether the card shows nothing but the dialog.
  public internal(set) var isDialogOnly: Bool
}

extension InterfaceCard {
  /// Whether the card changes by itself because it counts down.
  public var countsDown: Bool { countdownEnd != nil }

  /// The end of the last countdown on the card; nil if it has none.
  package var countdownEnd: Date? { elements.compactMap(\.view.countdownEnd).max() }

  /// Creates an interaction's default card: a title, the dialog, and each parameter with its label.
  public init(defaultFor interaction: Interaction) {
    let response = interaction.response
    self.init(
      id: interaction.dispatch.id, intent: interaction.dispatch.intent, title: response.card?.title ?? interaction.dispatch.title,
      dialog: response.dialog, code: response.code,
      elements: interaction.interfaceParameters.compactMap { Element(defaultFor: $0, of: interaction) },
      isDialogOnly: response.card == nil)
  }

  /// Creates the default card of a response without an interaction, such as another program's.
  public init(_ card: ResponseCard, intent: String, dialog: String, code: IntentResponse.Code) {
    let bar = card.progress.map { (parameter: InterfaceParameter.progress, view: InterfaceView.progress($0)) }
    let rows = card.rowsByParameter.map {
      (parameter: $0.parameter, view: InterfaceView.labelled($0.row.label, $0.row.value.view))
    }
    let shown = card.views.reduce(into: Set()) { $0.formUnion($1.parameters) }
    let views =
      ([bar].compactMap(\.self) + rows).filter { !shown.contains($0.parameter) && !card.hiddenParts.contains($0.parameter.part) }
      .map(\.view) + card.views.filter { $0.size?.isZero != true }.map(\.view)
    self.init(
      id: "", intent: intent, title: card.title, dialog: dialog, code: code,
      elements: views.map { Element(view: $0, size: nil, isDefault: true) }, isDialogOnly: false)
  }
}

extension InterfaceCard.Element {
  /// Creates the default view of a parameter; nil if other parameters already show it.
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
  /// The part of the default card that shows the parameter.
  var part: InterfacePart {
    switch self {
    case .intent: .parameters
    case .progress: .progress
    case .response: .values
    }
  }
}

extension ResponseValue {
  /// The value's view on the default card.
  var view: InterfaceView {
    if case .countdown(let countdown) = self { return .countdown(countdown) }
    return .text(written)
  }
}

public import VocativeIntents

/// The name of one displayable value of an interaction; the counterpart of `INParameter`.
public enum InterfaceParameter: Hashable, Sendable {
  /// A parameter of the intent, by its name.
  case intent(String)
  /// The progress on the response's card.
  case progress
  /// A value of the response's card, by its label, or by its number from 1 if the label is missing or repeated.
  case response(String)
}

extension Interaction {
  /// All displayable parameters: the intent's parameters, then the response's values, each in its own order.
  public var interfaceParameters: [InterfaceParameter] {
    var parameters = dispatch.parameters.map { InterfaceParameter.intent($0.name) }
    guard let card = response.card else { return parameters }
    if card.progress != nil { parameters.append(.progress) }
    return parameters + card.rowsByParameter.map(\.parameter)
  }
}

extension ResponseCard {
  /// The rows with the parameters that name them.
  public var rowsByParameter: [(parameter: InterfaceParameter, row: Row)] {
    var labels: Set<String> = []
    return rows.enumerated().map { index, row in
      let isNew = !row.label.isEmpty && labels.insert(row.label).inserted
      return (.response(isNew ? row.label : String(index + 1)), row)
    }
  }
}

public import VocativeIntents

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

import Yams

extension IntentsFileReader {
  /// Reads a card: `{ title: "{{plant}}", rows: [{ label: Water, value: "{{water}}" }], progress: "{{level}}" }`.
  ///
  /// - Parameter parameters: The names that templates can have; nil for any.
  mutating func card(_ node: Node?, of intent: String, parameters: [String]?) -> FileCard? {
    guard let node else { return nil }
    let what = "the card of \(intent)"
    let entries = entries(of: node, allowed: ["title", "rows", "progress"], what: what)
    guard let titleNode = entries["title"] else {
      if case .mapping = node { fault(node, "\(what) needs a \"title\"") }
      return nil
    }
    let title = words(titleNode, what: "card", of: intent, parameters: parameters)
    var rows: [FileCard.Row] = []
    for row in rowNodes(entries["rows"], what: what) {
      let cells = self.entries(of: row, allowed: ["label", "value"], what: "a row of \(what)")
      let label = words(cells["label"], what: "card", of: intent, parameters: parameters)
      let value = words(cells["value"], what: "card", of: intent, parameters: parameters)
      if cells["label"] == nil || cells["value"] == nil { fault(row, "a row of \(what) needs a \"label\" and a \"value\"") }
      if let label, let value { rows.append(.init(label: label, value: value)) }
    }
    let progress = words(entries["progress"], what: "card", of: intent, parameters: parameters)
    if let node = entries["progress"], let progress, !progress.canBeProgress {
      fault(node, "the progress of \(what) is not a number such as 0.5, where 1 is complete")
    }
    return title.map { FileCard(title: $0, rows: rows, progress: progress) }
  }

  private mutating func rowNodes(_ node: Node?, what: String) -> [Node] {
    guard let node else { return [] }
    guard case .sequence(let sequence) = node else {
      fault(node, "\"rows\" of \(what) must be a list of { label: …, value: … }")
      return []
    }
    if sequence.count > FileCard.maxRows { fault(node, "\(what) has more than \(FileCard.maxRows) rows; remove some") }
    return Array(sequence)
  }
}

import Foundation
import Yams

extension IntentsFileReader {
  /// The default time from one reading of a dynamic list to the next.
  private static let defaultInterval = Duration.seconds(300)
  private static let units = ["s": 1, "m": 60, "h": 3600, "d": 86_400]

  /// Reads a list: its values, or where they come from.
  mutating func list(_ name: String, _ node: Node) -> IntentsFileContents.List {
    guard case .mapping(let mapping) = node, !isApp else {
      return .init(name: name, values: values(of: node, list: name), location: location(node))
    }
    var list = IntentsFileContents.List(name: name, values: [], location: location(node))
    guard mapping["values-from"] != nil || mapping.count == 1 else {
      _ = values(of: node, list: name)
      return list
    }
    let entries = entries(of: node, allowed: ["values-from"], what: "the list \"\(name)\"")
    if let source = entries["values-from"] { list.source = listSource(source, of: name) }
    return list
  }

  /// Reads the program or the address that prints the values of a list, as in `{ command: [./songs], every: 5m }`.
  private mutating func listSource(_ node: Node, of list: String) -> ListSource? {
    let what = "the list \"\(list)\""
    let entries = entries(of: node, allowed: ["command", "http", "every", "timeout"], what: "\"values-from\" of \(what)")
    let limit = timeLimit(entries["timeout"])
    let interval = entries["every"].map { self.interval($0) } ?? Self.defaultInterval
    let texts = (entries["command"]?.sequence.map(Array.init) ?? []) + [entries["http"]?.mapping?["url"]].compactMap(\.self)
    for text in texts {
      guard let slot = text.string.map(HandlerTemplate.init)?.slots.first else { continue }
      fault(text, "\(what) is read without a request, so there is no value for {\(slot)}; write a literal brace as \\{")
      return nil
    }
    switch (entries["command"], entries["http"]) {
    case (let command?, nil):
      guard var handler = commandHandler(command, timeLimit: limit, parameters: []) else { return nil }
      handler.maxAnswerSize = ListOutput.maxSize
      return ListSource(origin: .command(handler), interval: interval)
    case (nil, let http?):
      guard
        var handler = httpHandler(http, what: what, keys: ["url", "headers"], method: "GET", timeLimit: limit, parameters: [])
      else { return nil }
      (handler.maxAnswerSize, handler.acceptsPages) = (ListOutput.maxSize, false)
      return ListSource(origin: .http(handler), interval: interval)
    case (.some, .some), (nil, nil):
      fault(
        node,
        "\"values-from\" of \(what) must be either { command: [program, argument, …] } or { http: { url: … } }, with \"every\"")
      return nil
    }
  }

  /// Reads a time in seconds, or with a unit, as in `5m`.
  private mutating func interval(_ node: Node) -> Duration {
    let match = (node.string ?? "").wholeMatch(of: #/([0-9]{1,6})([smhd])?/#)
    let seconds = match.flatMap { match in Int(match.1).map { $0 * (Self.units[String(match.2 ?? "s")] ?? 1) } } ?? 0
    guard (1...ListSource.maxInterval).contains(seconds) else {
      fault(node, "\"every\" must be a time from 1s to 7d, as in 30s, 5m, 2h or 1d")
      return Self.defaultInterval
    }
    return .seconds(seconds)
  }
}

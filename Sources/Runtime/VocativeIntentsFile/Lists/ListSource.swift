import VocativeIntents

/// The program or the web server that prints the values of a list.
package struct ListSource: Equatable, Sendable {
  /// The maximum time from one reading to the next, in seconds.
  static let maxInterval = 7 * 86_400

  /// Where the values come from.
  enum Origin: Equatable, Sendable {
    /// A program, on its standard output.
    case command(CommandHandler)
    /// A web server, in the body of its answer.
    case http(HTTPHandler)
  }

  let origin: Origin
  /// The time from one reading to the next.
  let interval: Duration

  /// Reads the values; the fault is in the words of the program if it wrote any.
  func read(for list: String) async -> Result<ListOutput, ListSourceError> {
    let request = HandlerRequest(
      intent: list, title: list, slots: [:], context: .init(source: .api, session: "", assistant: ""))
    let ending =
      switch origin {
      case .command(let command): await command.run(request, input: [])
      case .http(let http): await http.send(request)
      }
    guard ending.status == .success else { return .failure(ListSourceError(reason: ending.fault ?? "it failed")) }
    return Result { () throws(ListSourceError) in try ListOutput(ending.answer) }
  }
}

/// The way in which activities of a type are continued.
public struct ActivityContinuation: Sendable {
  enum Route: Sendable {
    case handler(@Sendable (Activity) async throws -> IntentResponse)
    case address(HandlerTemplate, opener: String)
    case command(program: String, arguments: [HandlerTemplate])
  }

  /// The type of the activities.
  public let type: ActivityType
  let route: Route
  /// The fault of the declaration; nil if it is valid.
  let fault: String?

  /// Creates a continuation that the assistant performs itself.
  public init(
    _ type: ActivityType, _ continuation: @escaping @Sendable (Activity) async throws -> IntentResponse
  ) {
    self.type = type
    route = .handler(continuation)
    fault = nil
  }

  /// Creates a continuation that opens an address.
  ///
  /// - Parameters:
  ///   - url: The address, with `{key}` as a placeholder for a value of the activity's state. Values are percent-encoded and
  ///     cannot be
  ///     part of the scheme or the host, so spoken words never change the destination host.
  ///   - opener: The program that opens addresses, as a path or a name on the search path; by default the desktop's own choice.
  public init(_ type: ActivityType, opening url: String, with opener: String = "xdg-open") {
    let template = HandlerTemplate(url)
    self.type = type
    route = .address(template, opener: opener)
    // Filling each slot with a marker separates the part before the first slot from the part after it.
    let sample = template.filled(with: Dictionary(template.slots.map { ($0, "\u{1}") }, uniquingKeysWith: { first, _ in first }))
    if sample.firstMatch(of: #/^[A-Za-z][A-Za-z0-9+.\-]*:(\/\/[^\/?#\u{1}]+([\/?#]|$)|[^\/])/#) == nil {
      fault =
        "\"\(url)\" is not an address that can be opened: start it with a scheme and a host, as in https://example.com/, and use {key} "
        + "only after them"
    } else {
      fault = nil
    }
  }

  /// Creates a continuation that runs a program without a shell.
  ///
  /// The program receives the same input as a command of an intents file: a value of the activity's state replaces `{key}` in an
  /// argument, and standard input contains `{"intent": type, "slots": state, "context": {…}}`. It answers in the same format.
  ///
  /// - Parameter command: The program, as a path or a name on the search path, and its arguments.
  public init(_ type: ActivityType, running command: [String]) {
    self.type = type
    let program = command.first ?? ""
    route = .command(program: program, arguments: command.dropFirst().map { HandlerTemplate($0) })
    fault = program.isEmpty ? "a command needs a program and its arguments" : nil
  }
}

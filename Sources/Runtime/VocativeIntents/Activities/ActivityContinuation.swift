/// How activities of a type are continued.
public struct ActivityContinuation: Sendable {
  enum Route: Sendable {
    case handler(@Sendable (Activity) async throws -> IntentResponse)
    case address(HandlerTemplate, opener: String)
    case command(program: String, arguments: [HandlerTemplate])
  }

  /// The type it is for.
  public let type: ActivityType
  let route: Route
  /// What is wrong with it; nil when it can be used.
  let fault: String?

  /// Continued by the assistant itself.
  public init(
    _ type: ActivityType, _ continuation: @escaping @Sendable (Activity) async throws -> IntentResponse
  ) {
    self.type = type
    route = .handler(continuation)
    fault = nil
  }

  /// Continued by opening an address.
  ///
  /// - Parameters:
  ///   - url: The address, with `{key}` where a value of the activity's state goes. Values are percent-encoded, and none can stand in
  ///     the scheme or the host, so what was said never changes whom the address leads to.
  ///   - opener: The program that opens addresses, by its path or as it is found on the path: the desktop's own choice by default.
  public init(_ type: ActivityType, opening url: String, with opener: String = "xdg-open") {
    let template = HandlerTemplate(url)
    self.type = type
    route = .address(template, opener: opener)
    // With something in the place of each slot, what comes before the first one can be told from what comes after.
    let sample = template.filled(with: Dictionary(template.slots.map { ($0, "\u{1}") }, uniquingKeysWith: { first, _ in first }))
    if sample.firstMatch(of: #/^[A-Za-z][A-Za-z0-9+.\-]*:(\/\/[^\/?#\u{1}]+([\/?#]|$)|[^\/])/#) == nil {
      fault =
        "\"\(url)\" is no address that can be opened: it begins with a scheme and a host, as in https://example.com/, and {key} stands "
        + "after them"
    } else {
      fault = nil
    }
  }

  /// Continued by running a program, without a shell.
  ///
  /// The program gets what a command of an intents file gets: `{key}` in an argument is replaced by a value of the activity's state, and
  /// on standard input stands `{"intent": type, "slots": state, "context": {…}}`. It answers in the same way.
  ///
  /// - Parameter command: The program, by its path or as it is found on the path, and its arguments.
  public init(_ type: ActivityType, running command: [String]) {
    self.type = type
    let program = command.first ?? ""
    route = .command(program: program, arguments: command.dropFirst().map { HandlerTemplate($0) })
    fault = program.isEmpty ? "a command has a program and its arguments" : nil
  }
}

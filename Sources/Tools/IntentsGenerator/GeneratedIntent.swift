import VocativeIntentsFile
import VocativeUnderstanding

/// An intent of an intents file as a type, a protocol for what handles it, and its place in the assistant.
struct GeneratedIntent {
  /// The intent's type.
  let type: String
  /// The protocol.
  let handling: String
  /// What the handler is called as an argument.
  let argument: String
  /// The intent's definition with its phrases.
  let definition: String
  /// The type, the protocol and its defaults.
  let sources: [String]

  init(intent: IntentsFileContents.Intent, scope: inout GenerationScope) {
    let what = "the intent \"\(intent.name)\""
    let type = scope.type(intent.name, what: what, at: intent.location)
    let handling = scope.type(intent.name, suffix: "Handling", what: "the handler of \(what)", at: intent.location)
    let names = scope.members(
      intent.parameters, reserved: ["associatedShortcuts", "confirm", "handler", "perform"], name: \.name,
      what: "the parameters of \(intent.name)", at: \.location)
    var parameters: [GeneratedParameter] = []
    for (parameter, name) in zip(intent.parameters, names) {
      parameters.append(GeneratedParameter(parameter, name: name, of: intent, scope: &scope))
    }
    let swiftNames = Dictionary(zip(intent.parameters.map(\.name), names), uniquingKeysWith: { first, _ in first })
    var phrases: [String] = []
    for phrase in intent.phrases { phrases.append(GeneratedPhrase(phrase, names: swiftNames, scope: &scope).literal) }
    let question = Self.question(of: intent, names: swiftNames, scope: &scope)

    self.type = type
    self.handling = handling
    argument = SwiftName.member(intent.name)
    definition = """
      IntentDefinition(
        \(type).self,
        phrases: [
      \(phrases.map { $0 + "," }.joined(separator: "\n").indented(2))
        ])
      """
    sources = [
      Self.declaration(of: intent, type: type, handling: handling, parameters: parameters),
      """
      \(SwiftLiteral.comment("Handles `\(type)`."))
      public protocol \(handling): Sendable {
        /// Says whether all is there to do what was asked for: `.ready()` goes ahead, `.ready("Shall I?")` asks first.
        func confirm(intent: \(type)) async throws -> IntentResponse
        /// Does what was asked for and says how it went.
        func handle(intent: \(type)) async throws -> IntentResponse
      }
      """,
      """
      extension \(handling) {
        /// \(question.isEmpty ? "Goes ahead without asking." : "Asks first.")
        public func confirm(intent: \(type)) async throws -> IntentResponse { .ready(\(question)) }
      }
      """,
    ]
  }

  private static func declaration(
    of intent: IntentsFileContents.Intent, type: String, handling: String, parameters: [GeneratedParameter]
  ) -> String {
    var statics: [String] = []
    if type != intent.name {
      statics.append("/// The intent's identifier.\npublic static let name = \(SwiftLiteral.string(intent.name))")
    }
    statics.append("/// What the intent is for.\npublic static let title = \(SwiftLiteral.string(intent.title))")
    if intent.requiresAuthentication {
      statics.append(
        "/// Only somebody who has proved who they are may ask for it.\n"
          + "public static let authenticationPolicy = AuthenticationPolicy.requiresAuthentication")
    }
    if !intent.isEligibleForPrediction {
      statics.append("/// It is not learnt from.\npublic static let isEligibleForPrediction = false")
    }
    let properties = parameters.map(\.source) + ["@Dependency private var handler: any \(handling)"]
    let members = """
      \(statics.joined(separator: "\n"))
      \(properties.joined(separator: "\n"))

      /// An intent whose parameters are still empty.
      public init() {}

      /// Asks the handler whether to go ahead.
      public func confirm() async throws -> IntentResponse { try await handler.confirm(intent: self) }

      /// Has the handler do it.
      public func perform() async throws -> IntentResponse { try await handler.handle(intent: self) }
      """
    return """
      \(SwiftLiteral.comment("\(intent.title)\(intent.title.last?.isPunctuation == true ? "" : ".")"))
      public struct \(type): Intent {
      \(members.indented())
      }
      """
  }

  /// The file's question as a literal with the values' names in it; empty where it asks nothing.
  private static func question(
    of intent: IntentsFileContents.Intent, names: [String: String], scope: inout GenerationScope
  ) -> String {
    guard let text = intent.confirmationText else { return "" }
    var (literal, rest) = ("", text[...])
    while let match = rest.firstMatch(of: #/\{\{([^}]*)\}?\}\}/#) {
      literal += SwiftLiteral.escaped(String(rest[..<match.range.lowerBound]))
      let tag = match.1.drop { $0 == "{" || $0 == "&" || $0 == " " }.prefix { $0 != " " }
      if let name = names[String(tag)] {
        literal += "\\(intent.\(SwiftName.escaped(name)).spokenValue.dialogName)"
      } else {
        scope.fault(
          intent.location,
          "\"confirm\" of \(intent.name) has {{\(match.1)}}, which Swift cannot ask; name parameters there, and nothing else")
      }
      rest = rest[match.range.upperBound...]
    }
    return "\"\(literal + SwiftLiteral.escaped(String(rest)))\""
  }
}

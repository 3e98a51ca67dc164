import VocativeIntents
import VocativeIntentsFile
import VocativeUnderstanding

/// An intent of an intents file as a type, a protocol for its handler, and its definition in the assistant.
struct GeneratedIntent {
  /// The intent's type.
  let type: String
  /// The protocol.
  let handling: String
  /// The argument name of the handler.
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
      intent.parameters, reserved: ["_handler", "associatedShortcuts", "confirm", "donationGroup", "handler", "perform"],
      areWrapped: true, name: \.name, what: "the parameters of \(intent.name)", at: \.location)
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
      Self.declaration(
        of: intent, type: type, handling: handling, parameters: parameters, names: swiftNames,
        returned: intent.returns.map { GeneratedParameter.type(returned: $0, scope: scope) }),
      """
      \(SwiftLiteral.comment("Handles `\(type)`."))
      public protocol \(handling): Sendable {
        /// Checks whether the intent can be handled: `.ready()` continues, `.ready("Shall I?")` asks first.
        func confirm(intent: \(type)) async throws -> IntentResponse
        /// Handles the intent and returns its result.
        func handle(intent: \(type)) async throws -> IntentResponse
      }
      """,
      """
      extension \(handling) {
        /// \(question.isEmpty ? "Continues without asking." : "Asks first.")
        public func confirm(intent: \(type)) async throws -> IntentResponse { .ready(\(question)) }
      }
      """,
    ]
  }

  private static func declaration(
    of intent: IntentsFileContents.Intent, type: String, handling: String, parameters: [GeneratedParameter],
    names: [String: String], returned: String?
  ) -> String {
    var statics: [String] = []
    if type != intent.name {
      statics.append("/// The intent's identifier.\npublic static let name = \(SwiftLiteral.string(intent.name))")
    }
    statics.append("/// The intent's title.\npublic static let title = \(SwiftLiteral.string(intent.title))")
    if let summary = intent.summary {
      let text = summary.text.replacing(#/\{([^{}]*)\}/#) { "{\(names[String($0.1)] ?? String($0.1))}" }
      statics.append(
        "/// The sentence that describes a request.\n"
          + "public static let parameterSummary: ParameterSummary<\(type)>? = \(SwiftLiteral.string(text))")
    }
    if let returned {
      statics.append(
        "/// The type of the returned value.\n"
          + "public static let resultValueType: (any ParameterValue.Type)? = \(returned).self")
    }
    if intent.requiresAuthentication {
      statics.append(
        "/// The intent requires authentication.\n"
          + "public static let authenticationPolicy = AuthenticationPolicy.requiresAuthentication")
    }
    if !intent.isEligibleForPrediction {
      statics.append("/// The intent is not used for predictions.\npublic static let isEligibleForPrediction = false")
    }
    let properties = parameters.map(\.source) + ["@Dependency private var handler: any \(handling)"]
    let members = """
      \(statics.joined(separator: "\n"))
      \(properties.joined(separator: "\n"))

      /// Creates an intent with empty parameters.
      public init() {}

      /// Asks the handler whether to go ahead.
      public func confirm() async throws -> IntentResponse { try await handler.confirm(intent: self) }

      /// Handles the intent through its handler.
      public func perform() async throws -> IntentResponse { try await handler.handle(intent: self) }
      """
    return """
      \(SwiftLiteral.comment("\(intent.title)\(intent.title.last?.isPunctuation == true ? "" : ".")"))
      public struct \(type): Intent {
      \(members.indented())
      }
      """
  }

  /// Returns the file's confirmation question as a literal with interpolated values; empty if there is no question.
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
          "\"confirm\" of \(intent.name) uses {{\(match.1)}}, which Swift does not support; use only parameter names there")
      }
      rest = rest[match.range.upperBound...]
    }
    return "\"\(literal + SwiftLiteral.escaped(String(rest)))\""
  }
}

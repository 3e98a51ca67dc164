// Generated from small.intents.yaml by `swift package generate-intents`: change that file and not this one.
// swift-format-ignore-file

public import VocativeIntents

/// Switch.
public struct Switch: Intent {
  /// The intent's title.
  public static let title = "Switch"
  @Dependency private var handler: any SwitchHandling

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks the handler whether to go ahead.
  public func confirm() async throws -> IntentResponse { try await handler.confirm(intent: self) }

  /// Handles the intent through its handler.
  public func perform() async throws -> IntentResponse { try await handler.handle(intent: self) }
}

/// Handles `Switch`.
public protocol SwitchHandling: Sendable {
  /// Checks whether the intent can be handled: `.ready()` continues, `.ready("Shall I?")` asks first.
  func confirm(intent: Switch) async throws -> IntentResponse
  /// Handles the intent and returns its result.
  func handle(intent: Switch) async throws -> IntentResponse
}

extension SwitchHandling {
  /// Continues without asking.
  public func confirm(intent: Switch) async throws -> IntentResponse { .ready() }
}

/// The assistant `small`, whole or as part of another.
public enum SmallAssistant {
  /// The name on the command line.
  public static let name = "small"

  /// Creates the assistant from the handlers of its intents.
  ///
  /// - Throws: `AssistantError` with every fault of the declaration.
  public static func make(
    `switch`: any SwitchHandling,
    dependencies: Dependencies = Dependencies()
  ) throws(AssistantError) -> Assistant {
    var dependencies = dependencies
    add(switch: `switch`, to: &dependencies)
    return try Assistant(
      name: name, wakePhrases: ["hey light"], dependencies: dependencies
    ) {
      parts
    }
  }

  /// Adds the handlers of the intents to the dependencies of an assistant that includes them.
  public static func add(
    `switch`: any SwitchHandling,
    to dependencies: inout Dependencies
  ) {
    dependencies.add(`switch` as any SwitchHandling)
  }

  /// The intents with their phrases, for inclusion in any assistant.
  @AssistantBuilder public static var parts: [AssistantPart] {
    IntentDefinition(
      Switch.self,
      phrases: [
        "switch (on|off)",
      ])
  }
}

// Generated from presentation.intents.yaml by `swift package generate-intents`: change that file and not this one.
// swift-format-ignore-file

public import VocativeIntents

/// Next line.
public struct NextLine: Intent {
  /// The intent's title.
  public static let title = "Next line"
  @Dependency private var handler: any NextLineHandling

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks the handler whether to go ahead.
  public func confirm() async throws -> IntentResponse { try await handler.confirm(intent: self) }

  /// Handles the intent through its handler.
  public func perform() async throws -> IntentResponse { try await handler.handle(intent: self) }
}

/// Handles `NextLine`.
public protocol NextLineHandling: Sendable {
  /// Checks whether the intent can be handled: `.ready()` continues, `.ready("Shall I?")` asks first.
  func confirm(intent: NextLine) async throws -> IntentResponse
  /// Handles the intent and returns its result.
  func handle(intent: NextLine) async throws -> IntentResponse
}

extension NextLineHandling {
  /// Continues without asking.
  public func confirm(intent: NextLine) async throws -> IntentResponse { .ready() }
}

/// Previous line.
public struct PreviousLine: Intent {
  /// The intent's title.
  public static let title = "Previous line"
  @Dependency private var handler: any PreviousLineHandling

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks the handler whether to go ahead.
  public func confirm() async throws -> IntentResponse { try await handler.confirm(intent: self) }

  /// Handles the intent through its handler.
  public func perform() async throws -> IntentResponse { try await handler.handle(intent: self) }
}

/// Handles `PreviousLine`.
public protocol PreviousLineHandling: Sendable {
  /// Checks whether the intent can be handled: `.ready()` continues, `.ready("Shall I?")` asks first.
  func confirm(intent: PreviousLine) async throws -> IntentResponse
  /// Handles the intent and returns its result.
  func handle(intent: PreviousLine) async throws -> IntentResponse
}

extension PreviousLineHandling {
  /// Continues without asking.
  public func confirm(intent: PreviousLine) async throws -> IntentResponse { .ready() }
}

/// End the presentation.
public struct EndPresentation: Intent {
  /// The intent's title.
  public static let title = "End the presentation"
  @Dependency private var handler: any EndPresentationHandling

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks the handler whether to go ahead.
  public func confirm() async throws -> IntentResponse { try await handler.confirm(intent: self) }

  /// Handles the intent through its handler.
  public func perform() async throws -> IntentResponse { try await handler.handle(intent: self) }
}

/// Handles `EndPresentation`.
public protocol EndPresentationHandling: Sendable {
  /// Checks whether the intent can be handled: `.ready()` continues, `.ready("Shall I?")` asks first.
  func confirm(intent: EndPresentation) async throws -> IntentResponse
  /// Handles the intent and returns its result.
  func handle(intent: EndPresentation) async throws -> IntentResponse
}

extension EndPresentationHandling {
  /// Continues without asking.
  public func confirm(intent: EndPresentation) async throws -> IntentResponse { .ready() }
}

/// The assistant `presentation`, whole or as part of another.
public enum PresentationAssistant {
  /// The name on the command line.
  public static let name = "presentation"

  /// Creates the assistant from the handlers of its intents.
  ///
  /// - Throws: `AssistantError` with every fault of the declaration.
  public static func make(
    nextLine: any NextLineHandling,
    previousLine: any PreviousLineHandling,
    endPresentation: any EndPresentationHandling,
    dependencies: Dependencies = Dependencies()
  ) throws(AssistantError) -> Assistant {
    var dependencies = dependencies
    add(nextLine: nextLine, previousLine: previousLine, endPresentation: endPresentation, to: &dependencies)
    return try Assistant(
      name: name, wakePhrases: ["hey assistant"], dependencies: dependencies
    ) {
      parts
    }
  }

  /// Adds the handlers of the intents to the dependencies of an assistant that includes them.
  public static func add(
    nextLine: any NextLineHandling,
    previousLine: any PreviousLineHandling,
    endPresentation: any EndPresentationHandling,
    to dependencies: inout Dependencies
  ) {
    dependencies.add(nextLine as any NextLineHandling)
    dependencies.add(previousLine as any PreviousLineHandling)
    dependencies.add(endPresentation as any EndPresentationHandling)
  }

  /// The intents with their phrases, for inclusion in any assistant.
  @AssistantBuilder public static var parts: [AssistantPart] {
    IntentDefinition(
      NextLine.self,
      phrases: [
        "next line",
      ])
    IntentDefinition(
      PreviousLine.self,
      phrases: [
        "previous line",
      ])
    IntentDefinition(
      EndPresentation.self,
      phrases: [
        "end [the] presentation",
      ])
  }
}

// Generated from presentation.intents.yaml by `swift package generate-intents`: change that file and not this one.
// swift-format-ignore-file

public import VocativeIntents

/// Next line.
public struct NextLine: Intent {
  /// What the intent is for.
  public static let title = "Next line"
  @Dependency private var handler: any NextLineHandling

  /// An intent whose parameters are still empty.
  public init() {}

  /// Asks the handler whether to go ahead.
  public func confirm() async throws -> IntentResponse { try await handler.confirm(intent: self) }

  /// Has the handler do it.
  public func perform() async throws -> IntentResponse { try await handler.handle(intent: self) }
}

/// Handles `NextLine`.
public protocol NextLineHandling: Sendable {
  /// Says whether all is there to do what was asked for: `.ready()` goes ahead, `.ready("Shall I?")` asks first.
  func confirm(intent: NextLine) async throws -> IntentResponse
  /// Does what was asked for and says how it went.
  func handle(intent: NextLine) async throws -> IntentResponse
}

extension NextLineHandling {
  /// Goes ahead without asking.
  public func confirm(intent: NextLine) async throws -> IntentResponse { .ready() }
}

/// Previous line.
public struct PreviousLine: Intent {
  /// What the intent is for.
  public static let title = "Previous line"
  @Dependency private var handler: any PreviousLineHandling

  /// An intent whose parameters are still empty.
  public init() {}

  /// Asks the handler whether to go ahead.
  public func confirm() async throws -> IntentResponse { try await handler.confirm(intent: self) }

  /// Has the handler do it.
  public func perform() async throws -> IntentResponse { try await handler.handle(intent: self) }
}

/// Handles `PreviousLine`.
public protocol PreviousLineHandling: Sendable {
  /// Says whether all is there to do what was asked for: `.ready()` goes ahead, `.ready("Shall I?")` asks first.
  func confirm(intent: PreviousLine) async throws -> IntentResponse
  /// Does what was asked for and says how it went.
  func handle(intent: PreviousLine) async throws -> IntentResponse
}

extension PreviousLineHandling {
  /// Goes ahead without asking.
  public func confirm(intent: PreviousLine) async throws -> IntentResponse { .ready() }
}

/// End the presentation.
public struct EndPresentation: Intent {
  /// What the intent is for.
  public static let title = "End the presentation"
  @Dependency private var handler: any EndPresentationHandling

  /// An intent whose parameters are still empty.
  public init() {}

  /// Asks the handler whether to go ahead.
  public func confirm() async throws -> IntentResponse { try await handler.confirm(intent: self) }

  /// Has the handler do it.
  public func perform() async throws -> IntentResponse { try await handler.handle(intent: self) }
}

/// Handles `EndPresentation`.
public protocol EndPresentationHandling: Sendable {
  /// Says whether all is there to do what was asked for: `.ready()` goes ahead, `.ready("Shall I?")` asks first.
  func confirm(intent: EndPresentation) async throws -> IntentResponse
  /// Does what was asked for and says how it went.
  func handle(intent: EndPresentation) async throws -> IntentResponse
}

extension EndPresentationHandling {
  /// Goes ahead without asking.
  public func confirm(intent: EndPresentation) async throws -> IntentResponse { .ready() }
}

/// The assistant `presentation`, whole or as part of another.
public enum PresentationAssistant {
  /// The name on the command line.
  public static let name = "presentation"

  /// The assistant over what handles its intents.
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

  /// Adds what handles the intents to the dependencies of an assistant they are part of.
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

  /// The intents with their phrases, to be part of any assistant.
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

// Generated from home.intents.yaml by `swift package generate-intents`: change that file and not this one.
// swift-format-ignore-file

public import VocativeIntents

/// The values of the list `goals`.
public enum Goals: String, ParameterEnum {
  /// `Summer Vacation`.
  case summerVacation = "Summer Vacation"
  /// `NYC`.
  case nyc = "NYC"
  /// `default`.
  case `default`

  /// The spoken names of each value, the full name first.
  public var spokenNames: [String] {
    switch self {
    case .summerVacation: ["Summer Vacation"]
    case .nyc: ["New York", "big apples", "big apple", "great apples", "great apple"]
    case .default: ["usual"]
    }
  }

  /// The value with its names, and with phones for names that no dictionary has.
  public var spokenValue: SpokenValue {
    let pronunciations: [String: [String]] =
      switch self {
      case .nyc: ["big apple": ["B", "IH", "G", "AE", "P", "AH", "L"]]
      default: [:]
      }
    return SpokenValue(
      identifier: rawValue, display: spokenNames.first ?? rawValue, names: spokenNames, pronunciations: pronunciations)
  }
}

/// The values of the list `rooms`.
public enum Rooms: String, ParameterEnum {
  /// `kitchen`.
  case kitchen
  /// `2nd floor`.
  case _2ndFloor = "2nd floor"
  /// `living-room`.
  case livingRoom = "living-room"

  /// The spoken names of each value, the full name first.
  public var spokenNames: [String] {
    switch self {
    case .kitchen: ["kitchen"]
    case ._2ndFloor: ["2nd floor"]
    case .livingRoom: ["living-room"]
    }
  }
}

/// The values of the list `room`.
public enum Room: String, ParameterEnum {
  /// `here`.
  case here
  /// `there`.
  case there

  /// The spoken names of each value, the full name first.
  public var spokenNames: [String] {
    switch self {
    case .here: ["here"]
    case .there: ["there"]
    }
  }
}

/// Goal progress.
public struct GoalProgress: Intent {
  /// The intent's title.
  public static let title = "Goal progress"
  /// goal.
  @Parameter(title: "goal", prompt: "Which goal?") public var goal: Goals
  @Dependency private var handler: any GoalProgressHandling

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks the handler whether to go ahead.
  public func confirm() async throws -> IntentResponse { try await handler.confirm(intent: self) }

  /// Handles the intent through its handler.
  public func perform() async throws -> IntentResponse { try await handler.handle(intent: self) }
}

/// Handles `GoalProgress`.
public protocol GoalProgressHandling: Sendable {
  /// Checks whether the intent can be handled: `.ready()` continues, `.ready("Shall I?")` asks first.
  func confirm(intent: GoalProgress) async throws -> IntentResponse
  /// Handles the intent and returns its result.
  func handle(intent: GoalProgress) async throws -> IntentResponse
}

extension GoalProgressHandling {
  /// Continues without asking.
  public func confirm(intent: GoalProgress) async throws -> IntentResponse { .ready() }
}

/// Set the level?
public struct SetLevel: Intent {
  /// The intent's identifier.
  public static let name = "set-level"
  /// The intent's title.
  public static let title = "Set the level?"
  /// The intent requires authentication.
  public static let authenticationPolicy = AuthenticationPolicy.requiresAuthentication
  /// The intent is not used for predictions.
  public static let isEligibleForPrediction = false
  /// Level.
  @Parameter(title: "Level", default: 50, in: 0...100) public var level: Int
  /// Class.
  @Parameter(title: "Class") public var `class`: Rooms?
  /// room.
  @Parameter(title: "room") public var room: Room?
  @Dependency private var handler: any SetLevelHandling

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks the handler whether to go ahead.
  public func confirm() async throws -> IntentResponse { try await handler.confirm(intent: self) }

  /// Handles the intent through its handler.
  public func perform() async throws -> IntentResponse { try await handler.handle(intent: self) }
}

/// Handles `SetLevel`.
public protocol SetLevelHandling: Sendable {
  /// Checks whether the intent can be handled: `.ready()` continues, `.ready("Shall I?")` asks first.
  func confirm(intent: SetLevel) async throws -> IntentResponse
  /// Handles the intent and returns its result.
  func handle(intent: SetLevel) async throws -> IntentResponse
}

extension SetLevelHandling {
  /// Asks first.
  public func confirm(intent: SetLevel) async throws -> IntentResponse { .ready("Set it to \(intent.level.spokenValue.dialogName) in \(intent.`class`.spokenValue.dialogName) \"now\"?") }
}

/// Plan.
public struct Plan: Intent {
  /// The intent's title.
  public static let title = "Plan"
  /// count.
  @Parameter(title: "count", prompt: "How many?", in: 1...9) public var count: Int
  /// any number.
  @Parameter(title: "any number", default: -3) public var anyNumber: Int
  /// price.
  @Parameter(title: "price", default: CurrencyAmount(decimal: "12.50")) public var price: CurrencyAmount
  /// day.
  @Parameter(title: "day", default: CalendarDay(year: 2026, month: 12, day: 24)) public var day: CalendarDay
  /// at.
  @Parameter(title: "at", default: TimeOfDay(hour: 8, minute: 30)) public var at: TimeOfDay
  /// for.
  @Parameter(title: "for", default: .seconds(5400)) public var `for`: Duration
  /// note.
  @Parameter(title: "note", default: "a \\ \"b\"") public var note: String
  /// loud.
  @Parameter(title: "loud", default: true) public var loud: Bool
  /// place.
  @Parameter(title: "place", default: Rooms(rawValue: "2nd floor")) public var place: Rooms
  /// perform.
  @Parameter(title: "perform", prompt: "Perform what?") public var performValue: String?
  @Dependency private var handler: any PlanHandling

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks the handler whether to go ahead.
  public func confirm() async throws -> IntentResponse { try await handler.confirm(intent: self) }

  /// Handles the intent through its handler.
  public func perform() async throws -> IntentResponse { try await handler.handle(intent: self) }
}

/// Handles `Plan`.
public protocol PlanHandling: Sendable {
  /// Checks whether the intent can be handled: `.ready()` continues, `.ready("Shall I?")` asks first.
  func confirm(intent: Plan) async throws -> IntentResponse
  /// Handles the intent and returns its result.
  func handle(intent: Plan) async throws -> IntentResponse
}

extension PlanHandling {
  /// Continues without asking.
  public func confirm(intent: Plan) async throws -> IntentResponse { .ready() }
}

/// The assistant `home`, whole or as part of another.
public enum HomeAssistant {
  /// The name on the command line.
  public static let name = "home"

  /// Creates the assistant from the handlers of its intents.
  ///
  /// - Throws: `AssistantError` with every fault of the declaration.
  public static func make(
    goalProgress: any GoalProgressHandling,
    setLevel: any SetLevelHandling,
    plan: any PlanHandling,
    dependencies: Dependencies = Dependencies()
  ) throws(AssistantError) -> Assistant {
    var dependencies = dependencies
    add(goalProgress: goalProgress, setLevel: setLevel, plan: plan, to: &dependencies)
    return try Assistant(
      name: name, wakePhrases: ["hey house", "say \"hello\" house"], dependencies: dependencies,
      pronunciations: ["brr": "B ER", "xyloband": "Z AY L OW B AE N D"]
    ) {
      parts
    }
  }

  /// Adds the handlers of the intents to the dependencies of an assistant that includes them.
  public static func add(
    goalProgress: any GoalProgressHandling,
    setLevel: any SetLevelHandling,
    plan: any PlanHandling,
    to dependencies: inout Dependencies
  ) {
    dependencies.add(goalProgress as any GoalProgressHandling)
    dependencies.add(setLevel as any SetLevelHandling)
    dependencies.add(plan as any PlanHandling)
  }

  /// The intents with their phrases, for inclusion in any assistant.
  @AssistantBuilder public static var parts: [AssistantPart] {
    IntentDefinition(
      GoalProgress.self,
      phrases: [
        "\(\.$goal) goal",
        "how is my \(\.$goal) goal [doing]",
        "(please [(be (so|that) kind)]|now) \(\.$goal)",
      ])
    IntentDefinition(
      SetLevel.self,
      phrases: [
        "set [to] {0..100,5:level} percent",
        "level \(\.$level) [in \(\.$room)] [\(\.$class) class]",
      ])
    IntentDefinition(
      Plan.self,
      phrases: [
        "plan",
      ])
  }
}

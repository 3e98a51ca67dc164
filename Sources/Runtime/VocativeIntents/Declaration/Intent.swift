/// A request that a person can make: its parameters and the action it performs.
///
/// The runtime creates one value per request, fills its parameters, performs it and discards it. The life cycle is SiriKit's:
/// resolve each parameter, confirm the request, then perform it.
///
/// ```swift
/// struct GoalProgress: Intent {
///   static let title = "Goal progress"
///   @Parameter(title: "Goal", prompt: "Which goal?") var goal: Goal
///
///   func perform() async throws -> IntentResponse {
///     .success("You have saved \(goal.saved) for \(goal.name).")
///   }
/// }
/// ```
public protocol Intent: Sendable {
  /// The identifier in events and logs; by default the name of the type.
  static var name: String { get }
  /// A short title to display.
  static var title: String { get }
  /// The required authentication.
  static var authenticationPolicy: AuthenticationPolicy { get }
  /// Whether requests are used to predict what the person will want.
  static var isEligibleForPrediction: Bool { get }
  /// A suggested phrase for a shortcut to this intent; nil if there is none.
  static var suggestedInvocationPhrase: String? { get }
  /// The activity types of its responses; the assistant must declare a continuation for each.
  static var activityTypes: [ActivityType] { get }
  /// A sentence that describes a request with its values; nil for the title and the values.
  static var parameterSummary: ParameterSummary<Self>? { get }
  /// The type of the value that a response returns to the following steps of a workflow; nil for none.
  static var resultValueType: (any ParameterValue.Type)? { get }
  /// Custom resolution of parameters, for cases in which finding the named value is not enough.
  static var resolvers: [ParameterResolver<Self>] { get }
  /// Creates an intent with empty parameters.
  init()
  /// Decides whether to perform the intent, with all parameters filled.
  ///
  /// Return `.ready()` to continue, or `.ready("Shall I?")` to ask the person first. Any other response is final, and nothing is
  /// performed.
  func confirm() async throws -> IntentResponse
  /// Performs the intent and returns its result: SiriKit's `handle`.
  ///
  /// Runs off the audio path, with all required parameters filled. A thrown error becomes a spoken failure.
  func perform() async throws -> IntentResponse
  /// Returns related shortcuts that the person may want later; called after the intent is performed.
  func associatedShortcuts() async throws -> [Shortcut]
  /// The group of its donations and of its activity, by which they are deleted with their subject; nil for none.
  ///
  /// Read after the intent is performed. `donationGroup` of an entity names it: the intent that deletes the entity then deletes
  /// the group from `InteractionDonations`.
  var donationGroup: String? { get }
}

extension Intent {
  /// The name of the type.
  public static var name: String { "\(Self.self)" }
  /// No authentication is required.
  public static var authenticationPolicy: AuthenticationPolicy { .alwaysAllowed }
  /// Requests are used for prediction.
  public static var isEligibleForPrediction: Bool { true }
  /// There is no suggested phrase.
  public static var suggestedInvocationPhrase: String? { nil }
  /// There are no activities.
  public static var activityTypes: [ActivityType] { [] }
  /// There is no summary.
  public static var parameterSummary: ParameterSummary<Self>? { nil }
  /// There is no returned value.
  public static var resultValueType: (any ParameterValue.Type)? { nil }
  /// All parameters are resolved by default rules.
  public static var resolvers: [ParameterResolver<Self>] { [] }
  /// Continues without asking.
  public func confirm() async throws -> IntentResponse { .ready() }
  /// There are no related shortcuts.
  public func associatedShortcuts() async throws -> [Shortcut] { [] }
  /// There is no group.
  public var donationGroup: String? { nil }
}

/// The authentication that an intent requires.
public enum AuthenticationPolicy: String, Equatable, Sendable {
  /// No authentication is required.
  case alwaysAllowed
  /// The passphrase is required.
  ///
  /// The request and the response are excluded from all logs.
  case requiresAuthentication
}

extension Shortcut {
  /// Creates a shortcut to an intent with the values that its parameters have now; a default stays open, as in a spoken request.
  public init(_ intent: some Intent) {
    let assigned = intent.parameters.compactMap { name, parameter in parameter.assigned.map { (name, $0) } }
    self.init(
      intent: type(of: intent).name, values: Dictionary(uniqueKeysWithValues: assigned.map { ($0.0, $0.1.identifier) }),
      title: IntentDefinition(type(of: intent), phrases: []).title(with: assigned.map { ($0.0, $0.1.dialogName) }),
      suggestedInvocationPhrase: type(of: intent).suggestedInvocationPhrase)
  }
}

/// The display title of an intent with its values.
enum IntentTitle {
  /// Returns a title such as `Goal progress: summer vacation`.
  static func text(_ title: String, values: [String]) -> String {
    values.isEmpty ? title : "\(title): \(values.joined(separator: ", "))"
  }
}

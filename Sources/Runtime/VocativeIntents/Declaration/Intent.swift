/// Something a person can ask for: its parameters, and what is done when it is asked for.
///
/// A value is made for each request, filled with the parameters that were said, performed and thrown away. Its life is SiriKit's:
/// each parameter is resolved, the whole is confirmed, and then it is performed.
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
  /// The intent's identifier in events and logs; the type's name unless declared otherwise.
  static var name: String { get }
  /// A few words for people: what the intent is for.
  static var title: String { get }
  /// Who may ask for it.
  static var authenticationPolicy: AuthenticationPolicy { get }
  /// Whether what is asked for is learnt from, to suggest it when it is likely to be wanted again.
  static var isEligibleForPrediction: Bool { get }
  /// A phrase to offer to somebody who wants a shortcut to it; nil for none.
  static var suggestedInvocationPhrase: String? { get }
  /// The kinds of activities its responses may carry; the assistant must say how each is continued.
  static var activityTypes: [ActivityType] { get }
  /// How parameters are resolved, where finding the named value is not enough.
  static var resolvers: [ParameterResolver<Self>] { get }
  /// An intent whose parameters are still empty.
  init()
  /// Says whether all is there to perform it, with every parameter filled.
  ///
  /// `.ready()` goes ahead; `.ready("Shall I?")` asks the person first; any other response is the answer, and nothing is performed.
  func confirm() async throws -> IntentResponse
  /// Does what was asked for and says how it went: SiriKit's `handle`.
  ///
  /// Runs off the audio path, with every required parameter filled. What it throws becomes a spoken failure.
  func perform() async throws -> IntentResponse
  /// What somebody who asked for this may want to do another time; asked when it was performed.
  func associatedShortcuts() async throws -> [Shortcut]
}

extension Intent {
  /// The type's name.
  public static var name: String { String(describing: Self.self) }
  /// Anybody.
  public static var authenticationPolicy: AuthenticationPolicy { .alwaysAllowed }
  /// It is learnt from.
  public static var isEligibleForPrediction: Bool { true }
  /// No phrase.
  public static var suggestedInvocationPhrase: String? { nil }
  /// None.
  public static var activityTypes: [ActivityType] { [] }
  /// The usual way for every parameter.
  public static var resolvers: [ParameterResolver<Self>] { [] }
  /// Goes ahead without asking.
  public func confirm() async throws -> IntentResponse { .ready() }
  /// Nothing else.
  public func associatedShortcuts() async throws -> [Shortcut] { [] }
}

/// Who may ask for an intent.
public enum AuthenticationPolicy: String, Equatable, Sendable {
  /// Anybody who can be heard.
  case alwaysAllowed
  /// Somebody who has said the passphrase. What is asked and answered is kept out of every log.
  case requiresAuthentication
}

extension Shortcut {
  /// A shortcut to an intent with its parameters as they are filled now.
  public init(_ intent: some Intent) {
    let filled = intent.parameters.compactMap { name, parameter in parameter.filled.map { (name, $0) } }
    self.init(
      intent: type(of: intent).name, values: Dictionary(uniqueKeysWithValues: filled.map { ($0.0, $0.1.identifier) }),
      title: IntentTitle.text(type(of: intent).title, values: filled.map(\.1.dialogName)),
      suggestedInvocationPhrase: type(of: intent).suggestedInvocationPhrase)
  }
}

/// What people call an intent with its values.
enum IntentTitle {
  /// `Goal progress: summer vacation`.
  static func text(_ title: String, values: [String]) -> String {
    values.isEmpty ? title : "\(title): \(values.joined(separator: ", "))"
  }
}

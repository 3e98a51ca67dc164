public import VocativeIntents

/// Adds the most recent request to the steps of a shortcut.
public struct AddShortcutStep: Intent {
  /// The title of the intent.
  public static let title = "Add a step to a shortcut"
  /// A shortcut to this intent would not be useful.
  public static let isEligibleForPrediction = false
  @Parameter(title: "Shortcut", prompt: "To which shortcut?") var shortcut: VoiceShortcut
  @Dependency private var center: VoiceShortcutCenter
  @Dependency private var latest: LatestShortcut

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks for confirmation, because the shortcut may be misheard.
  public func confirm() async throws -> IntentResponse {
    guard let step = latest.shortcutOfCurrentSession else { return .failure(StepDialog.nothing) }
    return .ready("Add \(step.spokenTitle) to \"\(shortcut.invocationPhrase)\"?")
  }

  /// Adds the step after the others.
  public func perform() async throws -> IntentResponse {
    guard let step = latest.shortcutOfCurrentSession else { return .failure(StepDialog.nothing) }
    return await center.edit(shortcut, steps: shortcut.steps + [step]).response
  }
}

/// Replaces the steps of a shortcut with the most recent request.
public struct ReplaceShortcutSteps: Intent {
  /// The title of the intent.
  public static let title = "Change the steps of a shortcut"
  /// A shortcut to this intent would not be useful.
  public static let isEligibleForPrediction = false
  @Parameter(title: "Shortcut", prompt: "For which shortcut?") var shortcut: VoiceShortcut
  @Dependency private var center: VoiceShortcutCenter
  @Dependency private var latest: LatestShortcut

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks for confirmation, because the former steps are lost.
  public func confirm() async throws -> IntentResponse {
    guard let step = latest.shortcutOfCurrentSession else { return .failure(StepDialog.nothing) }
    let former = await center.titled(shortcut).spokenTitle
    return .ready("Use \"\(shortcut.invocationPhrase)\" for \(step.spokenTitle) instead of \(former)?")
  }

  /// Replaces the steps.
  public func perform() async throws -> IntentResponse {
    guard let step = latest.shortcutOfCurrentSession else { return .failure(StepDialog.nothing) }
    return await center.edit(shortcut, steps: [step]).response
  }
}

private enum StepDialog {
  static let nothing = "There's nothing to add to a shortcut yet."
}

extension LatestShortcut {
  /// The most recent request of the conversation; nil if there is none.
  fileprivate var shortcutOfCurrentSession: Shortcut? { IntentContext.current.flatMap { shortcut(in: $0.session) } }
}

import Vocative

/// The result of a conversation, as an exit status.
struct ConversationOutcome: Sendable {
  private var handled = 0
  private var refused = 0
  private var events = 0
  /// Whether speaking an answer failed.
  private var isUnspoken = false

  mutating func add(_ event: TurnEvent) {
    events += 1
    switch event.kind {
    case .responded(_, .success, _, _), .responded(_, .inProgress, _, _), .responded(_, .continueInApp, _, _), .asked:
      handled += 1
    case .responded, .rejected: refused += 1
    case .error("speech", _): isUnspoken = true
    case .spotted, .understood, .updated, .error: break
    }
  }

  /// Whether no event happened since the last check.
  mutating func takeSilence() -> Bool {
    defer { events = 0 }
    return events == 0
  }

  /// Ends the program if speaking an answer failed and speech was requested; the device or the file is at fault.
  func exitUnlessSpoken() throws {
    if isUnspoken { throw ExitStatus.unavailable }
  }

  /// Ends the program with status 1 if a request was refused, with 69 if speaking an answer failed, and with 1 if none was handled.
  func exitUnlessFine() throws {
    // A refusal says more about the request than the loudspeaker that could not say so.
    if refused > 0 { throw ExitStatus.no }
    try exitUnlessSpoken()
    if handled == 0 { throw ExitStatus.no }
  }
}

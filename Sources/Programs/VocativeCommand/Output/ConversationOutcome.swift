import Vocative

/// Whether a conversation came to what its user wanted.
struct ConversationOutcome: Sendable {
  private var handled = 0
  private var refused = 0
  private var events = 0
  /// Whether an answer could not be spoken.
  private var isUnspoken = false

  mutating func add(_ event: TurnEvent) {
    events += 1
    switch event.kind {
    case .responded(_, .success, _, _), .asked: handled += 1
    case .responded, .rejected: refused += 1
    case .error("speech", _): isUnspoken = true
    case .spotted, .understood, .error: break
    }
  }

  /// Whether nothing happened since this was last asked.
  mutating func takeSilence() -> Bool {
    defer { events = 0 }
    return events == 0
  }

  /// Ends the program when an answer could not be spoken, where that was asked for: the device or the file is at fault.
  func exitUnlessSpoken() throws {
    if isUnspoken { throw ExitStatus.unavailable }
  }

  /// Ends the program with status 69 when an answer could not be spoken, and with 1 when something was refused, or nothing was
  /// handled.
  func exitUnlessFine() throws {
    try exitUnlessSpoken()
    if refused > 0 || handled == 0 { throw ExitStatus.no }
  }
}

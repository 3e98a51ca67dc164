import Synchronization
import Vocative

/// The output of `listen`: events as they happen, and in a terminal one live line of level and state below them.
final class ListeningDisplay: Sendable {
  private let line: LevelLine
  private let printing: TerminalPrinting
  private let greeting: Mutex<String?>
  private let outcome = Mutex(ConversationOutcome())

  /// - Parameter greeting: A line to show when the first audio arrives.
  init(greeting: String?, printer: EventPrinter, presenters: @escaping AssistantPresenters, showsLevel: Bool) {
    let line = LevelLine(isShown: showsLevel)
    self.line = line
    self.greeting = Mutex(greeting)
    printing = TerminalPrinting(printer: printer, presenters: presenters, write: line.write, writeError: line.writeError)
  }

  /// Shows the events of the turn loop.
  func show(_ notice: TurnNotice) {
    switch notice {
    case .event(let event):
      outcome.withLock { $0.add(event) }
      printing.print(event)
    case .state(let turn): line.show(turn)
    case .level(let level):
      if let greeting = greeting.withLock({ $0.take() }) { printing.print(greeting) }
      line.show(level)
    case .memory: break
    }
  }

  /// Prints a line in order.
  func show(_ line: String) { printing.print(line) }

  /// Ends the program if speaking an answer failed.
  func exitUnlessSpoken() throws { try outcome.withLock { try $0.exitUnlessSpoken() } }

  /// Runs the work, then finishes printing and clears the live line, whether the work succeeds or fails.
  func finish(after work: () async throws -> Void) async throws {
    defer { line.write("") }
    try await printing.finish(after: work)
  }
}

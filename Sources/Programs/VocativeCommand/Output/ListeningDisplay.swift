import Synchronization
import Vocative

/// What `listen` shows: events as they happen, and in a terminal one live line of level and state under them.
final class ListeningDisplay: Sendable {
  private let line: LevelLine
  private let printing: TerminalPrinting
  private let greeting: Mutex<String?>
  private let outcome = Mutex(ConversationOutcome())

  /// - Parameter greeting: A line for when the first audio is there.
  init(greeting: String?, printer: EventPrinter, presenters: [any ResponsePresenter.Type], showsLevel: Bool) {
    let line = LevelLine(isShown: showsLevel)
    self.line = line
    self.greeting = Mutex(greeting)
    printing = TerminalPrinting(printer: printer, presenters: presenters, write: line.write, writeError: line.writeError)
  }

  /// Shows what the turn loop tells.
  func show(_ notice: TurnNotice) {
    switch notice {
    case .event(let event):
      outcome.withLock { $0.add(event) }
      printing.print(event)
    case .state(let turn): line.show(turn)
    case .level(let level):
      if let greeting = greeting.withLock({ $0.take() }) { printing.print(greeting) }
      line.show(level)
    }
  }

  /// Prints a line in turn.
  func show(_ line: String) { printing.print(line) }

  /// Ends the program when an answer could not be spoken.
  func exitUnlessSpoken() throws { try outcome.withLock { try $0.exitUnlessSpoken() } }

  /// Does some work, and leaves the terminal with everything printed and a clean line, whether it succeeds or fails.
  func finish(after work: () async throws -> Void) async throws {
    defer { line.write("") }
    try await printing.finish(after: work)
  }
}

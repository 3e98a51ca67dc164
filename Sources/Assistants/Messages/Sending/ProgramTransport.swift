import Foundation
public import VocativeIntentsFile

/// Passes each event to the program that a file names, as one JSON object on its standard input; without the file, to a folder.
///
/// The file is read for each event, so that a change needs no restart. The exit status says what becomes of it, as for handlers of intents files: 0 if it is delivered, 1 if it never will be, 77 if only
/// an application can deliver it. After any other status it is tried again.
public struct ProgramTransport: MessageTransport {
  /// The reason why the program does not take an event now.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  private let path: String
  private let user: HandlerUser?
  private let spool: SpoolTransport

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - path: The path of the file, with `command:`, and optionally `user:`, `timeout:` and `network:`.
  ///   - user: The user that runs the program if the file names none; nil for the user of this program.
  ///   - spool: Takes the events while there is no file.
  public init(path: String, runningAs user: HandlerUser? = nil, otherwise spool: SpoolTransport) {
    (self.path, self.user, self.spool) = (path, user, spool)
  }

  /// Checks the file.
  ///
  /// - Throws: `IntentsFileError` with all faults and their lines.
  public func check() throws(IntentsFileError) { _ = try file() }

  /// Whether the file says so; a file with a fault is reported when it is used.
  public var usesNetwork: Bool { (try? file())?.usesNetwork ?? false }

  private func file() throws(IntentsFileError) -> ProgramFile? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    return try ProgramFile(path: path, what: "a transport", runningAs: user)
  }

  /// Runs the program, and waits until it exits.
  ///
  /// - Throws: `MessageRefusal`, `IntentsFileError` if the file has a fault, or the fault of the program.
  public func deliver(_ event: MessageEvent) async throws {
    guard let file = try file() else { return try await spool.deliver(event) }
    switch await file.run(input: try event.json) {
    case .success: break
    case .failure(let dialog): throw MessageRefusal(dialog: dialog)
    case .requiresApplication(let dialog): throw MessageRefusal(dialog: dialog, requiresApplication: true)
    case .later(let fault): throw Fault(description: fault)
    }
  }
}

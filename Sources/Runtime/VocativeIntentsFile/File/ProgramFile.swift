package import Foundation
import VocativeUnderstanding
import Yams

/// A file that names a program, which receives data on its standard input: `command:`, and optionally `user:`, `timeout:` and
/// `network:`.
///
/// ```yaml
/// command: [./send-by-email, --from, me@example.org]
/// user: mail
/// timeout: 8
/// network: true
/// ```
package struct ProgramFile: Equatable, Sendable {
  /// The maximum file size in bytes.
  static let maxSize = 64 << 10
  private static let example = "./send-by-email"

  private let program: String
  private let arguments: [String]
  private let folder: String
  private let user: HandlerUser?
  private let timeLimit: Duration
  /// Whether the program reaches other machines.
  package let usesNetwork: Bool

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - what: The purpose of the program, with its article: `a transport`.
  ///   - user: The user that runs it if the file names none; nil for the user of this program.
  /// - Throws: `IntentsFileError` with all faults and their lines.
  package init(path: String, what: String, runningAs user: HandlerUser? = nil) throws(IntentsFileError) {
    let file = YAMLFile(path: path, limit: Self.maxSize, remedy: "it needs only a command")
    let root = try file.root(what: "the file of \(what)")
    guard case .mapping = root else {
      throw file.fault("the file of \(what) must be a mapping with at least \"command:\", as in: command: [\(Self.example)]")
    }
    var reader = IntentsFileReader(file: path, handlers: HandlerSettings(user: user))
    let entries = reader.entries(of: root, allowed: ["command", "user", "timeout", "network"], what: "the file of \(what)")
    let command = reader.command(entries["command"], root, like: Self.example)
    self.user = reader.user(entries["user"], of: what, running: "programs") ?? user
    timeLimit = entries["timeout"] == nil ? .seconds(8) : reader.timeLimit(entries["timeout"])
    usesNetwork = reader.flag(entries["network"], what: "network", default: false)
    guard reader.faults.isEmpty, let command else {
      throw IntentsFileError(code: .invalid, faults: reader.faults.sorted { $0.location.line < $1.location.line })
    }
    (program, arguments) = command
    folder = URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent().path
  }

  /// How a run ended.
  package enum Ending: Equatable, Sendable {
    /// The program has exited with status 0.
    case success
    /// The program refuses the data for good, with a reason to say.
    case failure(dialog: String?)
    /// The program refuses the data because only an application can use it, with a reason to say.
    case requiresApplication(dialog: String?)
    /// The same data may succeed later; the fault is for the log.
    case later(fault: String)
  }

  /// Runs the program with data on its standard input.
  ///
  /// The exit statuses are those of handlers. The fault does not repeat what the program wrote, which may be private.
  package func run(input: Data) async -> Ending {
    let run: CommandRun
    do {
      run = try await CommandRun(
        program: program, arguments: arguments, folder: folder, environment: CommandHandler.environment(for: user), input: input,
        user: user, timeLimit: timeLimit)
    } catch {
      return .later(fault: "\(program) could not be run: \(error)")
    }
    let dialog = (try? HandlerAnswer(run.output))?.dialog
    switch run.ending {
    case .exited(0): return .success
    case .exited(1): return .failure(dialog: dialog)
    case .exited(77): return .requiresApplication(dialog: dialog)
    case .exited(75): return .later(fault: "\(program) exited with status 75 (try later)")
    case .exited(let status): return .later(fault: "\(program) exited with status \(status)")
    case .signaled(let signal): return .later(fault: "\(program) was terminated by signal \(signal)")
    case .timedOut: return .later(fault: "\(program) was terminated because it took longer than \(timeLimit)")
    case .wroteTooMuch: return .later(fault: "\(program) was terminated for writing more than \(HandlerAnswer.maxSize >> 10) KiB")
    case .cancelled: return .later(fault: "\(program) was terminated because the request was cancelled")
    }
  }
}

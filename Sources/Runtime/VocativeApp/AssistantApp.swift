import Foundation
import Glibc
import Logging
import ProgramOutput
public import VocativeIntents

/// An assistant that is a program of its own: SiriKit's extension on Linux.
///
/// ```swift
/// @main struct Garden: AssistantApp {
///   static func assistant() throws -> Assistant {
///     try Assistant(name: "garden", wakePhrases: ["hey garden"]) {
///       IntentDefinition(WaterPlants.self, phrases: ["water the plants"])
///     }
///   }
/// }
/// ```
///
/// A file `garden.app.yaml` with the program's `command` installs it. Tests can use the same assistant in their own process.
public protocol AssistantApp {
  /// Creates the assistant, and opens its store.
  ///
  /// - Throws: An error, which ends the program and is logged by Vocative.
  static func assistant() throws -> Assistant
}

extension AssistantApp {
  /// Runs the program until its standard input ends.
  ///
  /// Standard output belongs to Vocative; what the program prints goes to standard error.
  public static func main() async {
    if isatty(STDIN_FILENO) == 1 {
      AppLog.write(
        "This program is an app of Vocative, which starts it. Install it with a file NAME.app.yaml in ~/.config/vocative/assistants/:\n"
          + "command: [\(ProcessInfo.processInfo.arguments[0])]\n")
    }
    let output = dup(STDOUT_FILENO)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    signal(SIGPIPE, SIG_IGN)
    do {
      let session = try await AppSession(try assistant(), output: AppOutput(descriptor: output))
      await session.run(AppInput.lines(of: STDIN_FILENO))
    } catch {
      AppLog.write("\(error)\n")
      exit(EXIT_FAILURE)
    }
  }
}

import ArgumentParser
import Foundation
import ProgramOutput
import Vocative
import VocativeEvaluation
import VocativeTuning

/// The `vocative` program.
@main
struct VocativeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vocative",
    abstract: "Say a phrase to a Linux box, and it answers. Nothing leaves the box.",
    version: "0.1.0",
    subcommands: [
      Replay.self, Listen.self, Page.self, Wyoming.self, Ask.self, Check.self, Import.self, Pronounce.self, Evaluate.self,
      Tune.self, Shortcuts.self, Activities.self, TimelineCommand.self,
      Status.self, MuteCommand.self, Unmute.self, Reload.self, Say.self, Trigger.self,
      Devices.self, DoctorCommand.self,
    ])

  /// Runs the command line and ends the process with the status `sysexits.h` has for what went wrong.
  static func main() async {
    StandardStream.prepare()
    // Not where it failed: here nothing holds any more what an error was made of.
    let status = await exitStatus()
    Foundation.exit(status)
  }

  private static func exitStatus() async -> Int32 {
    do {
      var command = try parseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      return EXIT_SUCCESS
    } catch let status as ExitStatus {
      return status.rawValue
    } catch is CancellationError {
      StandardError.write("vocative: interrupted; nothing was written\n")
      // As a shell has it for a program that ended on SIGINT.
      return 130
    } catch  where exitCode(for: error) == .validationFailure || exitCode(for: error) == .success {
      // Help, the version, and mistakes on the command line are the parser's own to print.
      ProgramStreams.vocative.end(fullMessage(for: error), status: exitCode(for: error).rawValue)
    } catch {
      StandardError.write("vocative: error: \(ErrorMessage.text(for: error))\n")
      return status(for: error).rawValue
    }
  }

  private static func status(for error: any Error) -> ExitStatus {
    switch error {
    case let error as EvaluationManifestError: error.isMissing ? .noInput : .data
    case let error as TuningMaterialError: error.isMissing ? .noInput : .data
    case is RecordingError: .unavailable
    default: ExitStatus(for: error)
    }
  }
}

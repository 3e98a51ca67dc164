import Foundation
import ProgramOutput
import Subprocess
import SystemPackage
import VocativeIntents

/// A single run of a program.
struct CommandRun {
  enum Ending: Equatable {
    case exited(Int32)
    case signaled(Int32)
    case timedOut
    case wroteTooMuch
    case cancelled
  }

  let ending: Ending
  let output: [UInt8]
  private let error: [UInt8]

  /// The last line on standard error, without control characters; nil if there is none.
  var lastErrorLine: String? {
    let lines = String(decoding: error, as: UTF8.self).split(whereSeparator: \.isNewline)
    guard let line = lines.last(where: { !$0.allSatisfy(\.isWhitespace) }) else { return nil }
    return String(PrintableText.line(line).prefix(200))
  }

  /// Runs a program and waits until it exits.
  ///
  /// - Parameters:
  ///   - user: The user that it runs as; nil for the user of this process.
  ///   - maxOutput: The maximum number of bytes that it may write.
  /// - Throws: The system error if the program cannot be started, or `CancellationError` if this process ends.
  init(
    program: String, arguments: [String], folder: String, environment: [String: String], input: Data, user: HandlerUser?,
    timeLimit: Duration, maxOutput: Int = HandlerAnswer.maxSize
  ) async throws {
    var options = PlatformOptions()
    // In a session of its own, signals reach only the program and its children, and no terminal asks for a password.
    options.createSession = true
    let command = (user?.prefix ?? []) + [program] + arguments
    let (cancellation, cancel) = AsyncStream<Void>.makeStream()
    guard let number = RunningPrograms.register() else {
      await RunningPrograms.waitForExit()
      throw CancellationError()
    }
    // A program that cannot be started is not watched.
    defer { RunningPrograms.end(number) }
    // Use a file instead of a pipe: a program that closes its input early would terminate the writer.
    let standardInput = try UnlinkedFile.descriptor(holding: input)
    let run = Task { [options] in
      try await Subprocess.run(
        .path(FilePath(command[0])), arguments: Arguments(Array(command.dropFirst())),
        environment: .custom(
          Dictionary(uniqueKeysWithValues: environment.map { (Environment.Key(stringLiteral: $0.key), $0.value) })),
        workingDirectory: FilePath(folder), platformOptions: options,
        input: .fileDescriptor(standardInput, closeAfterSpawningProcess: true), output: .sequence, error: .sequence
      ) { execution in
        await CommandWatch(execution: execution, number: number, timeLimit: timeLimit, maxOutput: maxOutput)
          .watch(until: cancellation)
      }
    }
    // The run itself is never cancelled, because the library would terminate only the program and not its children.
    let result = try await withTaskCancellationHandler {
      try await run.value
    } onCancel: {
      cancel.finish()
    }
    await RunningPrograms.waitForExit()
    output = result.closureResult.output
    error = result.closureResult.error
    if let reason = result.closureResult.reason {
      ending = reason
    } else {
      switch result.terminationStatus {
      case .exited(let status): ending = .exited(status)
      case .signaled(let signal): ending = .signaled(signal)
      }
    }
  }
}

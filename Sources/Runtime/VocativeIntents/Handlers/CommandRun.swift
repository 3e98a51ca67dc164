import Foundation
import ProgramOutput
import Subprocess
import SystemPackage

/// One run of a program, from its start to its end.
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

  /// The last words on standard error, without control characters; nil when there are none.
  var lastErrorLine: String? {
    let lines = String(decoding: error, as: UTF8.self).split(whereSeparator: \.isNewline)
    guard let line = lines.last(where: { !$0.allSatisfy(\.isWhitespace) }) else { return nil }
    return String(PrintableText.line(line).prefix(200))
  }

  /// Runs a program and waits for its end.
  ///
  /// - Parameter user: Whom it runs as; nil for the user of this program.
  /// - Throws: What the system says when it cannot be started.
  init(
    program: String, arguments: [String], folder: String, environment: [String: String], input: Data, user: HandlerUser?,
    timeLimit: Duration
  ) async throws {
    var options = PlatformOptions()
    // Its own session: signals reach all it starts and nothing else, and no terminal asks for a password.
    options.createSession = true
    let command = (user?.prefix ?? []) + [program] + arguments
    let (cancellation, cancel) = AsyncStream<Void>.makeStream()
    // From a file and not through a pipe: a program that closes its input early would end the writer.
    let standardInput = try UnlinkedFile.descriptor(holding: input)
    let run = Task { [options] in
      try await Subprocess.run(
        .path(FilePath(command[0])), arguments: Arguments(Array(command.dropFirst())),
        environment: .custom(
          Dictionary(uniqueKeysWithValues: environment.map { (Environment.Key(stringLiteral: $0.key), $0.value) })),
        workingDirectory: FilePath(folder), platformOptions: options,
        input: .fileDescriptor(standardInput, closeAfterSpawningProcess: true), output: .sequence, error: .sequence
      ) { execution in
        await CommandWatch(execution: execution, timeLimit: timeLimit).watch(until: cancellation)
      }
    }
    // The run itself is never cancelled, as the library would end the program alone and not what it started.
    let result = try await withTaskCancellationHandler {
      try await run.value
    } onCancel: {
      cancel.finish()
    }
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

/// A file that has a descriptor and no name.
enum UnlinkedFile {
  static func descriptor(holding data: Data) throws -> FileDescriptor {
    let path = NSTemporaryDirectory() + "vocative-request-\(UUID().uuidString)"
    let descriptor = try FileDescriptor.open(
      FilePath(path), .readWrite, options: [.create, .exclusiveCreate, .closeOnExec], permissions: [.ownerReadWrite])
    do {
      try FileManager.default.removeItem(atPath: path)
      try descriptor.writeAll(data)
      try descriptor.seek(offset: 0, from: .start)
    } catch {
      try? descriptor.close()
      throw error
    }
    return descriptor
  }
}

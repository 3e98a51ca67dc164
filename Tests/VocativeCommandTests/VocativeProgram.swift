import Foundation
import Money
import Notes
import Subprocess
import SystemPackage
import VocativeTestSupport

/// The built `vocative` program, run as a user would run it, with temporary folders.
struct VocativeProgram {
  /// The result of a run.
  struct Outcome {
    let status: Int32
    let output: String
    let error: String

    /// The JSON objects on standard output, one per line.
    var objects: [[String: Any]] {
      output.split(separator: "\n").compactMap {
        try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      }
    }

    var events: [String] { objects.compactMap { $0["event"] as? String } }
  }

  let folder: TemporaryFolder

  /// - Parameter hasSample: Whether Money and Notes have sample data; without it, they are new.
  init(hasSample: Bool = true) throws {
    folder = try TemporaryFolder()
    try TestProgram.makeUnservedSocket(in: folder.path + "/runtime")
    guard hasSample else { return }
    _ = try MoneyStore(sampleAt: "\(folder.path)/vocative/money.sqlite")
    _ = try NotesStore(path: "\(folder.path)/vocative/notes.sqlite", hasSampleData: true)
  }

  static var path: String { TestProgram.path("vocative") }

  /// The environment of every run: the folders of this test, in which its programs and its daemon find each other.
  var environment: [String: String] {
    TestProgram.environment(
      data: folder.path, config: folder.path + "/config", state: folder.path + "/state", runtime: folder.path + "/runtime")
  }

  /// Returns the environment with changes, for a subprocess.
  func subprocessEnvironment(changing changes: [String: String]) -> Environment {
    let variables = environment.merging(changes) { $1 }
    return .custom(Dictionary(uniqueKeysWithValues: variables.map { (Environment.Key(stringLiteral: $0), $1) }))
  }

  func run(_ arguments: String..., environment: [String: String] = [:], input: Data? = nil) async throws -> Outcome {
    try await run(arguments, environment: environment, input: input)
  }

  func run(
    _ arguments: [String], environment: [String: String] = [:], input: Data? = nil, path: String = Self.path
  ) async throws -> Outcome {
    // A file instead of a pipe: a program that rejects its input closes the pipe early, and SIGPIPE would end the writer.
    let inputPath = try folder.write(input ?? Data(), to: "input")
    let standardInput = try FileDescriptor.open(FilePath(inputPath), .readOnly)
    return try await run(arguments, environment: environment, standardInput: standardInput, path: path)
  }

  /// - Parameter standardInput: Closed when the program has started.
  func run(
    _ arguments: [String], environment: [String: String], standardInput: FileDescriptor, path: String = Self.path
  ) async throws -> Outcome {
    let result = try await Subprocess.run(
      .path(FilePath(path)), arguments: .init(arguments), environment: self.subprocessEnvironment(changing: environment),
      input: .fileDescriptor(standardInput, closeAfterSpawningProcess: true), output: .string(limit: 1 << 20),
      error: .string(limit: 1 << 20))
    guard case .exited(let status) = result.terminationStatus else {
      return Outcome(status: -1, output: result.standardOutput, error: "\(result.terminationStatus) " + result.standardError)
    }
    return Outcome(status: status, output: result.standardOutput, error: result.standardError)
  }

  /// Returns the output of the program on a terminal, including control characters.
  func runOnTerminal(_ arguments: [String]) async throws -> String {
    let command = ([Self.path] + arguments).map { "'\($0)'" }.joined(separator: " ")
    let result = try await Subprocess.run(
      .name("script"), arguments: ["--quiet", "--return", "--command", command, "/dev/null"],
      environment: subprocessEnvironment(changing: [:]), output: .string(limit: 1 << 20), error: .discarded)
    return result.standardOutput
  }

  /// Runs the program, sends it a signal as soon as it has written a text, and returns the result.
  ///
  /// - Parameter text: The text; nil for anything on standard output.
  func runAndInterrupt(
    _ arguments: [String], by signal: Int32 = SIGINT, after text: String? = nil, environment: [String: String] = [:],
    input: Data = Data()
  ) async throws -> Outcome {
    // A separate thread: beside busy tests, a task may wait for longer than the time limits of the program.
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try runAndInterruptBlocking(arguments, signal, after: text, environment, input) })
      }
    }
  }

  private func runAndInterruptBlocking(
    _ arguments: [String], _ signal: Int32, after text: String?, _ environment: [String: String], _ input: Data
  ) throws -> Outcome {
    let (process, output, errors) = (Process(), try folder.write("", to: "output"), try folder.write("", to: "errors"))
    process.executableURL = URL(fileURLWithPath: Self.path)
    process.arguments = arguments
    process.environment = self.environment.merging(environment) { $1 }
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.write(input, to: "input")))
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errors))
    try process.run()
    func hasWritten() -> Bool {
      guard let text else { return !FileText.contents(of: output).isEmpty }
      return (FileText.contents(of: output) + FileText.contents(of: errors)).contains(text)
    }
    while process.isRunning, !hasWritten() { usleep(1_000) }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return Outcome(
      status: process.terminationReason == .exit ? process.terminationStatus : -1, output: FileText.contents(of: output),
      error: FileText.contents(of: errors))
  }

  /// Runs the program and kills it after it has written this many lines and bytes, unless it ends before.
  func runAndKill(_ arguments: [String], afterLine lines: Int, bytes: Int) async throws {
    // Foundation's Process crashed beside tests that hold hundreds of descriptors.
    _ = try await Subprocess.run(
      .path(FilePath(Self.path)), arguments: .init(arguments), environment: subprocessEnvironment(changing: [:]),
      input: .none, output: .sequence, error: .discarded
    ) { execution in
      var (newlines, rest) = (0, 0)
      for try await buffer in execution.standardOutput {
        for byte in buffer.withUnsafeBytes({ Array($0) }) {
          if newlines >= lines { rest += 1 } else if byte == 0x0A { newlines += 1 }
        }
        guard newlines < lines || rest < bytes else { break }
      }
      try? execution.send(signal: .kill)
    }
  }
}

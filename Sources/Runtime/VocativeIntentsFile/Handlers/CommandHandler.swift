import Foundation

/// Performs an intent by running a program.
///
/// The program receives its arguments one by one, each with `{slot}` replaced by a value. A value that begins with `-` is passed
/// like any other; if the program could treat it as an option, put `--` before it or text around it. The program runs in the
/// folder of the intents file, in its own session, with the request as JSON on standard input. Processes that it leaves running
/// after a normal exit continue. If it takes too long, writes too much or is cancelled, it is terminated with all its child
/// processes.
package struct CommandHandler: Equatable, Sendable {
  /// The absolute path of the program.
  let program: String
  /// The arguments of the program.
  let arguments: [HandlerTemplate]
  /// The working directory.
  let folder: String
  let timeLimit: Duration
  /// The user that the program runs as; nil for the user of this process.
  let user: HandlerUser?
  /// The maximum size of its output in bytes.
  var maxAnswerSize = HandlerAnswer.maxSize

  /// Runs the program.
  ///
  /// - Parameter input: The contents of its standard input; nil for the request as JSON.
  func run(_ request: HandlerRequest, input: [UInt8]? = nil) async -> HandlerEnding {
    let arguments = arguments.map { $0.filled(with: request.slots) }
    // The system ends an argument at a zero byte, but Swift does not.
    guard !arguments.contains(where: { $0.utf8.contains(0) }) else {
      return .broken(fault: "a value contains a zero byte, which an argument cannot contain")
    }
    let run: CommandRun
    do {
      run = try await CommandRun(
        program: program, arguments: arguments, folder: folder, environment: Self.environment(for: user),
        input: input.map { Data($0) } ?? request.json, user: user, timeLimit: timeLimit, maxOutput: maxAnswerSize)
    } catch {
      return .broken(fault: "\(program) could not be run: \(error)")
    }
    return ending(of: run, for: request)
  }

  private func ending(of run: CommandRun, for request: HandlerRequest) -> HandlerEnding {
    let words = request.isPrivate ? "" : run.lastErrorLine.map { "; it wrote: \($0)" } ?? ""
    switch run.ending {
    case .exited(0): return HandlerEnding(.success, answer: run.output)
    // Statuses above 1 are those of sysexits.h.
    case .exited(1): return HandlerEnding(.failure, answer: run.output, fault: "\(program) exited with status 1\(words)")
    case .exited(75):
      return HandlerEnding(.temporaryFailure, answer: run.output, fault: "\(program) exited with status 75 (try later)\(words)")
    case .exited(77):
      return HandlerEnding(
        .requiresApplication, answer: run.output, fault: "\(program) exited with status 77 (not allowed)\(words)")
    case .exited(let status): return .broken(fault: "\(program) exited with status \(status)\(words)")
    case .signaled(let signal): return .broken(fault: "\(program) was terminated by signal \(signal)\(words)")
    case .timedOut: return .tooLate(fault: "\(program) was terminated because it took longer than \(timeLimit)\(words)")
    case .wroteTooMuch:
      return .broken(fault: "\(program) was terminated for writing more than \(maxAnswerSize >> 10) KiB")
    case .cancelled: return .broken(fault: "\(program) was terminated because the request was cancelled")
    }
  }

  /// Returns the absolute path of an executable program: a name with a slash is already a path; any other is searched like in a
  /// shell.
  package static func path(ofProgram name: String) -> String? {
    func isProgram(_ path: String) -> Bool {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
        && FileManager.default.isExecutableFile(atPath: path)
    }
    if name.contains("/") { return isProgram(name) ? URL(fileURLWithPath: name).standardizedFileURL.path : nil }
    let folders = (environment()["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
    return folders.map { "\($0)/\(name)" }.first(where: isProgram)
  }

  /// The environment for a program; a program of another user gets that user's home and folders.
  package static func environment(for user: HandlerUser? = nil) -> [String: String] {
    let own = ProcessInfo.processInfo.environment
    let other = user.flatMap { $0.isAnother ? $0 : nil }
    var passed = own.filter { name, _ in
      ["PATH", "HOME", "LANG"].contains(name) || name.hasPrefix("VOCATIVE_") || (name.hasPrefix("XDG_") && other == nil)
    }
    if let other { passed["HOME"] = other.home }
    if passed["PATH"] == nil { passed["PATH"] = "/usr/local/bin:/usr/bin:/bin" }
    return passed
  }
}

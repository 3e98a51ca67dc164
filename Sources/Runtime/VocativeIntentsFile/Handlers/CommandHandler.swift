import Foundation

/// A program that performs an intent.
///
/// It gets its arguments one by one as they are, each with `{slot}` replaced by a value that stays inside it. A value that begins with `-`
/// is passed like any other: where a program could take it for an option, the author puts `--` before it or text around it. The program
/// runs in the folder of the intents file, in a session of its own, with the request as JSON on standard input. What it leaves running
/// when it ends by itself goes on; what it started is ended with it when it takes too long, writes too much or is cancelled.
package struct CommandHandler: Equatable, Sendable {
  /// The program's absolute path.
  let program: String
  /// What it is called with.
  let arguments: [HandlerTemplate]
  /// The working folder.
  let folder: String
  let timeLimit: Duration
  /// Whom it runs as; nil for whom this program runs as.
  let user: HandlerUser?

  func run(_ request: HandlerRequest) async -> HandlerEnding {
    let arguments = arguments.map { $0.filled(with: request.slots) }
    // The end of an argument for the system is not the end of it for us.
    guard !arguments.contains(where: { $0.utf8.contains(0) }) else {
      return .broken(request, fault: "a value has a zero byte, which no argument can hold")
    }
    let run: CommandRun
    do {
      run = try await CommandRun(
        program: program, arguments: arguments, folder: folder, environment: Self.environment(for: user), input: request.json,
        user: user, timeLimit: timeLimit)
    } catch {
      return .broken(request, fault: "\(program) could not be run: \(error)")
    }
    return ending(of: run, for: request)
  }

  private func ending(of run: CommandRun, for request: HandlerRequest) -> HandlerEnding {
    let words = request.isPrivate ? "" : run.lastErrorLine.map { "; it wrote: \($0)" } ?? ""
    switch run.ending {
    case .exited(0): return HandlerEnding(.success, answer: run.output)
    // The statuses above 1 are those of sysexits.h.
    case .exited(1): return HandlerEnding(.failure, answer: run.output, fault: "\(program) ended with status 1\(words)")
    case .exited(75):
      return HandlerEnding(.temporaryFailure, answer: run.output, fault: "\(program) ended with status 75 (try later)\(words)")
    case .exited(77):
      return HandlerEnding(
        .requiresApplication, answer: run.output, fault: "\(program) ended with status 77 (not allowed)\(words)")
    case .exited(let status): return .broken(request, fault: "\(program) ended with status \(status)\(words)")
    case .signaled(let signal): return .broken(request, fault: "\(program) was ended by signal \(signal)\(words)")
    case .timedOut: return .tooLate(request, fault: "\(program) was ended, as it took longer than \(timeLimit)\(words)")
    case .wroteTooMuch:
      return .broken(request, fault: "\(program) was ended, as it wrote more than \(HandlerAnswer.largestSize >> 10) KiB")
    case .cancelled: return .broken(request, fault: "\(program) was ended, as its answer is not wanted any more")
    }
  }

  /// The absolute path of a program that may be run: one with a slash is a path already, any other is looked for as a shell would.
  static func path(ofProgram name: String) -> String? {
    func isProgram(_ path: String) -> Bool {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
        && FileManager.default.isExecutableFile(atPath: path)
    }
    if name.contains("/") { return isProgram(name) ? URL(fileURLWithPath: name).standardizedFileURL.path : nil }
    let folders = (environment()["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
    return folders.map { "\($0)/\(name)" }.first(where: isProgram)
  }

  /// What a program may know of ours; another user's has a home and folders of its own.
  static func environment(for user: HandlerUser? = nil) -> [String: String] {
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

import Foundation
import VocativeUnderstanding
import Yams

/// An app in a file `NAME.app.yaml`: a program that Vocative starts.
public struct AppFile: Equatable, Sendable {
  /// The occasions on which an app is started.
  public enum Start: String, Equatable, Sendable, CaseIterable {
    /// The first request.
    case firstUse = "first-use"
    /// The start of the program that serves it.
    case atStart = "at-start"
  }

  /// The end of the file name, after the name of the app.
  public static let suffix = ".app.yaml"
  /// The maximum file size in bytes.
  static let maxSize = 64 << 10
  /// The maximum number of seconds after which an idle app is ended.
  static let maxIdle = 86_400

  /// The name of the app.
  public let name: String
  /// The path of the file.
  public let path: String
  /// The absolute path of the program.
  package let program: String
  /// The arguments of the program.
  package let arguments: [String]
  /// The working directory: the folder of the file.
  package let folder: String
  /// The user that the program runs as; nil for the user of this program.
  package let user: HandlerUser?
  /// The names by which a person addresses the app; empty for those in its hello.
  package let spokenNames: [String]
  /// The occasion on which it is started.
  package let start: Start
  /// The time after which an idle app is ended; nil for never.
  package let idle: Duration?

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - name: The name of the app; nil for the name of the file without its end.
  ///   - user: The user that runs it if the file names none; nil for the user of this program.
  /// - Throws: `IntentsFileError` with all faults and their lines.
  public init(path: String, named name: String? = nil, runningAs user: HandlerUser? = nil) throws(IntentsFileError) {
    let file = YAMLFile(path: path, limit: Self.maxSize, remedy: "an app declares its intents itself")
    let root = try file.root(what: "an app file")
    guard case .mapping = root else {
      throw file.fault("an app file must be a mapping with at least \"command:\", as in: command: [/usr/bin/garden]")
    }
    var reader = IntentsFileReader(file: path, handlers: HandlerSettings(user: user))
    self = try reader.app(from: root, named: name ?? Self.name(of: path))
  }

  /// Returns the app name for a file: the file name without its end.
  public static func name(of path: String) -> String {
    let file = URL(fileURLWithPath: path).lastPathComponent
    return file.hasSuffix(suffix) ? String(file.dropLast(suffix.count)) : file
  }
}

extension AppFile {
  fileprivate init(
    name: String, path: String, command: (program: String, arguments: [String]), user: HandlerUser?, spokenNames: [String],
    times: (start: Start, idle: Duration?)
  ) {
    (self.name, self.path, self.user, self.spokenNames) = (name, path, user, spokenNames)
    (program, arguments) = command
    (start, idle) = times
    folder = URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent().path
  }
}

extension IntentsFileReader {
  fileprivate mutating func app(from root: Node, named name: String) throws(IntentsFileError) -> AppFile {
    let entries = entries(of: root, allowed: ["command", "user", "spoken", "start", "idle"], what: "an app file")
    let command = command(entries["command"], root, like: "/usr/bin/garden")
    let user = user(entries["user"], of: "an app", running: "apps") ?? handlers.user
    let spoken = spokenNames(entries["spoken"])
    let starts = AppFile.Start.allCases.map(\.rawValue)
    let start = entries["start"].map { AppFile.Start(rawValue: $0.string ?? "") } ?? .firstUse
    if let node = entries["start"], start == nil {
      fault(node, "\"start\" must be one of: \(starts.joined(separator: ", "))")
    }
    var idle: Duration?
    if let node = entries["idle"] {
      if let seconds = node.int, (1...AppFile.maxIdle).contains(seconds) {
        idle = .seconds(seconds)
      } else {
        fault(node, "\"idle\" must be a whole number of seconds from 1 to \(AppFile.maxIdle)")
      }
    }
    guard faults.isEmpty, let command, let start else {
      throw IntentsFileError(code: .invalid, faults: faults.sorted { $0.location.line < $1.location.line })
    }
    return AppFile(
      name: name, path: file, command: command, user: user, spokenNames: spoken, times: (start: start, idle: idle))
  }

  /// Reads a program and its arguments, which are passed as they are.
  ///
  /// - Parameter example: A program like the missing one.
  mutating func command(_ node: Node?, _ root: Node, like example: String) -> (program: String, arguments: [String])? {
    guard let node else {
      fault(root, "\"command:\" is missing; it names the program and its arguments, as in: command: [\(example)]")
      return nil
    }
    guard case .sequence(let sequence) = node, let first = sequence.first else {
      fault(node, "a command must be a list, because no shell parses it: [./program, argument]")
      return nil
    }
    var arguments: [String] = []
    for argument in sequence.dropFirst() {
      if let text = text(argument) { arguments.append(text) }
    }
    return program(first).map { ($0, arguments) }
  }

  /// Reads the user that runs a program.
  ///
  /// - Parameters:
  ///   - what: The program, with its article: `an app`.
  ///   - kind: Programs like it: `apps`.
  mutating func user(_ node: Node?, of what: String, running kind: String) -> HandlerUser? {
    guard let node, let name = text(node) else { return nil }
    do throws(HandlerUserError) {
      return try HandlerUser(named: name, running: kind, setting: "user")
    } catch {
      fault(node, "\(what) cannot run as \"\(name)\": \(error.reason)")
      return nil
    }
  }
}

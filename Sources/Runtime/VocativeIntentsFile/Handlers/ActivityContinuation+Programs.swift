import Foundation
import Logging
import ProgramOutput
import Subprocess
import SystemPackage
public import VocativeIntents

extension ActivityContinuation {
  /// Creates a continuation that opens an address.
  ///
  /// - Parameters:
  ///   - url: The address, with `{key}` as a placeholder for a value of the activity's state. Values are percent-encoded and cannot
  ///     be part of the scheme or the host, so spoken words never change the destination host.
  ///   - opener: The program that opens addresses, as a path or a name on the search path; by default the desktop's own choice.
  public init(_ type: ActivityType, opening url: String, with opener: String = "xdg-open") {
    let template = HandlerTemplate(url)
    self.init(type, fault: Self.fault(of: template, url: url)) { activity, surroundings in
      guard !template.climbs(with: activity.state) else {
        surroundings.logger.error(
          "\(type.identifier) could not be continued: a value would point the address to another folder")
        return .broken
      }
      return await surroundings.open(template.percentEncoded(with: activity.state), for: activity, with: opener)
    }
  }

  /// Creates a continuation that runs a program without a shell.
  ///
  /// The program receives the same input as a command of an intents file: a value of the activity's state replaces `{key}` in an
  /// argument, and standard input contains `{"intent": type, "slots": state, "context": {…}}`. It answers in the same format.
  ///
  /// - Parameter command: The program, as a path or a name on the search path, and its arguments.
  public init(_ type: ActivityType, running command: [String]) {
    let program = command.first ?? ""
    let arguments = command.dropFirst().map { HandlerTemplate($0) }
    self.init(type, fault: program.isEmpty ? "a command needs a program and its arguments" : nil) { activity, surroundings in
      let request = HandlerRequest(
        intent: type.identifier, title: activity.title, slots: activity.state, isPrivate: surroundings.isPrivate,
        context: .init(source: .activity, session: surroundings.session, assistant: surroundings.assistant))
      return await surroundings.run(program, arguments: arguments, request: request)
    }
  }

  private static func fault(of template: HandlerTemplate, url: String) -> String? {
    // Filling each slot with a marker separates the part before the first slot from the part after it.
    let sample = template.filled(with: template.samples("\u{1}"))
    if sample.firstMatch(of: #/^[A-Za-z][A-Za-z0-9+.\-]*:(\/\/[^\/?#\u{1}]+([\/?#]|$)|[^\/])/#) != nil { return nil }
    return
      "\"\(AddressText.withoutPassword(url))\" is not an address that can be opened: start it with a scheme and a host, as in "
      + "https://example.com/, and use {key} only after them"
  }
}

extension ActivityContinuation.Surroundings {
  // MARK: Commands

  fileprivate func run(_ program: String, arguments: [HandlerTemplate], request: HandlerRequest) async -> IntentResponse {
    guard let path = CommandHandler.path(ofProgram: program) else {
      return missing(program, toOpen: request.title, of: request.intent)
    }
    let command = CommandHandler(
      program: path, arguments: arguments, folder: FileManager.default.currentDirectoryPath, timeLimit: limits.handler,
      user: nil)
    return await run(command, request)
  }

  /// Runs the program of an intents file, with the values of an activity.
  func run(_ command: CommandHandler, _ activity: Activity) async -> IntentResponse {
    let request = HandlerRequest(
      intent: activity.type.identifier, title: activity.title, slots: activity.state,
      isPrivate: isPrivate,
      context: .init(source: .activity, session: session, assistant: assistant))
    return await run(command, request)
  }

  private func run(_ command: CommandHandler, _ request: HandlerRequest) async -> IntentResponse {
    let ending = await command.run(request)
    // If the program says nothing, use the dialog of the intent that led here.
    if ending.status == .success, ending.answer.isEmpty { return .success("") }
    return ending.result(for: request, logger: logger).response
  }

  // MARK: Addresses

  fileprivate func open(_ address: String, for activity: Activity, with opener: String) async -> IntentResponse {
    guard let path = CommandHandler.path(ofProgram: opener) else {
      return missing(opener, toOpen: activity.title, of: activity.type.identifier)
    }
    let environment = CommandHandler.environment().merging(Self.display) { _, display in display }
    var options = PlatformOptions()
    // In a group of its own, it goes on after an interrupt from the terminal.
    options.processGroupID = 0
    // Never cancelled: the person may use the program for a long time.
    let opening = Task { [options] () async throws -> TerminationStatus in
      let result = try await Subprocess.run(
        .path(FilePath(path)), arguments: [address],
        environment: .custom(
          Dictionary(uniqueKeysWithValues: environment.map { (Environment.Key(stringLiteral: $0.key), $0.value) })),
        platformOptions: options, input: .none, output: .discarded, error: .discarded)
      return result.terminationStatus
    }
    switch await withTimeLimit(limits.opening, clock: clock, operation: { await opening.result }) {
    case .failure(let error)?:
      logger.error("\(path) could not be run: \(error)")
      return .broken
    case .success(let status)? where !status.isSuccess:
      logger.error("\(path) could not open the address of \(activity.type.identifier): \(status)")
      return missing(nil, toOpen: activity.title, of: activity.type.identifier)
    case .success?, nil: return .success("")
    }
  }

  /// The environment with which a program finds the screen of the logged-in person.
  private static var display: [String: String] {
    ProcessInfo.processInfo.environment.filter { name, _ in
      ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "BROWSER"].contains(name)
    }
  }

  private func missing(_ program: String?, toOpen title: String, of type: String) -> IntentResponse {
    // The title may contain values of a private request.
    if let program { logger.error("activities of the type \(type) cannot be opened: there is no program \"\(program)\"") }
    return .failureRequiringAppLaunch("There's no app on this computer to open \(title) with.")
  }
}

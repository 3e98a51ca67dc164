import Foundation
import Logging

extension IntentRuntime {
  /// Continues an activity as the assistant declares for its type.
  ///
  /// Never throws: an error is logged and becomes a spoken failure.
  public func continueActivity(_ activity: Activity) async -> IntentResponse {
    await continueActivity(activity, isPrivate: false, session: "")
  }

  func continueActivity(_ activity: Activity, isPrivate: Bool, session: String) async -> IntentResponse {
    let type = activity.type.identifier
    guard let continuation = assistant.activities[type] else {
      logger.error("there is no continuation for activities of the type \"\(type)\"")
      return .failure("I don't know how to continue with that.")
    }
    let title = activity.title
    let response = await withTimeLimit(limits.handler, clock: clock) { [dependencies, logger] () -> IntentResponse in
      switch continuation.route {
      case .handler(let handler):
        return await Dependencies.$current.withValue(dependencies) {
          do {
            return try await handler(activity)
          } catch {
            logger.error("\(type) could not be continued\(isPrivate ? "" : ": \(error)")")
            return .failure("Something went wrong with \(title).")
          }
        }
      case .address(let address, let opener):
        guard !address.climbs(with: activity.state) else {
          logger.error("\(type) could not be continued: a value would point the address to another folder")
          return .failure("Something went wrong with \(title).")
        }
        return await open(address.percentEncoded(with: activity.state), for: activity, with: opener)
      case .command(let program, let arguments):
        let request = HandlerRequest(
          intent: type, title: title, slots: activity.state, isPrivate: isPrivate,
          context: .init(source: .activity, session: session, assistant: assistant.name))
        return await run(program, arguments: arguments, request: request)
      }
    }
    return response ?? .failure("\(title) took too long.")
  }

  // MARK: Commands

  private func run(_ program: String, arguments: [HandlerTemplate], request: HandlerRequest) async -> IntentResponse {
    guard let path = CommandHandler.path(ofProgram: program) else { return missing(program, for: request.title) }
    let command = CommandHandler(
      program: path, arguments: arguments, folder: FileManager.default.currentDirectoryPath, timeLimit: limits.handler,
      user: nil)
    let ending = await command.run(request)
    // If the program says nothing, use the dialog of the intent that led here.
    if ending.status == .success, ending.answer.isEmpty { return .success("") }
    return ending.result(for: request, logger: logger).response
  }

  // MARK: Addresses

  private func open(_ address: String, for activity: Activity, with opener: String) async -> IntentResponse {
    guard let path = CommandHandler.path(ofProgram: opener) else { return missing(opener, for: activity.title) }
    let (statuses, status) = AsyncStream.makeStream(of: Int32.self)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = [address]
    process.environment = CommandHandler.environment().merging(Self.display) { _, display in display }
    for output in [\Process.standardInput, \.standardOutput, \.standardError] { process[keyPath: output] = FileHandle.nullDevice }
    process.terminationHandler = {
      status.yield($0.terminationStatus)
      status.finish()
    }
    do {
      try process.run()
    } catch {
      logger.error("\(path) could not be run: \(error)")
      return .failure("Something went wrong with \(activity.title).")
    }
    let ended = await withTimeLimit(limits.opening, clock: clock) { await statuses.first { _ in true } }
    guard let ended, ended != 0 else { return .success("") }
    logger.error("\(path) could not open the address of \(activity.type.identifier): it exited with status \(ended ?? -1)")
    return missing(nil, for: activity.title)
  }

  /// The environment with which a program finds the screen of the logged-in person.
  private static var display: [String: String] {
    ProcessInfo.processInfo.environment.filter { name, _ in
      ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "BROWSER"].contains(name)
    }
  }

  private func missing(_ program: String?, for title: String) -> IntentResponse {
    if let program { logger.error("\(title) cannot be opened: there is no program \"\(program)\"") }
    return .failureRequiringAppLaunch("There's no app on this computer to open \(title) with.")
  }
}

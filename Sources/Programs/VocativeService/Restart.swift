import Foundation
import Synchronization

/// A restart of the program that its owner requests.
final class Restart: Sendable {
  private struct State {
    var isRequested = false
    var stop: @Sendable () async -> Void = {}
  }

  private let state = Mutex(State())
  /// The path of the program at its start; nil without `/proc`.
  private let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")

  /// The exit status for which the service manager starts the program again.
  static let status: Int32 = 75
  /// The time for the reply to the request.
  private static let delay = Duration.milliseconds(200)

  /// Stops the services of the program in this way.
  func stop(by stop: @escaping @Sendable () async -> Void) { state.withLock { $0.stop = stop } }

  /// Stops the services, and starts the program again when they have ended.
  @Sendable func begin() {
    let stop = state.withLock { state in
      state.isRequested = true
      return state.stop
    }
    Task {
      try? await Task.sleep(for: Self.delay)
      await stop()
    }
  }

  /// Starts the program again if that was requested: ends it for the service manager, else replaces it.
  func finish() {
    guard state.withLock({ $0.isRequested }) else { return }
    guard ProcessInfo.processInfo.environment["NOTIFY_SOCKET"] == nil else { _exit(Self.status) }
    // The new program must inherit neither the sockets nor the devices.
    for descriptor in Self.openDescriptors where descriptor > STDERR_FILENO { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    for number in [SIGTERM, SIGINT, SIGHUP] { signal(number, SIG_DFL) }
    var arguments: [UnsafeMutablePointer<CChar>?] = CommandLine.arguments.map { strdup($0) }
    arguments.append(nil)
    // After an upgrade, the new program is at the path, and the link leads to the old one, which was deleted.
    for path in [program, "/proc/self/exe"].compactMap(\.self) { execv(path, arguments) }
    _exit(Self.status)
  }

  /// The open descriptors; their possible numbers if the folder cannot be read, as when all descriptors are in use.
  private static var openDescriptors: [Int32] {
    // The limit can be a thousand million in a container, too many to try all of them.
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") else {
      return Array(0..<min(Int32(clamping: sysconf(Int32(_SC_OPEN_MAX))), 65_536))
    }
    return names.compactMap { Int32($0) }
  }
}

import CSystemd
import Foundation

/// The service manager that started this program, through sd_notify(3).
///
/// Without a service manager, as in a terminal, all methods do nothing.
public struct ServiceManager: Sendable {
  private let send: @Sendable (String) -> Void

  /// The service manager named by the environment variable `NOTIFY_SOCKET`.
  public static let current = ServiceManager { message in
    // The variable stays set, because each message reads it. A service manager that has gone away is not a reason to stop.
    _ = sd_notify(0, message)
  }

  /// Creates a service manager that passes each message to a closure, for tests.
  public init(send: @escaping @Sendable (String) -> Void) {
    self.send = send
  }

  /// Reports that the service has started, or has loaded its new configuration.
  public func ready(status: String) { send("READY=1\nSTATUS=\(Self.line(status))") }

  /// Reports that the service is loading a new configuration, until it is ready again.
  public func reloading() {
    // From version 253 on, the service manager matches the reload to its request by this time.
    send("RELOADING=1\nMONOTONIC_USEC=\(Self.monotonicMicroseconds)")
  }

  /// Reports that the service is stopping.
  public func stopping() { send("STOPPING=1\nSTATUS=stopping") }

  /// Reports the service's status, for `systemctl status`.
  public func report(status: String) { send("STATUS=\(Self.line(status))") }

  /// Reports that the service is alive.
  public func feedWatchdog() { send("WATCHDOG=1") }

  /// The maximum interval between watchdog messages; nil if there is no watchdog.
  public static var watchdogTimeout: Duration? {
    var microseconds: UInt64 = 0
    guard sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
    return .microseconds(Int64(clamping: microseconds))
  }

  private static var monotonicMicroseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
  }

  /// Replaces line breaks, because a message consists of lines.
  private static func line(_ status: String) -> String {
    status.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

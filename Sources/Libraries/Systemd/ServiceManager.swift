import CSystemd
import Foundation

/// The service manager that has started this program, as far as a service talks to it: sd_notify(3).
///
/// Without a service manager, as in a terminal, everything here does nothing.
public struct ServiceManager: Sendable {
  private let send: @Sendable (String) -> Void

  /// The one that the environment names, in `NOTIFY_SOCKET`.
  public static let current = ServiceManager { message in
    // The environment stays as it is: it is read again for each message. A service manager that has gone away is no reason to stop.
    _ = sd_notify(0, message)
  }

  /// One that is told by a closure, to see what would be said.
  public init(send: @escaping @Sendable (String) -> Void) {
    self.send = send
  }

  /// The service has started, or has its new configuration.
  public func ready(status: String) { send("READY=1\nSTATUS=\(Self.line(status))") }

  /// The service takes up a new configuration, until it is ready again.
  public func reloading() {
    // Service managers from 253 on match the reload they asked for by its time.
    send("RELOADING=1\nMONOTONIC_USEC=\(Self.monotonicMicroseconds)")
  }

  /// The service is about to end.
  public func stopping() { send("STOPPING=1\nSTATUS=stopping") }

  /// What the service is doing, for `systemctl status`.
  public func tell(status: String) { send("STATUS=\(Self.line(status))") }

  /// The service is alive.
  public func feedWatchdog() { send("WATCHDOG=1") }

  /// How long the service may be silent before it counts as hung; nil where nobody watches.
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

  /// A message is lines: a status with line breaks would be several.
  private static func line(_ status: String) -> String {
    status.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

import CSystemd
import Foundation
import Synchronization

/// The service manager that started this program, through sd_notify(3).
///
/// Without a service manager, as in a terminal, all methods do nothing.
public struct ServiceManager: Sendable {
  private let send: @Sendable (String) -> Void
  private let faults = LastingFaults()

  /// The service manager named by the environment variable `NOTIFY_SOCKET`.
  public static let current = ServiceManager { message in
    // The variable stays set, because each message reads it. A service manager that has gone away is not a reason to stop.
    _ = sd_notify(0, message)
  }

  /// Creates a service manager that passes each message to a closure, for tests.
  public init(send: @escaping @Sendable (String) -> Void) {
    self.send = send
  }

  /// Reports that the service has started, or has loaded its new configuration; a lasting fault stays the status.
  public func ready(status: String) { send("READY=1\nSTATUS=\(Self.line(faults.status ?? status))") }

  /// Reports that the service keeps its configuration, because the new one has a fault.
  public func kept(fault: String) { send("READY=1\nSTATUS=\(Self.line(fault))") }

  /// Reports that the service is loading a new configuration, until it is ready again.
  public func reloading() {
    // From version 253 on, the service manager matches the reload to its request by this time.
    send("RELOADING=1\nMONOTONIC_USEC=\(Self.monotonicMicroseconds)")
  }

  /// Reports that the service is stopping.
  public func stopping() { send("STOPPING=1\nSTATUS=stopping") }

  /// Reports a fault, which stays the status until it ends.
  public func begin(fault: String, status: String) {
    faults.begin(fault, status: status)
    report(status)
  }

  /// Reports the end of a fault; another fault that lasts is the status again.
  public func end(fault: String, status: String) { report(faults.end(fault) ?? status) }

  private func report(_ status: String) { send("STATUS=\(Self.line(status))") }

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

  /// The maximum length of a status in bytes: systemd ignores messages of more than 4,096 bytes, with everything else in them.
  private static let maxStatusBytes = 2_000

  /// Replaces line breaks, because a message consists of lines, and shortens a long status, such as the faults of a whole file.
  private static func line(_ status: String) -> String {
    let line = status.split(whereSeparator: \.isNewline).joined(separator: " ")
    guard line.utf8.count > maxStatusBytes else { return line }
    var (start, bytes) = ("", 0)
    for character in line {
      bytes += character.utf8.count
      guard bytes <= maxStatusBytes else { break }
      start.append(character)
    }
    return start + "…"
  }
}

/// The faults of a service that have not ended, with their statuses.
private final class LastingFaults: Sendable {
  private let faults = Mutex<[(name: String, status: String)]>([])

  /// The status of the latest fault; nil if there is none.
  var status: String? { faults.withLock { $0.last?.status } }

  func begin(_ name: String, status: String) {
    faults.withLock { faults in
      faults.removeAll { $0.name == name }
      faults.append((name, status))
    }
  }

  /// Removes a fault, and returns the status of another one.
  func end(_ name: String) -> String? {
    faults.withLock { faults in
      faults.removeAll { $0.name == name }
      return faults.last?.status
    }
  }
}

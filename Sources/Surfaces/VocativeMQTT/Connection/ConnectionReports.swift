import Mosquitto

/// Decides which changes of the connection to a broker are logged.
///
/// Each fault is logged once. A broker may accept the client and disconnect it again and again: after such a connection, the next
/// one is logged when it has lasted.
struct ConnectionReports {
  /// A fault to log.
  enum Fault {
    /// The broker did not accept the client.
    case unreachable
    /// The connection has ended.
    case lost
    /// The broker did not accept the user name and the password.
    case refused
    /// The broker's certificate is not trusted.
    case distrusted
    /// The broker does not accept the certificate of the box, or requires one.
    case unidentified
  }

  /// Whether the last logged change is a connection; nil before the first change.
  private var isLoggedAsConnected: Bool?
  private var isConnected = false
  /// Whether the last connection has not lasted, or not yet.
  private var isDoubtful = false
  /// The cause of the last logged fault.
  private var loggedCause: MosquittoError.Cause?

  /// Records a connection; returns whether to log it.
  mutating func connect() -> Bool {
    let isLogged = !isDoubtful && log(isConnected: true)
    (isConnected, isDoubtful) = (true, true)
    return isLogged
  }

  /// Records that the connection has lasted; returns whether to log the connection.
  mutating func settle() -> Bool {
    isDoubtful = false
    return log(isConnected: true)
  }

  /// Records a failed attempt, or the end of the connection; returns the fault if it is to be logged.
  ///
  /// A broker may return from an outage with other passwords or another certificate, so that a cause is logged during an outage too.
  mutating func disconnect(_ cause: MosquittoError.Cause?) -> Fault? {
    defer { isConnected = false }
    let isFirst = log(isConnected: false)
    guard isFirst || cause != nil && cause != loggedCause else { return nil }
    loggedCause = cause
    return switch cause {
    case .credentials: .refused
    case .certificate: .distrusted
    case .ownCertificate: .unidentified
    case nil: isConnected ? .lost : .unreachable
    }
  }

  private mutating func log(isConnected: Bool) -> Bool {
    defer { isLoggedAsConnected = isConnected }
    return isLoggedAsConnected != isConnected
  }
}

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
  }

  /// Whether the last logged change is a connection; nil before the first change.
  private var isLoggedAsConnected: Bool?
  private var isConnected = false
  /// Whether the last connection has not lasted, or not yet.
  private var isDoubtful = false

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
  mutating func disconnect() -> Fault? {
    defer { isConnected = false }
    guard log(isConnected: false) else { return nil }
    return isConnected ? .lost : .unreachable
  }

  private mutating func log(isConnected: Bool) -> Bool {
    defer { isLoggedAsConnected = isConnected }
    return isLoggedAsConnected != isConnected
  }
}

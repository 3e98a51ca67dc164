/// Bytes or an event that violate the Wyoming protocol.
package struct WyomingProtocolError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The reason.
  package enum Code: String, Sendable {
    /// The line of an event is invalid or too long.
    case header
    /// The data of an event is not a JSON object, or is too long.
    case data
    /// The payload of an event is too long.
    case payload
    /// The data of an event does not match its type; the next event can still be parsed.
    case message
  }

  /// The reason.
  package let code: Code
  /// The reason and the remedy.
  package let reason: String

  /// The reason.
  package var description: String { reason }

  /// Creates an error.
  package init(code: Code, reason: String) {
    self.code = code
    self.reason = reason
  }
}

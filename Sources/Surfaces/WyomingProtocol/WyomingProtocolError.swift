/// Bytes or an event that the Wyoming protocol does not have.
package struct WyomingProtocolError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong.
  package enum Code: String, Sendable {
    /// The line before an event is none, or too long.
    case header
    /// The data of an event is no JSON object, or too long.
    case data
    /// The payload of an event is too long.
    case payload
    /// What an event says is not what its type has.
    case message
  }

  /// What is wrong.
  package let code: Code
  /// What is wrong and what to do.
  package let reason: String

  /// Whether the next event can still be found.
  package var leavesFraming: Bool { code == .message }
  /// The reason.
  package var description: String { reason }

  /// A fault of a kind.
  package init(code: Code, reason: String) {
    self.code = code
    self.reason = reason
  }
}

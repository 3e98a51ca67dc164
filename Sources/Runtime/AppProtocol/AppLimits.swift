/// The limits of messages between Vocative and an app.
package enum AppLimits {
  /// The version of the protocol.
  package static let version = 1
  /// The maximum size of a message in bytes, without its line end.
  package static let maxMessageSize = 1 << 20
  /// The maximum nesting of a message.
  package static let maxDepth = 32
  /// The maximum number of values of a message: entries of objects and arrays.
  package static let maxValues = 100_000
  /// The maximum number of characters of a dialog.
  package static let maxDialog = 2000
  /// The maximum number of characters of any other text, such as a name, a title or an identifier.
  package static let maxText = 500
  /// The maximum number of rows of a card.
  package static let maxRows = 100
  /// The maximum number of shortcuts in one message, and of values to choose from.
  package static let maxItems = 100
  /// The latest moment of a countdown in seconds since 1970: the end of the year 9999.
  package static let maxMoment = 253_402_300_799.0
}

/// The reason why a message of the app protocol is refused.
package struct AppProtocolError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The reason.
  package let reason: String
  /// The identifier of the request, or of the one that the message answers or asks about; nil for none, or if it cannot be read.
  package let request: Int?

  /// Creates an error with a reason.
  package init(_ reason: String, request: Int? = nil) { (self.reason, self.request) = (reason, request) }

  /// The reason.
  package var description: String { reason }
}

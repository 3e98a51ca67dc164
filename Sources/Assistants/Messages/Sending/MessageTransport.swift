public import Foundation

/// Delivers messages to another program or network.
public protocol MessageTransport: Sendable {
  /// Delivers an event.
  ///
  /// An event that was already delivered, by its identifier, is not delivered again.
  ///
  /// If delivery fails, the person is notified. The event is kept and retried before the next one.
  func deliver(_ event: MessageEvent) async throws
}

/// An event for a transport to deliver.
public struct MessageEvent: Equatable, Sendable, Codable, Identifiable {
  /// The kinds of events.
  public enum Action: String, Sendable, Codable {
    /// Sends the message.
    case send
    /// Unsends the message.
    case unsend
    /// Changes the text of the message.
    case edit
  }

  /// The permanent identifier.
  public let id: String
  /// The position in the order of all events; later events have larger numbers.
  public let sequence: Int64
  /// The requested action.
  public let action: Action
  /// The message's identifier.
  public let message: String
  /// The recipient: `contact/alex-carter`, `group/family`.
  public let recipient: String
  /// The text of the message; empty if it is unsent.
  public let body: String
  /// The time of the request.
  public let date: Date
}

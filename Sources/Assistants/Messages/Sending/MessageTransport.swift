public import Foundation

/// Carries messages out of the box, or wherever they go.
public protocol MessageTransport: Sendable {
  /// Carries something out; what was carried out before, by its identifier, is not carried out again.
  ///
  /// What it throws is told to the person; the event is kept, and tried again before the next.
  func deliver(_ event: MessageEvent) async throws
}

/// Something a transport is to do with a message.
public struct MessageEvent: Equatable, Sendable, Codable, Identifiable {
  /// What is to be done.
  public enum Action: String, Sendable, Codable {
    /// The message goes out.
    case send
    /// It is taken back.
    case unsend
    /// It gets other words.
    case edit
  }

  /// What identifies the event for good.
  public let id: String
  /// Its place among all events; later ones have larger numbers.
  public let sequence: Int64
  /// What is to be done.
  public let action: Action
  /// The message's identifier.
  public let message: String
  /// Whom it goes to: `contact/alex-carter`, `group/family`.
  public let recipient: String
  /// The message's words; empty when it is taken back.
  public let body: String
  /// When it was asked for.
  public let date: Date
}

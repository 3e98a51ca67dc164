public import Foundation

/// Delivers messages to another program or network.
public protocol MessageTransport: Sendable {
  /// Delivers an event.
  ///
  /// An event that was already delivered, by its identifier, is not delivered again.
  ///
  /// If delivery fails, the person is notified. The event is kept and retried before the next one to the same recipients, unless the
  /// person unsends or edits the message in the meantime.
  ///
  /// - Throws: `MessageRefusal` if the event can never be delivered, or any other error if it should be retried.
  func deliver(_ event: MessageEvent) async throws
  /// Whether it reaches other machines, so that the person is asked first, and nothing is sent without a network.
  var usesNetwork: Bool { get }
}

extension MessageTransport {
  /// It reaches no other machine.
  public var usesNetwork: Bool { false }
}

/// The reason why an event is never delivered.
public struct MessageRefusal: Error, Equatable, Sendable {
  /// The reason to say; nil for a generic one.
  public let dialog: String?
  /// Whether only an application can deliver it.
  public let requiresApplication: Bool

  /// Creates a reason.
  public init(dialog: String? = nil, requiresApplication: Bool = false) {
    self.dialog = dialog
    self.requiresApplication = requiresApplication
  }
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

  /// A recipient of a message.
  public struct Recipient: Equatable, Sendable, Codable {
    /// The identifier: `contact/alex-carter`, `group/family`.
    public let id: String
    /// The name.
    public let name: String
    /// The telephone numbers, the preferred one first.
    public let telephone: [String]
    /// The email addresses, the preferred one first.
    public let email: [String]
    /// The members of a group; nil for a contact.
    public let members: [Recipient]?
  }

  /// The permanent identifier.
  public let id: String
  /// The position in the order of all events; later events have larger numbers.
  public let sequence: Int64
  /// The requested action.
  public let action: Action
  /// The message's identifier.
  public let message: String
  /// The recipients, in the order in which they were said.
  public let recipients: [Recipient]
  /// The text of the message; empty if it is unsent.
  public let body: String
  /// The time of the request.
  public let date: Date
  /// The identifier of the received message that it answers; nil if there is none.
  public let replyTo: String?

  /// The event as JSON in one line, with dates by ISO 8601.
  var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      encoder.dateEncodingStrategy = .iso8601
      return try encoder.encode(self)
    }
  }
}

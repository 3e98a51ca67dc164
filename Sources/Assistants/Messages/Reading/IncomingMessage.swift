import Foundation
import VocativeIntents
import VocativeUnderstanding

/// A message from another program, as JSON.
///
/// ```json
/// {"id": "17", "from": "hannah@example.org", "name": "Hannah Walker", "group": "family", "text": "…",
///  "date": "2026-11-20T12:00:00Z", "attachments": [{"name": "b.pdf", "type": "application/pdf", "address": "file:///b.pdf"}]}
/// ```
struct IncomingMessage: Equatable, Sendable {
  /// The maximum size of a message in bytes.
  static let maxSize = 64 << 10
  /// The maximum number of attachments.
  private static let maxAttachments = 50

  /// The identifier, an address or the name of the sender.
  let from: String
  /// The name of a sender who is not in the address book; nil for the address.
  let name: String?
  /// The identifier or the name of the group; nil for the owner alone.
  let group: String?
  private(set) var message: ReceivedMessage

  private struct Fields: Decodable {
    struct Attachment: Decodable {
      var kind: String?
      var title: String?
      var name: String?
      var type: String?
      var address: String?
    }

    var id: String?
    let from: String
    var name: String?
    var group: String?
    var text: String?
    var date: String?
    var attachments: [Attachment]?
  }

  /// Reads a JSON object.
  ///
  /// - Throws: `AssistantOperationError` that names the field; its text has no value of the message, which is private.
  init(json: Data, now: Date) throws(AssistantOperationError) {
    guard json.count <= Self.maxSize else {
      throw Self.fault("the message is larger than \(Self.maxSize >> 10) KiB; put addresses of files into it, not the files")
    }
    let fields: Fields
    do {
      fields = try JSONDecoder().decode(Fields.self, from: json)
    } catch DecodingError.keyNotFound(let key, _) {
      throw Self.fault("\"\(key.stringValue)\" is missing; the smallest message is {\"from\": \"…\", \"text\": \"…\"}")
    } catch DecodingError.typeMismatch(_, let context) where !context.codingPath.isEmpty {
      throw Self.fault("\"\(context.codingPath.map(\.stringValue).joined(separator: "."))\" has the wrong type")
    } catch {
      throw Self.fault("a message is one JSON object, such as {\"from\": \"…\", \"text\": \"…\"}; this is not one")
    }
    (from, name, group) = (fields.from.trimmed, fields.name?.trimmed.nonEmpty, fields.group?.trimmed.nonEmpty)
    guard !from.isEmpty else { throw Self.fault("\"from\" is empty; it is an address, a name or the identifier of a contact") }
    guard [from, name, group, fields.id].allSatisfy({ ($0?.count ?? 0) <= ContactCard.maxCharacters }) else {
      throw Self.fault("\"from\", \"name\", \"group\" and \"id\" have at most \(ContactCard.maxCharacters) characters")
    }
    var date = now
    if let text = fields.date {
      guard let parsed = try? Date(text, strategy: .iso8601) else {
        throw Self.fault("\"date\" must be a time by ISO 8601, as in 2026-11-20T12:00:00Z")
      }
      date = parsed
    }
    let attachments = fields.attachments ?? []
    guard attachments.count <= Self.maxAttachments else {
      throw Self.fault("the message has more than \(Self.maxAttachments) attachments")
    }
    message = ReceivedMessage(
      identifier: fields.id?.nonEmpty, body: fields.text ?? "", attachments: try Self.attachments(attachments), date: date)
    guard !message.body.trimmed.isEmpty || !message.attachments.isEmpty else {
      throw Self.fault("the message has neither a \"text\" nor \"attachments\"")
    }
  }

  /// Gives it an identifier if it has none.
  mutating func identify(as identifier: String) {
    guard message.identifier == nil else { return }
    message = ReceivedMessage(
      identifier: identifier, body: message.body, attachments: message.attachments, date: message.date)
  }

  private static func attachments(_ fields: [Fields.Attachment]) throws(AssistantOperationError) -> [MessageAttachment] {
    var attachments: [MessageAttachment] = []
    for field in fields {
      let file = MessageAttachment.File(name: field.name?.nonEmpty, type: field.type?.nonEmpty, address: field.address?.nonEmpty)
      var kind = MessageAttachment.Kind.of(file, isTitled: field.title != nil)
      if let name = field.kind {
        guard let named = MessageAttachment.Kind(rawValue: name) else {
          let known = MessageAttachment.Kind.allCases.map(\.rawValue).joined(separator: ", ")
          throw fault("\"kind\" of an attachment is one of: \(known)")
        }
        kind = named
      }
      attachments.append(MessageAttachment(kind, title: field.title?.nonEmpty, file: file))
    }
    return attachments
  }

  private static func fault(_ reason: String) -> AssistantOperationError { AssistantOperationError(.invalid, reason) }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}

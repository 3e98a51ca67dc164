package import Foundation

/// One event of the Wyoming protocol: its type, its data and, for audio, its samples.
///
/// The protocol is described by its reference implementation, <https://github.com/OHF-Voice/wyoming>.
package struct WyomingEvent: Equatable, Sendable {
  /// The type; unknown types are ignored.
  package let type: String
  /// The data: a JSON object as UTF-8, or empty.
  package let data: Data
  /// Raw samples in audio events, otherwise empty.
  package let payload: [UInt8]

  /// Creates an event of any type.
  package init(type: String, data: Data = Data(), payload: [UInt8] = []) {
    self.type = type
    self.data = data
    self.payload = payload
  }

  /// Creates an event from a message.
  ///
  /// - Throws: `EncodingError` for a number that JSON cannot represent.
  package init<Message: WyomingMessage>(_ message: Message, payload: [UInt8] = []) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(message)
    self.init(type: Message.type.rawValue, data: data == Data("{}".utf8) ? Data() : data, payload: payload)
  }

  /// The type; nil if it is unknown.
  package var knownType: WyomingEventType? { WyomingEventType(rawValue: type) }

  /// Decodes the event's message.
  ///
  /// - Throws: `WyomingProtocolError` naming the missing or invalid field; later events can still be read.
  package func message<Message: WyomingMessage>(_ kind: Message.Type = Message.self) throws(WyomingProtocolError) -> Message {
    do {
      return try JSONDecoder().decode(Message.self, from: data.isEmpty ? Data("{}".utf8) : data)
    } catch DecodingError.keyNotFound(let key, let context) {
      throw fault("\(place(context.codingPath + [key])) is missing")
    } catch DecodingError.typeMismatch(let expected, let context) {
      throw fault("\(place(context.codingPath)) is not a valid \(expected)")
    } catch DecodingError.valueNotFound(let expected, let context) {
      throw fault("\(place(context.codingPath)) is null, but must be a \(expected)")
    } catch DecodingError.dataCorrupted(let context) {
      throw fault("\(place(context.codingPath)) cannot be read: \(context.debugDescription.prefix(200))")
    } catch {
      throw fault("the data cannot be read")
    }
  }

  private func place(_ path: [any CodingKey]) -> String {
    path.isEmpty ? "its data" : "\"\(path.map(\.stringValue).joined(separator: "."))\""
  }

  private func fault(_ reason: String) -> WyomingProtocolError {
    WyomingProtocolError(code: .message, reason: "in \"\(type.prefix(40))\" \(reason)")
  }
}

/// The data of events of one type.
package protocol WyomingMessage: Codable, Equatable, Sendable {
  /// The type of the events.
  static var type: WyomingEventType { get }
}

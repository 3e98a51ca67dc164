package import Foundation

/// One event of the Wyoming protocol, as it crosses a connection: what it is, what it says, and for audio the samples.
///
/// The protocol is described by its reference implementation, <https://github.com/OHF-Voice/wyoming>.
package struct WyomingEvent: Equatable, Sendable {
  /// What it is; not all types there are are known here, and what is not known is to be ignored.
  package let type: String
  /// What it says: a JSON object as UTF-8, or nothing.
  package let data: Data
  /// Raw samples, in events that carry audio.
  package let payload: [UInt8]

  /// An event of any type.
  package init(type: String, data: Data = Data(), payload: [UInt8] = []) {
    self.type = type
    self.data = data
    self.payload = payload
  }

  /// An event that says something.
  ///
  /// - Throws: `EncodingError` if a number in it is none that JSON has.
  package init<Message: WyomingMessage>(_ message: Message, payload: [UInt8] = []) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(message)
    self.init(type: Message.type.rawValue, data: data == Data("{}".utf8) ? Data() : data, payload: payload)
  }

  /// The type; nil for one that is not known here.
  package var knownType: WyomingEventType? { WyomingEventType(rawValue: type) }

  /// What the event says, of the kind that its type has.
  ///
  /// - Throws: `WyomingProtocolError` that names what is missing or wrong in it; the events after it can still be read.
  package func message<Message: WyomingMessage>(_ kind: Message.Type = Message.self) throws(WyomingProtocolError) -> Message {
    do {
      return try JSONDecoder().decode(Message.self, from: data.isEmpty ? Data("{}".utf8) : data)
    } catch DecodingError.keyNotFound(let key, let context) {
      throw fault("\(place(context.codingPath + [key])) is missing")
    } catch DecodingError.typeMismatch(let expected, let context) {
      throw fault("\(place(context.codingPath)) is no \(expected)")
    } catch DecodingError.valueNotFound(let expected, let context) {
      throw fault("\(place(context.codingPath)) is null and must be a \(expected)")
    } catch DecodingError.dataCorrupted(let context) {
      throw fault("\(place(context.codingPath)) cannot be read: \(context.debugDescription.prefix(200))")
    } catch {
      throw fault("it cannot be read")
    }
  }

  private func place(_ path: [any CodingKey]) -> String {
    path.isEmpty ? "its data" : "\"\(path.map(\.stringValue).joined(separator: "."))\""
  }

  private func fault(_ reason: String) -> WyomingProtocolError {
    WyomingProtocolError(code: .message, reason: "in \"\(type.prefix(40))\" \(reason)")
  }
}

/// What an event of one type says.
package protocol WyomingMessage: Codable, Equatable, Sendable {
  /// The type of the events that say it.
  static var type: WyomingEventType { get }
}

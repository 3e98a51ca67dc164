package import Foundation

extension WyomingEvent {
  private struct Header: Encodable {
    let type: String
    let dataLength: Int?
    let payloadLength: Int?

    enum CodingKeys: String, CodingKey {
      case type
      case dataLength = "data_length"
      case payloadLength = "payload_length"
    }
  }

  /// The encoded event: the line, the data after it, and the payload.
  package var bytes: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let header = Header(
        type: type, dataLength: data.isEmpty ? nil : data.count, payloadLength: payload.isEmpty ? nil : payload.count)
      return try encoder.encode(header) + [0x0A] + data + payload
    }
  }
}

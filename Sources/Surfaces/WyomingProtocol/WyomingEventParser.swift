import Foundation
import JSONValues

/// Parses events from bytes that arrive in pieces of any length, within limits.
///
/// An event is a line of JSON with its `type`, then `data_length` bytes of JSON, then `payload_length` bytes. Memory is only used
/// for received bytes, not for claimed lengths.
package struct WyomingEventParser: Sendable {
  /// The maximum sizes of one event, in bytes.
  package struct Limits: Equatable, Sendable {
    /// The line without its line break; the limit of the reference implementation.
    package var header = 64 * 1024
    /// The data after the line.
    package var data = 256 * 1024
    /// The payload: 16 s of 16 kHz mono audio.
    package var payload = 512 * 1024

    /// Creates the default limits.
    package init() {}
  }

  private struct Header: Decodable {
    let type: String
    let data: JSONValue?
    let dataLength: Int?
    let payloadLength: Int?

    enum CodingKeys: String, CodingKey {
      case type, data
      case dataLength = "data_length"
      case payloadLength = "payload_length"
    }
  }

  /// The limits.
  package let limits: Limits
  private var pending: [UInt8] = []
  /// The number of bytes that have been parsed.
  private var start = 0
  /// The number of bytes after those that have no line break.
  private var scanned = 0
  private var header: Header?

  /// Creates an empty parser.
  package init(limits: Limits = Limits()) {
    self.limits = limits
  }

  /// Whether an event is incomplete.
  package var isInsideEvent: Bool { header != nil || pending.count > start }

  /// Appends bytes; call `next()` until it returns nil before appending more.
  package mutating func append(_ bytes: some Sequence<UInt8>) {
    pending.removeFirst(start)
    start = 0
    pending += bytes
  }

  /// Returns the next complete event; nil if there is none.
  ///
  /// - Throws: `WyomingProtocolError`, after which the stream cannot be parsed any further.
  package mutating func next() throws(WyomingProtocolError) -> WyomingEvent? {
    if header == nil {
      guard let line = try takeLine() else { return nil }
      header = try read(line)
    }
    guard let header else { return nil }
    let (dataLength, payloadLength) = (header.dataLength ?? 0, header.payloadLength ?? 0)
    guard pending.count - start >= dataLength + payloadLength else { return nil }
    let data = pending[start..<start + dataLength]
    let payload = pending[start + dataLength..<start + dataLength + payloadLength]
    start += dataLength + payloadLength
    self.header = nil
    return WyomingEvent(
      type: header.type, data: try joined(header.data, Data(data), of: header.type), payload: Array(payload))
  }

  private mutating func takeLine() throws(WyomingProtocolError) -> ArraySlice<UInt8>? {
    let end = pending[(start + scanned)...].firstIndex(of: 0x0A)
    guard (end ?? pending.count) - start <= limits.header else {
      throw WyomingProtocolError(code: .header, reason: "the line of an event has more than \(limits.header) bytes")
    }
    guard let end else {
      scanned = pending.count - start
      return nil
    }
    defer { (start, scanned) = (end + 1, 0) }
    return pending[start..<end]
  }

  private func read(_ line: ArraySlice<UInt8>) throws(WyomingProtocolError) -> Header {
    let header: Header
    do {
      header = try JSONDecoder().decode(Header.self, from: Data(line))
    } catch {
      throw WyomingProtocolError(
        code: .header, reason: "invalid line; an event begins with a line such as {\"type\":\"describe\"}")
    }
    func check(_ length: Int?, _ limit: Int, _ code: WyomingProtocolError.Code) throws(WyomingProtocolError) {
      guard (0...limit).contains(length ?? 0) else {
        throw WyomingProtocolError(
          code: code,
          reason:
            "the \(code.rawValue) of \"\(header.type.prefix(40))\" has \(length ?? 0) bytes; the permitted range is 0 to \(limit)"
        )
      }
    }
    try check(header.dataLength, limits.data, .data)
    try check(header.payloadLength, limits.payload, .payload)
    return header
  }

  /// Merges the data in the line with the data after it, which takes precedence.
  private func joined(_ inline: JSONValue?, _ after: Data, of type: String) throws(WyomingProtocolError) -> Data {
    guard let inline, inline != .null, inline != .object([:]) else { return after }
    do {
      guard case .object(var fields) = inline else { throw CocoaError(.coderReadCorrupt) }
      if !after.isEmpty { fields.merge(try JSONDecoder().decode([String: JSONValue].self, from: after)) { $1 } }
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return try encoder.encode(fields)
    } catch {
      throw WyomingProtocolError(code: .data, reason: "the data of \"\(type.prefix(40))\" is not a JSON object")
    }
  }
}

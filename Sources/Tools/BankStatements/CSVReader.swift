/// A record of a CSV file with the line on which it begins.
struct CSVRecord: Equatable, Sendable {
  /// The line, from 1.
  let line: Int
  /// The fields without their quotes.
  let fields: [String]

  /// Whether all fields are empty, as on an empty line.
  var isBlank: Bool { fields.allSatisfy { $0.allSatisfy(\.isWhitespace) } }
}

/// A fault in a CSV file.
struct CSVFault: Error, Equatable {
  /// The line, from 1.
  let line: Int
  /// The fault.
  let reason: String
}

/// Reads CSV by RFC 4180 with any delimiter; lines end with LF, CRLF or CR.
struct CSVReader {
  private static let (quote, lineFeed, carriageReturn): (UInt8, UInt8, UInt8) = (0x22, 0x0A, 0x0D)

  /// The maximum number of fields of a record.
  static let maxFields = 200

  let delimiter: UInt8

  /// Returns all records that are not empty, up to a number of them.
  func records(of text: String, limit: Int = .max) throws(CSVFault) -> [CSVRecord] {
    var parser = Parser(bytes: Array(text.utf8), delimiter: delimiter)
    var records: [CSVRecord] = []
    while records.count < limit, let record = try parser.record() {
      if !record.isBlank { records.append(record) }
    }
    return records
  }

  private struct Parser {
    let bytes: [UInt8]
    let delimiter: UInt8
    var position = 0
    var line = 1

    mutating func record() throws(CSVFault) -> CSVRecord? {
      guard position < bytes.count else { return nil }
      let start = line
      var fields: [String] = []
      while true {
        fields.append(try field())
        guard fields.count <= CSVReader.maxFields else {
          throw CSVFault(line: start, reason: "there are more than \(CSVReader.maxFields) fields")
        }
        guard position < bytes.count, bytes[position] == delimiter else { break }
        position += 1
      }
      endLine()
      return CSVRecord(line: start, fields: fields)
    }

    private mutating func field() throws(CSVFault) -> String {
      guard position < bytes.count, bytes[position] == quote else { return try plainField() }
      let start = line
      position += 1
      var value: [UInt8] = []
      while position < bytes.count {
        let byte = bytes[position]
        position += 1
        if byte == quote {
          guard position < bytes.count, bytes[position] == quote else {
            guard position == bytes.count || bytes[position] == delimiter || isLineEnd(bytes[position]) else {
              throw CSVFault(line: line, reason: "there is text after a closing quote; a quote within quotes is written twice")
            }
            return String(decoding: value, as: UTF8.self)
          }
          position += 1
        } else if byte == lineFeed || (byte == carriageReturn && !isNext(lineFeed)) {
          line += 1
        }
        value.append(byte)
      }
      throw CSVFault(line: start, reason: "a quote is not closed")
    }

    private mutating func plainField() throws(CSVFault) -> String {
      let start = position
      while position < bytes.count, bytes[position] != delimiter, !isLineEnd(bytes[position]) {
        guard bytes[position] != quote else {
          throw CSVFault(line: line, reason: "there is a quote within a field without quotes; put the whole field in quotes")
        }
        position += 1
      }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func endLine() {
      guard position < bytes.count else { return }
      if bytes[position] == carriageReturn {
        position += 1
        if isNext(lineFeed) { position += 1 }
      } else {
        position += 1
      }
      line += 1
    }

    private func isNext(_ byte: UInt8) -> Bool { position < bytes.count && bytes[position] == byte }
    private func isLineEnd(_ byte: UInt8) -> Bool { byte == lineFeed || byte == carriageReturn }
    private var quote: UInt8 { CSVReader.quote }
    private var lineFeed: UInt8 { CSVReader.lineFeed }
    private var carriageReturn: UInt8 { CSVReader.carriageReturn }
  }
}

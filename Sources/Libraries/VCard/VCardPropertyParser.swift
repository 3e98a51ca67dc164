import Foundation

/// Parses one line of a card: `item1.TEL;TYPE=home;PREF=1:+49 30 1234567`.
struct VCardPropertyParser {
  private var rest: ArraySlice<UInt8>
  private let number: Int

  static func property(of line: VCardLines.Line) throws(VCardError) -> VCardProperty {
    var parser = VCardPropertyParser(rest: line.bytes, number: line.number)
    return try parser.property()
  }

  private mutating func property() throws(VCardError) -> VCardProperty {
    let words = part(upTo: ":;").split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = words.last, !name.isEmpty, name.allSatisfy(Self.isNameCharacter), !rest.isEmpty else {
      throw VCardError(
        line: number, "this line is not a property; a property has a name and a value, as in FN:Hannah Walker")
    }
    var parameters: [String: [String]] = [:]
    while take(";") {
      let parameter = part(upTo: "=:;").uppercased()
      guard take("=") else {
        // Version 2.1 writes types and encodings without their names.
        let isEncoding = ["QUOTED-PRINTABLE", "BASE64", "8BIT", "7BIT"].contains(parameter)
        parameters[isEncoding ? "ENCODING" : "TYPE", default: []].append(parameter)
        continue
      }
      repeat { parameters[parameter, default: []].append(try parameterValue()) } while take(",")
    }
    guard take(":") else {
      throw VCardError(line: number, "the property has no value; a colon comes before the value, as in FN:Hannah Walker")
    }
    return VCardProperty(
      group: words.count > 1 ? words.first.map { $0.lowercased() } : nil, name.uppercased(), parameters: parameters,
      value: try value(parameters), line: number)
  }

  private static func isNameCharacter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || character == "-" || character == "_")
  }

  // MARK: Parts

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func part(upTo ends: String) -> String {
    let ends = Array(ends.utf8)
    let found = rest.prefix { !ends.contains($0) }
    rest = rest[found.endIndex...]
    return String(decoding: found, as: UTF8.self).trimmingCharacters(in: .whitespaces)
  }

  private mutating func parameterValue() throws(VCardError) -> String {
    guard take("\"") else { return Self.withoutCarets(part(upTo: ",;:")) }
    let part = rest.prefix { $0 != UInt8(ascii: "\"") }
    rest = rest[part.endIndex...]
    guard take("\"") else { throw VCardError(line: number, "a quotation mark is missing after the value of a parameter") }
    return Self.withoutCarets(String(decoding: part, as: UTF8.self))
  }

  /// The characters that a parameter cannot contain have a caret before their names, by RFC 6868.
  private static func withoutCarets(_ text: String) -> String {
    guard text.contains("^") else { return text }
    return text.replacing(#/\^(.)/#) { match -> String in
      switch match.1 {
      case "n": "\n"
      case "'": "\""
      case "^": "^"
      default: String(match.0)
      }
    }
  }

  // MARK: Values

  private func value(_ parameters: [String: [String]]) throws(VCardError) -> String {
    let encodings = (parameters["ENCODING"] ?? []).map { $0.uppercased() }
    let bytes = encodings.contains("QUOTED-PRINTABLE") ? try quotedPrintable() : Array(rest)
    guard let text = try text(of: bytes, charset: parameters["CHARSET"]?.first) else {
      throw VCardError(line: number, "the value is not UTF-8 text; save the file as UTF-8")
    }
    guard !text.unicodeScalars.contains("\0") else {
      throw VCardError(line: number, "the value contains the character U+0000; remove it")
    }
    return text
  }

  private func text(of bytes: [UInt8], charset: String?) throws(VCardError) -> String? {
    switch charset?.uppercased() {
    case nil, "UTF-8", "UTF8", "US-ASCII": return String(validating: bytes, as: UTF8.self)
    case "ISO-8859-1", "ISO-8859-15", "LATIN1": return String(data: Data(bytes), encoding: .isoLatin1)
    case "WINDOWS-1252", "CP1252": return String(data: Data(bytes), encoding: .windowsCP1252)
    default:
      throw VCardError(line: number, "the character set of the value is unknown; save the file as UTF-8")
    }
  }

  private func quotedPrintable() throws(VCardError) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = rest
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "=") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) else {
        throw VCardError(line: number, "\"=\" must be followed by two digits from 0 to F in a quoted-printable value")
      }
      rest = rest.dropFirst(2)
      // A line end in a value is an escape in the other versions.
      switch code {
      case 0x0D: break
      case 0x0A: bytes += Array("\\n".utf8)
      default: bytes.append(code)
      }
    }
    return bytes
  }
}

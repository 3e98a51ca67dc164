import Foundation
import JSONValues

/// The entries of a JSON object of the protocol, read within limits.
///
/// Unknown entries are ignored, for later versions.
struct AppFields {
  let what: String
  let values: [String: JSONValue]

  init(_ values: [String: JSONValue], what: String) {
    (self.values, self.what) = (values, what)
  }

  /// Reads an object that is an entry or an element.
  init(_ value: JSONValue, what: String) throws(AppProtocolError) {
    guard case .object(let values) = value else { throw AppProtocolError("\(what) must be an object") }
    self.init(values, what: what)
  }

  /// Reads the object of a line.
  init(line: [UInt8], what: String) throws(AppProtocolError) {
    try AppFields.check(line)
    let value: JSONValue
    do {
      value = try JSONDecoder().decode(JSONValue.self, from: Data(line))
    } catch {
      throw AppProtocolError("a line is not valid JSON")
    }
    try self.init(value, what: what)
  }

  // MARK: Entries

  /// Whether there is an entry other than null.
  func has(_ key: String) -> Bool { values[key] != nil && values[key] != .null }

  func optionalText(_ key: String, max: Int = AppLimits.maxText) throws(AppProtocolError) -> String? {
    guard has(key), let value = values[key] else { return nil }
    guard case .string(let text) = value else { throw AppProtocolError("\"\(key)\" of \(what) must be a text") }
    return try AppFields.checked(text, "\"\(key)\" of \(what)", max: max)
  }

  func text(_ key: String, max: Int = AppLimits.maxText) throws(AppProtocolError) -> String {
    guard let text = try optionalText(key, max: max) else { throw AppProtocolError("\(what) has no \"\(key)\"") }
    return text
  }

  func optionalFlag(_ key: String) throws(AppProtocolError) -> Bool? {
    guard has(key), let value = values[key] else { return nil }
    guard case .boolean(let flag) = value else { throw AppProtocolError("\"\(key)\" of \(what) must be true or false") }
    return flag
  }

  func optionalCard() throws(AppProtocolError) -> AppCard? {
    guard has("card"), let value = values["card"] else { return nil }
    return try AppCard(value)
  }

  func number(_ key: String) throws(AppProtocolError) -> Int {
    guard case .integer(let number)? = values[key] else {
      throw AppProtocolError("\"\(key)\" of \(what) must be a whole number")
    }
    return number
  }

  func decimal(_ key: String) throws(AppProtocolError) -> Double {
    switch values[key] {
    case .integer(let value)?: return Double(value)
    case .double(let value)? where value.isFinite: return value
    default: throw AppProtocolError("\"\(key)\" of \(what) must be a number")
    }
  }

  /// Reads a moment in seconds since 1970; a number of milliseconds is later than the maximum.
  func moment(_ key: String) throws(AppProtocolError) -> Double {
    let seconds = try decimal(key)
    guard (0...AppLimits.maxMoment).contains(seconds) else {
      throw AppProtocolError("\"\(key)\" of \(what) must be a time in seconds since 1970, before the year 10000")
    }
    return seconds
  }

  func list(_ key: String, max: Int) throws(AppProtocolError) -> [JSONValue] {
    guard has(key), let value = values[key] else { return [] }
    guard case .array(let items) = value else { throw AppProtocolError("\"\(key)\" of \(what) must be an array") }
    guard items.count <= max else {
      throw AppProtocolError("\"\(key)\" of \(what) has \(items.count) elements, and the maximum is \(max)")
    }
    return items
  }

  func texts(_ key: String) throws(AppProtocolError) -> [String] {
    var texts: [String] = []
    for item in try list(key, max: AppLimits.maxItems) {
      guard case .string(let text) = item else { throw AppProtocolError("\"\(key)\" of \(what) must have only texts") }
      texts.append(try AppFields.checked(text, "\"\(key)\" of \(what)", max: AppLimits.maxText))
    }
    return texts
  }

  /// Reads an object of texts by name.
  func dictionary(_ key: String) throws(AppProtocolError) -> [String: String] {
    guard has(key), let value = values[key] else { return [:] }
    guard case .object(let object) = value, object.count <= AppLimits.maxItems else {
      throw AppProtocolError("\"\(key)\" of \(what) must be an object with at most \(AppLimits.maxItems) entries")
    }
    var texts: [String: String] = [:]
    for (name, value) in object {
      guard case .string(let text) = value else { throw AppProtocolError("\"\(key)\" of \(what) must have only texts") }
      texts[try AppFields.checked(name, "a name in \"\(key)\"", max: AppLimits.maxText)] = try AppFields.checked(
        text, "\"\(name)\" of \(what)", max: AppLimits.maxDialog)
    }
    return texts
  }

  private static func checked(_ text: String, _ what: String, max: Int) throws(AppProtocolError) -> String {
    guard text.unicodeScalars.count <= max else { throw AppProtocolError("\(what) has more than \(max) characters") }
    guard !text.utf8.contains(0) else { throw AppProtocolError("\(what) contains the character U+0000") }
    return text
  }

  // MARK: Lines

  /// Checks a line before it is parsed, so that a hostile one uses little time and memory.
  private static func check(_ line: [UInt8]) throws(AppProtocolError) {
    guard line.count <= AppLimits.maxMessageSize else {
      throw AppProtocolError("a line has more than \(AppLimits.maxMessageSize) bytes")
    }
    var (depth, values, isText, isEscaped) = (0, 0, false, false)
    for byte in line {
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else {
          isText = byte != UInt8(ascii: "\"")
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): (depth, values) = (depth + 1, values + 1)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ","): values += 1
      default: break
      }
      guard depth <= AppLimits.maxDepth else {
        throw AppProtocolError("a line is nested deeper than \(AppLimits.maxDepth) levels")
      }
      guard values <= AppLimits.maxValues else {
        throw AppProtocolError("a line has more than \(AppLimits.maxValues) values")
      }
    }
  }

  /// Returns a line for an object, with its end; entries that are null are left out.
  static func line(_ type: String, _ entries: [String: JSONValue]) throws(AppProtocolError) -> [UInt8] {
    var object = entries.filter { $0.value != .null }
    object["type"] = .string(type)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data: Data
    do {
      data = try encoder.encode(object)
    } catch {
      throw AppProtocolError("\(type) cannot be encoded: \(error)")
    }
    guard data.count <= AppLimits.maxMessageSize else {
      throw AppProtocolError("\(type) has \(data.count) bytes, and the maximum is \(AppLimits.maxMessageSize)")
    }
    return Array(data) + [UInt8(ascii: "\n")]
  }
}

extension JSONValue {
  /// The text, or null.
  init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }

  /// The texts by name.
  init(_ texts: [String: String]) { self = .object(texts.mapValues(JSONValue.string)) }

  /// An array, or null if it would be empty.
  init(_ items: [JSONValue]) { self = items.isEmpty ? .null : .array(items) }
}

import Foundation
import JSONValues
import ProgramOutput
import VocativeUnderstanding

/// The reason why the values of a list could not be read.
package struct ListSourceError: Error, Equatable {
  /// The reason and the remedy.
  package let reason: String

  /// Creates an error with its reason.
  package init(reason: String) { self.reason = reason }
}

/// The values that a program or a web server prints for a list: one a line, or a JSON array.
///
/// ```json
/// ["vacation", {"id": "nyc", "spoken": ["new york", "big apple"], "pronunciation": {"big apple": "B IH G AE P AH L"}}]
/// ```
///
/// Names are plain words and not templates, because they may contain any character.
package struct ListOutput: Equatable {
  /// The maximum size in bytes.
  package static let maxSize = 1 << 20
  /// The maximum number of values.
  package static let maxValues = 5000
  /// The maximum length of an identifier or a name in characters.
  package static let maxCharacters = 200
  private static let keys = ["id", "spoken", "pronunciation"]

  package private(set) var values: [IntentsFileContents.List.Value] = []
  /// The parts that are not used, by the number of their value, because the values may be private.
  package private(set) var problems: [String] = []
  private var positions: [String: Int] = [:]
  private var namePositions: [[String]: Int] = [:]

  /// Reads the output of a program or a server.
  ///
  /// - Throws: `ListSourceError` if it is not text, or begins like JSON but is no JSON array.
  package init(_ bytes: [UInt8]) throws(ListSourceError) {
    guard let text = String(answer: bytes) else { throw ListSourceError(reason: "its output is not UTF-8 text") }
    let items: [JSONValue]
    switch text.first(where: { !$0.isWhitespace }) {
    case "[":
      guard let array = try? JSONDecoder().decode([JSONValue].self, from: Data(text.utf8)) else {
        throw ListSourceError(reason: "its output begins like a JSON array but is not valid JSON")
      }
      items = array
    case "{": throw ListSourceError(reason: "its output is a JSON object; print a JSON array, or one value a line")
    default:
      items = text.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }.map { .string(String($0)) }
    }
    for (index, item) in items.prefix(Self.maxValues).enumerated() { read(item, number: index + 1) }
    if items.count > Self.maxValues {
      problems.append("it has \(items.count) values; only the first \(Self.maxValues) are used")
    }
  }

  // MARK: Values

  private mutating func read(_ item: JSONValue, number: Int) {
    func refuse(_ reason: String) { problems.append("value \(number) is not used: \(reason)") }
    let identifier: String
    var names: [String] = []
    var pronunciations: [String: [String]] = [:]
    if case .object(let object) = item {
      for key in object.keys.sorted() where !Self.keys.contains(key) {
        problems.append("value \(number) has an unknown key; the keys are: \(Self.keys.joined(separator: ", "))")
      }
      guard let id = object["id"]?.plainText else { return refuse("it has no \"id\"") }
      identifier = id
      switch object["spoken"] {
      case .array(let spoken)?: names = spoken.compactMap(\.plainText)
      case let spoken?: names = [spoken.plainText].compactMap(\.self)
      case nil: names = [identifier]
      }
      pronunciations = Self.pronunciations(object["pronunciation"])
    } else {
      guard let text = item.plainText else { return refuse("it is neither a text nor an object") }
      (identifier, names) = (text, [text])
    }
    guard ([identifier] + names).allSatisfy({ $0.count <= Self.maxCharacters }) else {
      return refuse("it is longer than \(Self.maxCharacters) characters")
    }
    let spoken = names.map { (name: $0, words: SpokenText.words(of: $0)) }.filter { !$0.words.isEmpty }
    guard let first = spoken.first, !identifier.isEmpty else { return refuse("it has no speakable word") }
    if let former = positions[identifier] { return refuse("it has the identifier of value \(former)") }
    if let former = namePositions[first.words] { return refuse("it has the name of value \(former)") }
    (positions[identifier], namePositions[first.words]) = (number, number)
    values.append(
      .init(
        value: Grammar.Value(
          identifier: identifier, spoken: spoken.map { .sequence($0.words.map(Template.word)) }, pronunciations: pronunciations),
        display: first.name))
  }

  private static func pronunciations(_ item: JSONValue?) -> [String: [String]] {
    guard case .object(let hints)? = item else { return [:] }
    return hints.reduce(into: [:]) { found, hint in
      let phones = (hint.value.plainText ?? "").split(separator: " ").map { $0.uppercased() }
      let words = SpokenText.sentence(of: hint.key)
      if !words.isEmpty, !phones.isEmpty { found[words] = phones }
    }
  }
}

extension JSONValue {
  /// The text or the number on one line, without control characters; nil for any other value.
  fileprivate var plainText: String? {
    let text: String
    switch self {
    case .string(let value): text = value
    case .integer(let value): text = String(value)
    case .double(let value): text = String(value)
    case .null, .boolean, .array, .object: return nil
    }
    return PrintableText.line(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

import Foundation
import JSONValues
import ProgramOutput
import VocativeIntents

/// The reason why an answer is invalid.
package struct HandlerAnswerError: Error, Equatable {
  /// The reason.
  package let reason: String
}

/// A question of an external handler to the person.
package struct HandlerQuestion: Equatable, Sendable {
  /// The name of the parameter.
  package let parameter: String
  /// The question; nil for that of the parameter.
  package let dialog: String?
  /// The identifiers of the values to choose from; empty for any.
  package let values: [String]

  /// Creates a question for the value of a parameter.
  package init(parameter: String, dialog: String?, values: [String]) {
    (self.parameter, self.dialog, self.values) = (parameter, dialog, values)
  }
}

/// The answer of an external handler: text to say, also as a string or a list of JSON, or a JSON object.
///
/// ```json
/// {"dialog": "…", "code": "success", "card": {"title": "…", "rows": [{"label": "…", "value": "…"}], "progress": 0.5},
///  "values": {"saved": 1240}}
/// ```
///
/// Instead of a response, `"ask": {"parameter": "size", "dialog": "…", "among": ["small", "large"]}` asks the person for a value,
/// with which the handler is called again.
///
/// All keys are optional. The keys of `values` and any other keys are available in the intent's `response`.
package struct HandlerAnswer: Equatable {
  /// The maximum size of an answer in bytes.
  static let maxSize = 64 << 10

  private(set) var dialog: String?
  private(set) var code: IntentResponse.Code?
  private(set) var card: ResponseCard?
  private(set) var values: [String: String] = [:]
  /// The values that are lists and objects.
  private(set) var structures: [String: JSONValue] = [:]
  /// The question instead of a response; nil if there is none.
  private(set) var question: HandlerQuestion?
  /// The parts that were ignored because they are invalid.
  private(set) var problems: [String] = []

  /// - Throws: `HandlerAnswerError` if the bytes are not text, or begin like a JSON object but are not valid JSON.
  package init(_ bytes: [UInt8]) throws(HandlerAnswerError) {
    guard let text = String(answer: bytes) else { throw HandlerAnswerError(reason: "its answer is not UTF-8 text") }
    let trimmed = text.drop(while: \.isWhitespace)
    guard trimmed.first == "{" else {
      dialog = Self.spoken(Self.text(ofJSON: trimmed) ?? text)
      return
    }
    let object: [String: JSONValue]
    do {
      object = try JSONDecoder().decode([String: JSONValue].self, from: Data(trimmed.utf8))
    } catch {
      throw HandlerAnswerError(reason: "its answer begins like a JSON object but is not valid JSON")
    }
    read(object)
  }

  /// Returns the text of a string or a list of JSON; nil for other text, which may begin like it.
  private static func text(ofJSON text: Substring) -> String? {
    guard text.first == "\"" || text.first == "[" else { return nil }
    return (try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)))?.text
  }

  private mutating func read(_ object: [String: JSONValue]) {
    for (key, value) in object.sorted(by: { $0.key < $1.key }) {
      switch (key, value) {
      case (_, .null): break
      case ("dialog", .string(let text)): dialog = Self.spoken(text)
      case ("code", .string(let name)): readCode(name)
      case ("card", .object(let card)): readCard(card)
      case ("ask", .object(let question)): readQuestion(question)
      case ("values", .object): break
      case ("dialog", _), ("code", _), ("card", _), ("values", _), ("ask", _):
        problems.append("\"\(key)\" in its answer has the wrong type")
      default: add(value, as: key)
      }
    }
    // A request that meant to ask has not been performed.
    if let ask = object["ask"], ask != .null, question == nil { code = .failure }
    // A key in `values` takes precedence over a key beside it.
    guard case .object(let named)? = object["values"] else { return }
    for (key, value) in named { add(value, as: key) }
  }

  private mutating func add(_ value: JSONValue, as key: String) {
    values[key] = value.text.map(Self.plain)
    structures[key] =
      switch value {
      case .array, .object: Self.plain(value)
      case .null, .boolean, .integer, .double, .string: nil
      }
  }

  private mutating func readCode(_ name: String) {
    let known: [IntentResponse.Code] = [.success, .inProgress, .failure, .failureRequiringAppLaunch]
    code = known.first { $0.rawValue == name }
    guard code == nil else { return }
    code = .failure
    let names = known.map(\.rawValue).joined(separator: ", ")
    problems.append("its answer has an invalid code, which counts as a failure; the codes are: \(names)")
  }

  private mutating func readQuestion(_ object: [String: JSONValue]) {
    guard case .string(let parameter)? = object["parameter"] else {
      problems.append("\"ask\" in its answer has no \"parameter\"")
      return
    }
    var values: [String] = []
    if case .array(let items)? = object["among"] { values = items.compactMap(\.text) }
    question = HandlerQuestion(
      parameter: parameter, dialog: object["dialog"]?.text.flatMap(Self.spoken), values: values)
  }

  private mutating func readCard(_ object: [String: JSONValue]) {
    guard case .string(let title)? = object["title"] else {
      problems.append("the card in its answer has no \"title\"")
      return
    }
    var rows: [ResponseCard.Row] = []
    if case .array(let items)? = object["rows"] {
      for item in items {
        guard case .object(let row) = item, let label = row["label"]?.text, let value = row["value"]?.text else {
          problems.append("a row of the card in its answer has no \"label\" or no \"value\"")
          continue
        }
        rows.append(.init(Self.plain(label), Self.plain(value)))
      }
    }
    let progress = object["progress"]?.number.flatMap(FileCard.progress)
    if let value = object["progress"], value != .null, progress == nil {
      problems.append("the progress of the card in its answer is not a number such as 0.5")
    }
    card = ResponseCard(title: Self.plain(title), rows: rows, progress: progress)
  }

  private static func spoken(_ text: String) -> String? {
    let words = plain(text)
    return words.isEmpty ? nil : words
  }

  /// The value with its texts on one line each.
  private static func plain(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(plain(text))
    case .array(let items): .array(items.map { plain($0) })
    case .object(let fields): .object(fields.mapValues { plain($0) })
    case .null, .boolean, .integer, .double: value
    }
  }

  /// The text on one line, without control characters that a terminal would interpret.
  private static func plain(_ text: String) -> String {
    PrintableText.line(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension String {
  /// The text that a program or a server wrote, without the mark of byte order that some put before it; nil if it is not UTF-8.
  init?(answer bytes: [UInt8]) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    self.init(validating: bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...], as: UTF8.self)
  }
}

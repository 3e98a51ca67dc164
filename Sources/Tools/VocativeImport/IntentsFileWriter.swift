import Yams

/// Writes an imported assistant as an intents file.
package struct IntentsFileWriter {
  private let assistant: ImportedAssistant

  /// Creates a writer for an assistant.
  package init(_ assistant: ImportedAssistant) {
    self.assistant = assistant
  }

  /// The text of the file.
  package var text: String {
    var top: [(Node, Node)] = [
      (plain("language"), plain("en")), (plain("wake"), flow(assistant.wakePhrases.map(quoted))),
    ]
    if assistant.isAmbiguous { top.append((plain("ambiguity"), plain("first"))) }
    top.append((plain("intents"), mapping(assistant.intents.map { (name($0.name), intent($0)) })))
    if !assistant.lists.isEmpty {
      top.append((plain("lists"), mapping(assistant.lists.sorted { $0.key < $1.key }.map { (name($0), list($1)) })))
    }
    if !assistant.rules.isEmpty {
      top.append((plain("rules"), mapping(assistant.rules.sorted { $0.key < $1.key }.map { (name($0), quoted($1)) })))
    }
    // Lines are never wrapped, so that a phrase can be found by its line.
    return (try? Yams.serialize(node: mapping(top), indent: 2, width: -1, allowUnicode: true)) ?? ""
  }

  private func intent(_ intent: ImportedAssistant.Intent) -> Node {
    var entries: [(Node, Node)] = [
      (plain("title"), quoted(Self.title(of: intent.name))),
      (plain("phrases"), Node(intent.phrases.map { quoted($0.text) }, Tag(.seq), .block)),
    ]
    let numbers = intent.numbers.map { number in
      let bounds = flow([number.range.lowerBound, number.range.upperBound].map { plain(String($0)) })
      return (name(number.name), Node([(plain("type"), plain("number")), (plain("range"), bounds)], Tag(.map), .flow))
    }
    let titles = intent.titles.map { (name($0.name), Node([(plain("title"), quoted($0.title))], Tag(.map), .flow)) }
    if !(numbers + titles).isEmpty { entries.append((plain("parameters"), mapping(numbers + titles))) }
    if let handler = intent.handler {
      entries.append((plain("handler"), plain(handler.rawValue)))
    } else {
      entries.append((plain("response"), quoted(intent.response)))
    }
    return mapping(entries)
  }

  private func list(_ values: [ImportedAssistant.Value]) -> Node {
    Node(
      values.map { value in
        if value.spoken == [value.identifier] { return quoted(value.identifier) }
        let spoken = value.spoken.count == 1 ? quoted(value.spoken[0]) : flow(value.spoken.map(quoted))
        return Node([(plain("id"), quoted(value.identifier)), (plain("spoken"), spoken)], Tag(.map), .flow)
      }, Tag(.seq), .block)
  }

  /// Returns a name as words: `HassTurnOn` becomes "Turn on".
  static func title(of name: String) -> String {
    let bare = name.hasPrefix("Hass") && name.count > 4 ? name.dropFirst(4) : name[...]
    var words = ""
    for character in bare {
      if character == "_" || character == "-" {
        words += " "
      } else if character.isUppercase, let last = words.last, last.isLowercase {
        words += " " + character.lowercased()
      } else {
        words.append(character)
      }
    }
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  private func mapping(_ pairs: [(Node, Node)]) -> Node { Node(pairs, Tag(.map), .block) }
  private func flow(_ nodes: [Node]) -> Node { Node(nodes, Tag(.seq), .flow) }
  private func plain(_ text: String) -> Node { Node(text, Tag(.implicit), .plain) }
  private func quoted(_ text: String) -> Node { Node(text, Tag(.str), .doubleQuoted) }

  /// Returns a key, quoted only if YAML would otherwise read it as another type.
  private func name(_ text: String) -> Node {
    let isWord = text.first?.isLetter == true && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    return isWord && !["on", "off", "yes", "no", "true", "false", "null", "y", "n"].contains(text.lowercased())
      ? plain(text) : quoted(text)
  }
}

import Foundation

/// A conversation with an assistant, written down with the expected events.
///
/// ```
/// assistant: garden
///
/// == Asks for the plant
/// said: water a plant
/// asked: plant "Which plant?"
/// said: the fern
/// answered: WaterPlant success "I water the fern every one day."
/// ```
public struct ConversationScript: Sendable, CustomStringConvertible {
  /// A line of a script.
  package enum Line: Equatable, Sendable {
    /// The person says this.
    case said(String)
    /// This event must occur: `heard`, `asked`, `answered` or `rejected`, in the notation of events.
    case expected(String)
    /// This value of the assistant's store must be current.
    case state(String, is: String)
  }

  /// The title.
  public let title: String
  /// The name of the file.
  public let file: String
  /// The name of the assistant.
  public let assistant: String
  /// The voice of Flite that speaks; nil for typed text.
  public let voice: String?
  /// The special circumstances of the conversation, which the test must create.
  public private(set) var circumstances: [String] = []
  package private(set) var lines: [(number: Int, line: Line)] = []

  /// The file and the title, for test reports.
  public var description: String { "\(file): \(title)" }

  /// A line that is not in the notation, with its place.
  public struct Mistake: Error, CustomStringConvertible {
    /// The place and the reason.
    public let description: String

    /// Creates a mistake with its place and its reason.
    public init(description: String) { self.description = description }
  }

  /// Reads the scripts of a file.
  ///
  /// - Throws: `Mistake` for a line that is not in the notation, or an error if the file cannot be read.
  public static func scripts(inFileAt path: String) throws -> [ConversationScript] {
    try scripts(
      in: try String(contentsOfFile: path, encoding: .utf8), file: URL(fileURLWithPath: path).lastPathComponent)
  }

  private static func scripts(in text: String, file: String) throws(Mistake) -> [ConversationScript] {
    var scripts: [ConversationScript] = []
    var assistant: String?
    for (index, raw) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let line = raw.trimmingCharacters(in: .whitespaces)
      func mistake(_ reason: String) -> Mistake { Mistake(description: "\(file):\(index + 1): \(reason)") }
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      if let heading = line.wholeMatch(of: #/== (.+?)(?: \(spoken by ([a-z0-9]+)\))?/#) {
        guard let assistant else { throw mistake("\"assistant: …\" comes before the first conversation") }
        scripts.append(
          ConversationScript(
            title: String(heading.1), file: file, assistant: assistant, voice: heading.2.map(String.init)))
        continue
      }
      guard let colon = line.firstIndex(of: ":") else { throw mistake("\"\(line)\" is not a line of a conversation") }
      let (key, rest) = (line[..<colon], line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
      if key == "assistant" {
        assistant = rest
        continue
      }
      guard let last = scripts.indices.last else { throw mistake("\"== title\" comes before the first line of a conversation") }
      switch key {
      case "said": scripts[last].lines.append((index + 1, .said(rest)))
      case "heard", "asked", "answered", "rejected": scripts[last].lines.append((index + 1, .expected("\(key): \(rest)")))
      case "given": scripts[last].circumstances.append(rest)
      case "state":
        guard let state = rest.wholeMatch(of: #/(.+?) = (.*)/#) else {
          throw mistake("a state is written \"state: what = value\"")
        }
        scripts[last].lines.append((index + 1, .state(String(state.1), is: String(state.2))))
      default: throw mistake("\"\(key)\" is not one of: assistant, given, said, heard, asked, answered, rejected, state")
      }
    }
    return scripts
  }
}

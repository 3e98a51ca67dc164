import Foundation
import VocativeTestSupport

/// A scripted conversation with an assistant, in the notation of `README.md` in this folder.
struct ConversationScript: Sendable, CustomStringConvertible {
  /// A line of a script.
  enum Line: Equatable, Sendable {
    /// The person says this.
    case said(String)
    /// This event must occur: `heard`, `asked`, `answered` or `rejected`, in the notation of events.
    case expected(String)
    /// This value of the assistant's store must be current.
    case state(String, is: String)
  }

  /// A special circumstance of a conversation.
  enum Circumstance: String, Sendable {
    /// The message transport rejects all events.
    case closedOutbox = "the outbox is closed"
  }

  let title: String
  let file: String
  let assistant: String
  /// The voice that speaks; nil for typed text.
  let voice: String?
  var circumstances: [Circumstance] = []
  var lines: [(number: Int, line: Line)]

  var description: String { "\(file): \(title)" }

  /// A syntax error of a script.
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  /// All scripts of the folder `Conversations`.
  static let all: Result<[ConversationScript], any Error> = Result {
    let folder = Repository.path("Tests/ConversationTests/Conversations")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".conversation") }.sorted()
    return try names.flatMap { try read(String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8), file: $0) }
  }

  private static func read(_ text: String, file: String) throws -> [ConversationScript] {
    var scripts: [ConversationScript] = []
    var assistant: String?
    for (index, raw) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let line = raw.trimmingCharacters(in: .whitespaces)
      func mistake(_ reason: String) -> Mistake { Mistake(description: "\(file):\(index + 1): \(reason)") }
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      if let heading = line.wholeMatch(of: #/== (.+?)(?: \(spoken by (slt|rms|awb)\))?/#) {
        guard let assistant else { throw mistake("\"assistant: …\" comes before the first conversation") }
        scripts.append(
          ConversationScript(
            title: String(heading.1), file: file, assistant: assistant, voice: heading.2.map(String.init), lines: []))
        continue
      }
      guard let colon = line.firstIndex(of: ":") else { throw mistake("\"\(line)\" is not a line of a conversation") }
      let (key, rest) = (line[..<colon], line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
      switch key {
      case "assistant": assistant = rest
      case "said": scripts[scripts.count - 1].lines.append((index + 1, .said(rest)))
      case "heard", "asked", "answered", "rejected":
        scripts[scripts.count - 1].lines.append((index + 1, .expected("\(key): \(rest)")))
      case "given":
        guard let circumstance = Circumstance(rawValue: rest) else { throw mistake("unknown circumstance \"\(rest)\"") }
        scripts[scripts.count - 1].circumstances.append(circumstance)
      case "state":
        guard let state = rest.wholeMatch(of: #/(.+?) = (.*)/#) else {
          throw mistake("a state is written \"state: what = value\"")
        }
        scripts[scripts.count - 1].lines.append((index + 1, .state(String(state.1), is: String(state.2))))
      default: throw mistake("\"\(key)\" is not one of: assistant, given, said, heard, asked, answered, rejected, state")
      }
    }
    return scripts
  }
}

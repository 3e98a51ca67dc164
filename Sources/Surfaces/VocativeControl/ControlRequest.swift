import Foundation
import Vocative

/// What a running daemon can be asked to do, as one line of JSON: `{"command":"say","text":"Dinner is ready."}`.
public enum ControlRequest: Equatable, Sendable {
  /// Tell what it is doing.
  case status
  /// Listen to nothing.
  case mute
  /// Listen again, unless somebody else has muted it.
  case unmute
  /// Listen again, whoever has muted it.
  case unmuteAll
  /// Read the configuration and the assistant anew.
  case reload
  /// Speak a text.
  case say(String)
  /// Take a text as though it had been spoken; without one, wait for a command as if the wake phrase had been heard.
  case trigger(String?)

  /// The commands there are.
  public static let commands = ["status", "mute", "unmute", "unmute-all", "reload", "say", "trigger"]
}

extension ControlRequest: Codable {
  private struct Fields: Codable {
    let command: String
    var text: String?
  }

  /// Reads the fields of a request.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(from: decoder)
    func fault(_ message: String) -> ControlFault { ControlFault(.usage, message) }
    switch (fields.command, fields.text) {
    case ("say", let text?): self = .say(text)
    case ("say", nil): throw fault("\"say\" needs a text: {\"command\":\"say\",\"text\":\"Dinner is ready.\"}")
    case ("trigger", let text): self = .trigger(text)
    case ("status", nil): self = .status
    case ("mute", nil): self = .mute
    case ("unmute", nil): self = .unmute
    case ("unmute-all", nil): self = .unmuteAll
    case ("reload", nil): self = .reload
    case (let command, .some) where Self.commands.contains(command): throw fault("\"\(command)\" takes no text")
    case (let command, _):
      throw fault("there is no command \"\(command.prefix(40))\"; there are: \(Self.commands.joined(separator: ", "))")
    }
  }

  /// Writes the fields of a request.
  public func encode(to encoder: any Encoder) throws {
    let fields: Fields
    switch self {
    case .status: fields = Fields(command: "status")
    case .mute: fields = Fields(command: "mute")
    case .unmute: fields = Fields(command: "unmute")
    case .unmuteAll: fields = Fields(command: "unmute-all")
    case .reload: fields = Fields(command: "reload")
    case .say(let text): fields = Fields(command: "say", text: text)
    case .trigger(let text): fields = Fields(command: "trigger", text: text)
    }
    try fields.encode(to: encoder)
  }

  /// Reads a line without its end.
  ///
  /// - Throws: `ControlFault` that says what is wrong with it.
  package init(line: [UInt8]) throws(ControlFault) {
    do {
      self = try JSONDecoder().decode(ControlRequest.self, from: Data(line))
    } catch let fault as ControlFault {
      throw fault
    } catch DecodingError.keyNotFound(let key, _) {
      throw ControlFault(.usage, "there is no \"\(key.stringValue)\" in the request; for example: {\"command\":\"status\"}")
    } catch DecodingError.typeMismatch(_, let context) where !context.codingPath.isEmpty {
      throw ControlFault(.usage, "\"\(context.codingPath.map(\.stringValue).joined(separator: "."))\" must be a text")
    } catch {
      throw ControlFault(.usage, "a request is one line of JSON, for example {\"command\":\"status\"}; this line is none")
    }
  }
}

import Foundation
public import Vocative

/// A request to a running daemon, as one line of JSON: `{"command":"say","text":"Dinner is ready."}`.
public enum ControlRequest: Equatable, Sendable {
  /// Reports the daemon's state.
  case status
  /// Mutes the microphone.
  case mute
  /// Ends the owner's own mute; mutes set elsewhere stay in force.
  case unmute
  /// Ends every mute, including those set elsewhere.
  case unmuteAll
  /// Reloads the configuration and the assistants.
  case reload
  /// Starts the program again.
  case restart
  /// Reports the volume, the speed and the voice, and changes those that are given.
  case voice(SpeechChange)
  /// Speaks a text.
  case say(String)
  /// Handles a text as if it was spoken; without a text, listens as if the wake phrase was heard.
  case trigger(String?)
  /// Replies with the state, then sends each event as it happens, until the client closes the connection.
  case events
  /// Lists the installed assistants.
  case assistants
  /// Enables an assistant.
  case enableAssistant(String)
  /// Disables an assistant.
  case disableAssistant(String)
  /// Names the folder with the databases of the assistants.
  case dataFolder
  /// Lists the assistants that were chosen for shared sentences.
  case choices
  /// Forgets the chosen assistant of a sentence; without a sentence, of all.
  case forgetChoice(String?)
  /// Lists or changes what the assistants remember: shortcuts, the timeline and activities.
  case memory(MemoryRequest)
  /// Performs an operation with the data of an assistant.
  case operate(OperationRequest)
  /// Reports how the daemon pronounces words.
  case pronounce([String])
  /// Adds tuned thresholds, with the curves behind them as SVG.
  case tune(SpottingCalibration, plot: String?)

  /// The names of all commands.
  public static let commands =
    [
      "status", "mute", "unmute", "unmute-all", "reload", "say", "trigger", "events", "assistants", "enable-assistant",
      "disable-assistant", "data-folder", "choices", "forget-choice", "restart", "voice",
    ] + MemoryRequest.commands + ["operate", "pronounce", "tune"]
}

extension ControlRequest: Codable {
  private struct Fields: Codable {
    let command: String
    var text: String?
    var words: [String]?
    var calibration: SpottingCalibration?
    var plot: String?
    var volume: Int?
    var speed: Int?
    var voice: String?
  }

  /// The name of the command; the other fields are read only if it has them.
  private struct Name: Decodable {
    let command: String
  }

  /// Decodes a request from its fields.
  public init(from decoder: any Decoder) throws {
    let command = try Name(from: decoder).command
    guard !MemoryRequest.commands.contains(command) else {
      self = .memory(try MemoryRequest(from: decoder))
      return
    }
    guard command != "operate" else {
      self = .operate(try OperationRequest(from: decoder))
      return
    }
    let fields = try Fields(from: decoder)
    func fault(_ message: String) -> ControlFault { ControlFault(.usage, message) }
    switch (fields.command, fields.text) {
    case ("say", let text?): self = .say(text)
    case ("say", nil): throw fault("\"say\" needs a text: {\"command\":\"say\",\"text\":\"Dinner is ready.\"}")
    case ("trigger", let text): self = .trigger(text)
    case ("enable-assistant", let name?): self = .enableAssistant(name)
    case ("disable-assistant", let name?): self = .disableAssistant(name)
    case ("enable-assistant", nil), ("disable-assistant", nil):
      throw fault("\"\(fields.command)\" needs a name: {\"command\":\"\(fields.command)\",\"text\":\"notes\"}")
    case ("forget-choice", let sentence): self = .forgetChoice(sentence)
    case ("pronounce", nil):
      guard let words = fields.words, !words.isEmpty else {
        throw fault("\"pronounce\" needs words: {\"command\":\"pronounce\",\"words\":[\"goal\"]}")
      }
      self = .pronounce(words)
    case ("tune", nil):
      guard let calibration = fields.calibration else {
        throw fault("\"tune\" needs a calibration with the fields of a calibration file")
      }
      self = .tune(calibration, plot: fields.plot)
    case ("events", nil): self = .events
    case ("assistants", nil): self = .assistants
    case ("data-folder", nil): self = .dataFolder
    case ("choices", nil): self = .choices
    case ("status", nil): self = .status
    case ("mute", nil): self = .mute
    case ("unmute", nil): self = .unmute
    case ("unmute-all", nil): self = .unmuteAll
    case ("reload", nil): self = .reload
    case ("restart", nil): self = .restart
    case ("voice", nil): self = .voice(SpeechChange(volume: fields.volume, speed: fields.speed, voice: fields.voice))
    case (let command, .some) where Self.commands.contains(command): throw fault("\"\(command)\" doesn't take a text")
    case (let command, _):
      throw fault("unknown command \"\(command.prefix(40))\"; the commands are: \(Self.commands.joined(separator: ", "))")
    }
  }

  /// Encodes the fields of a request.
  public func encode(to encoder: any Encoder) throws {
    let fields: Fields
    switch self {
    case .memory(let request): return try request.encode(to: encoder)
    case .operate(let request):
      try request.encode(to: encoder)
      return try Fields(command: "operate").encode(to: encoder)
    case .pronounce(let words): fields = Fields(command: "pronounce", words: words)
    case .tune(let calibration, let plot): fields = Fields(command: "tune", calibration: calibration, plot: plot)
    case .status: fields = Fields(command: "status")
    case .mute: fields = Fields(command: "mute")
    case .unmute: fields = Fields(command: "unmute")
    case .unmuteAll: fields = Fields(command: "unmute-all")
    case .reload: fields = Fields(command: "reload")
    case .restart: fields = Fields(command: "restart")
    case .voice(let change):
      fields = Fields(command: "voice", volume: change.volume, speed: change.speed, voice: change.voice)
    case .say(let text): fields = Fields(command: "say", text: text)
    case .trigger(let text): fields = Fields(command: "trigger", text: text)
    case .events: fields = Fields(command: "events")
    case .assistants: fields = Fields(command: "assistants")
    case .enableAssistant(let name): fields = Fields(command: "enable-assistant", text: name)
    case .disableAssistant(let name): fields = Fields(command: "disable-assistant", text: name)
    case .dataFolder: fields = Fields(command: "data-folder")
    case .choices: fields = Fields(command: "choices")
    case .forgetChoice(let sentence): fields = Fields(command: "forget-choice", text: sentence)
    }
    try fields.encode(to: encoder)
  }

  /// The request as a client sends it, without the terminator.
  package var line: [UInt8] {
    get throws { [UInt8](try JSONEncoder().encode(self)) }
  }

  /// Parses a line without its terminator.
  ///
  /// - Throws: `ControlFault` that describes the problem.
  package init(line: [UInt8]) throws(ControlFault) {
    do {
      self = try JSONDecoder().decode(ControlRequest.self, from: Data(line))
    } catch let fault as ControlFault {
      throw fault
    } catch let error as MemoryRequestError {
      throw ControlFault(.usage, error.description)
    } catch let error as SpottingCalibrationError {
      throw ControlFault(.data, error.description)
    } catch DecodingError.keyNotFound(let key, _) {
      throw ControlFault(.usage, "\"\(key.stringValue)\" is missing in the request; for example: {\"command\":\"status\"}")
    } catch DecodingError.typeMismatch(let type, let context) where !context.codingPath.isEmpty {
      let field = context.codingPath.map(\.stringValue).joined(separator: ".")
      throw ControlFault(.usage, "\"\(field)\" must be a \(Self.name(of: type))")
    } catch {
      throw ControlFault(.usage, "a request is one line of JSON, for example {\"command\":\"status\"}; this line is not valid")
    }
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is Int.Type: "whole number"
    case is Double.Type: "number"
    case is String.Type: "text"
    default: "\(type)".hasPrefix("Array") ? "list" : "text"
    }
  }
}

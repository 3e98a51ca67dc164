import AppProtocol
import BankStatements
import Foundation
import HermesProtocol
import Logging
import Mosquitto
import ProgramOutput
import SoundFile
import Vocative
import VocativeControl
import VocativeEvaluation
import VocativeImport
import VocativeIntents
import VocativeIntentsFile
import VocativeMQTT
import VocativeService
import VocativeUnderstanding
import WyomingProtocol

/// A reader of untrusted input, fed with arbitrary bytes: it must accept them or reject them with a reason.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// An intents file with its templates and the resulting grammar.
  case intents
  /// A template and the resulting grammar.
  case template
  /// Spoken or typed text, against a grammar with every kind of slot.
  case spoken
  /// An evaluation manifest.
  case manifest
  /// A sound file.
  case sound
  /// A line of the control socket.
  case control
  /// Tuned thresholds.
  case calibration
  /// The daemon's settings.
  case settings
  /// The answer of a command or a server.
  case answer
  /// A user's own pronunciations.
  case dictionary
  /// Home Assistant or Rhasspy sentences, or a home.
  case imports
  /// The data from a client of the Wyoming server.
  case wyoming
  /// Messages of skills and other rooms through a broker.
  case broker
  /// A text that is printed or logged.
  case printed
  /// The file with the mutes.
  case mute
  /// The output of an app.
  case app
  /// The file of a bank, or the output of a program for journals.
  case statement

  /// Reads the bytes.
  package func read(_ bytes: [UInt8]) {
    switch self {
    case .intents: withFile(bytes, named: "fuzz.intents.yaml") { Self.readIntents(at: $0) }
    case .template: Self.readTemplate(String(decoding: bytes, as: UTF8.self))
    case .spoken: Self.readSpoken(String(decoding: bytes, as: UTF8.self))
    case .manifest: withFile(bytes) { path in refused { _ = try EvaluationManifest(path: path) } }
    case .sound: withFile(bytes) { path in refused { try Self.readSound(at: path) } }
    case .control: refused { _ = try ControlRequest(line: bytes) }
    case .calibration: withFile(bytes) { path in refused { _ = try SpottingCalibrationFile(path: path).read() } }
    case .settings:
      withFile(bytes) { path in
        refused {
          _ = try ConfigurationSources(assistants: AssistantRegistry([]), flags: ["config": path], environment: [:]).load()
        }
      }
    case .answer: refused { _ = try HandlerAnswer(bytes) }
    case .imports:
      let name = bytes.first == UInt8(ascii: "[") ? "sentences.ini" : "areas.yaml"
      withFile(bytes, named: name) { path in refused { try Self.readImported(at: path) } }
    case .dictionary: withFile(bytes) { path in refused { _ = try UserDictionary(path: path, phones: ["AH", "B", "K"]) } }
    case .wyoming: Self.readWyoming(bytes)
    case .broker: Self.readBroker(bytes)
    case .printed: Self.readPrinted(String(decoding: bytes, as: UTF8.self))
    case .mute: withFile(bytes) { path in refused { try Self.readMute(MuteFile(path: path)) } }
    case .app: Self.readApp(bytes)
    case .statement: Self.readStatement(Data(bytes))
    }
  }

  // MARK: Readers

  private static func readIntents(at path: String) {
    refused {
      let contents = try IntentsFile.contents(path: path)
      let lists = Dictionary(contents.lists.map { ($0.name, $0.values.map(\.value)) }, uniquingKeysWith: { first, _ in first })
      try compile(Grammar(phrases: contents.intents.flatMap(\.phrases), lists: lists, rules: contents.rules))
    }
    refused { _ = try IntentsFile.load(path: path) }
  }

  /// Checks that an intents file written by an import can be read.
  private static func readImported(at path: String) throws {
    let result = try AssistantImporter().result(of: [path])
    withFile(Array(result.text.utf8), named: "imported.intents.yaml") { written in
      do {
        _ = try IntentsFile.contents(path: written)
      } catch {
        preconditionFailure("the imported file cannot be read: \(error)")
      }
    }
  }

  private static func readStatement(_ data: Data) {
    refused { _ = try StatementReader(path: "fuzz.csv").statement(of: data) }
    for program in Journal.Program.allCases {
      refused { _ = try Journal(path: "fuzz.journal", program: program).statement(ofOutput: data) }
    }
  }

  private static func readTemplate(_ text: String) {
    refused {
      // For the first line, the lines after it are rules.
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(8).map(String.init)
      var rules: [String: Template] = [:]
      for (index, line) in lines.enumerated() { rules["\(index)"] = try Template(line) }
      let phrase = Grammar.Phrase(intent: "Do", template: try Template(lines[0]), text: lines[0])
      try compile(
        Grammar(
          phrases: [phrase], lists: ["x": [.init(identifier: "one", spoken: [.literal("one")])]], rules: rules,
          kinds: ["n": .number(-5...120), "a": .amount, "d": .day, "t": .timeOfDay, "l": .duration, "w": .text]))
    }
  }

  /// Checks that every sentence of a grammar matches one of its phrases.
  private static func compile(_ grammar: Grammar) throws {
    let compiled = try CompiledGrammar(grammar)
    for sentence in compiled.allSentences(limit: 50) ?? [] {
      precondition(compiled.match(compiled.words(ofDecoded: sentence)) != nil, "\(sentence) is a sentence but not a phrase")
    }
  }

  private static func readSpoken(_ text: String) {
    let words = SpokenText.words(of: text)
    _ = spokenGrammar?.match(words)
    _ = spokenGrammar?.understanding(ofText: text)
    for kind in [SpokenKind.number(-1_000_000...1_000_000), .amount, .day, .timeOfDay, .duration] {
      _ = kind.value(of: words)
      guard let said = kind.words(for: text) else { continue }
      precondition(!said.isEmpty, "\"\(text)\" is a value of \(kind) but cannot be spoken")
    }
  }

  private static let spokenGrammar: CompiledGrammar? = {
    let texts = ["set {n} [and] {m}", "pay {a} [on {d}] [at {t}] [for {l}]", "write {w} to {v}", "write {w}"]
    let phrases = texts.compactMap { text in
      (try? Template(text)).map { Grammar.Phrase(intent: text, template: $0, text: text) }
    }
    return try? CompiledGrammar(
      Grammar(
        phrases: phrases,
        kinds: [
          "n": .number(0...1000), "m": .number(-9...9), "a": .amount, "d": .day, "t": .timeOfDay, "l": .duration, "w": .text,
          "v": .text,
        ]))
  }()

  /// Checks that the bytes give the same events however they are split, and that each event can be encoded again.
  private static func readWyoming(_ bytes: [UInt8]) {
    func events(by length: Int) -> (events: [WyomingEvent], error: WyomingProtocolError?) {
      var parser = WyomingEventParser()
      var events: [WyomingEvent] = []
      for start in stride(from: 0, to: bytes.count, by: length) {
        do throws(WyomingProtocolError) {
          parser.append(bytes[start..<min(start + length, bytes.count)])
          while let event = try parser.next() { events.append(event) }
        } catch {
          return (events, error)
        }
      }
      return (events, nil)
    }
    let pieces = events(by: 7)
    let whole = events(by: max(bytes.count, 1))
    precondition(whole.error == pieces.error, "splitting the bytes changes the error")
    precondition(whole.events == pieces.events, "splitting the bytes changes the events")
    for event in pieces.events {
      refused { _ = try event.message(WyomingEvent.Info.self) }
      refused { _ = try event.message(WyomingEvent.Intent.self) }
      refused {
        var parser = WyomingEventParser()
        parser.append(try event.bytes)
        let again = try parser.next()
        precondition(again == event, "\(event) changes when it is encoded again")
      }
    }
  }

  /// Checks that the bytes give the same lines however they are split, and that messages stay the same when they are encoded again.
  private static func readApp(_ bytes: [UInt8]) {
    func lines(by length: Int) -> (lines: [[UInt8]], error: AppProtocolError?) {
      // The same limit as for a real app would need inputs of a megabyte.
      var reader = AppLineReader(maxSize: 1024)
      var lines: [[UInt8]] = []
      for start in stride(from: 0, to: bytes.count, by: length) {
        do throws(AppProtocolError) {
          reader.append(bytes[start..<min(start + length, bytes.count)])
          while let line = try reader.next() { lines.append(line) }
        } catch {
          return (lines, error)
        }
      }
      return (lines, nil)
    }
    let pieces = lines(by: 7)
    let whole = lines(by: max(bytes.count, 1))
    precondition(whole.error == pieces.error, "splitting the bytes changes the error")
    precondition(whole.lines == pieces.lines, "splitting the bytes changes the lines")
    for line in whole.lines {
      refused {
        let message = try AppMessage(line: line)
        let again = try AppMessage(line: Array(try message.line.dropLast()))
        precondition(again == message, "\(message) changes when it is encoded again")
      }
      refused {
        let request = try AppRequest(line: line)
        let again = try AppRequest(line: Array(try request.line.dropLast()))
        precondition(again == request, "\(request) changes when it is encoded again")
      }
    }
  }

  private static func readBroker(_ bytes: [UInt8]) {
    for topic in HermesTopic.requests { refused { _ = try HermesRequest(topic: topic, payload: bytes) } }
    guard let room = RoomName("kitchen"), let hall = RoomName("hall") else { return }
    let arbiter = RoomArbiter(room: room, knownRooms: [hall], logger: Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() })
    for isRetained in [true, false] {
      arbiter.receive(MosquittoMessage(topic: "vocative/rooms/hall/heard", payload: bytes, isRetained: isRetained), arrival: .now)
    }
    readShared(bytes)
  }

  /// Checks that accepted shared data stays the same when it is encoded again.
  private static func readShared(_ bytes: [UInt8]) {
    refused {
      let shortcut = try SharedPayload.shortcut("one", bytes)
      var known = SharedShortcuts()
      guard known.merge(shortcut) == .accepted else { return }
      let again = try SharedPayload.shortcut("one", SharedPayload.bytes(of: shortcut))
      precondition(again == shortcut, "\(shortcut) changes when it is encoded again")
    }
    refused {
      let names = try SharedPayload.names(bytes)
      let sent = try SharedPayload.bytes(of: names)
      let again = try SharedPayload.names(sent.bytes)
      precondition(again == Array(names.prefix(sent.count)), "the names change when they are encoded again")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    if let topic = SharedTopic(text, of: "house") {
      precondition(topic.topic(of: "house") == text, "\(text) is parsed as something with another topic")
    }
    let kind = SharedTopic.names(.init(rawValue: text), box: "one")
    if let topic = kind.topic(of: text) {
      precondition(!topic.contains { "+#\0".contains($0) }, "\(topic) is not a valid topic")
      precondition(SharedTopic(topic, of: text) == kind, "\(text) cannot be parsed again")
    }
  }

  /// No printed text controls a terminal, and JSON keeps its value.
  private static func readPrinted(_ text: String) {
    func controls(_ text: String) -> Bool {
      text.unicodeScalars.contains {
        switch $0.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: ("\u{202A}"..."\u{202E}").contains($0) || ("\u{2066}"..."\u{2069}").contains($0)
        }
      }
    }
    precondition(!controls(PrintableText.line(text)), "\(text) controls a terminal")
    precondition(!controls(PrintableText.line(text, max: 10)), "the beginning of \(text) controls a terminal")
    let lines = PrintableText.lines(text)
    precondition(!controls(lines.replacing("\n", with: "").replacing("\t", with: "")), "\(text) controls a terminal in lines")
    let json = [text].jsonLine
    precondition(!controls(json), "\(text) controls a terminal as JSON")
    let read = try? JSONDecoder().decode([String].self, from: Data(json.utf8))
    precondition(read == [text], "\(json) is not \(text)")
  }

  /// Checks that the mutes that are read from the file stay the same when they are written and read again.
  private static func readMute(_ file: MuteFile) throws {
    let holders = try file.holders()
    precondition(holders.allSatisfy(\.isKept), "a mute of \(holders) is not kept")
    try file.write(holders)
    let again = try file.holders()
    precondition(again == holders, "\(again) was written as \(holders)")
  }

  private static func readSound(at path: String) throws {
    let reader = try SoundFileReader(path: path)
    var frames = 0
    while frames < 1 << 20 {
      let block = try reader.read(frames: 4096)
      guard !block.isEmpty else { return }
      frames += block.count / reader.channels
    }
  }
}

/// Runs code that may reject its input, but only with a reason.
private func refused(_ read: () throws -> Void) {
  do {
    try read()
  } catch {
    precondition(!"\(error)".isEmpty, "rejected without a reason")
  }
}

/// Runs code with a temporary file of these bytes.
private func withFile(_ bytes: [UInt8], named name: String = "input", _ read: (_ path: String) -> Void) {
  // In memory if possible.
  let base = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
  let folder = "\(base)/vocative-fuzz-\(ProcessInfo.processInfo.processIdentifier)-\(UInt64.random(in: 0 ... .max))"
  do {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
  } catch {
    preconditionFailure("\(folder) cannot be written: \(error)")
  }
  defer { try? FileManager.default.removeItem(atPath: folder) }
  read("\(folder)/\(name)")
}

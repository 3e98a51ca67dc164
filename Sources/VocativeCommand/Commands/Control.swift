import ArgumentParser
import Vocative
import VocativeControl

/// Options of every command that talks to a running daemon.
struct ControlOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The daemon's socket (default: control in $RUNTIME_DIRECTORY, $XDG_RUNTIME_DIR/vocative or /run/vocative).",
      valueName: "path"))
  var socket: String?

  @Flag(help: "One JSON object a line, for other programs.")
  var json = false

  /// Has the daemon do something, and prints what it is doing then.
  func send(_ request: ControlRequest) async throws {
    let status = try await reply(to: request).status
    if let status { print(status) }
  }

  /// - Throws: `ControlSocketError` when there is no daemon, `ControlFault` when it was not done.
  func reply(to request: ControlRequest) async throws -> ControlReply {
    try await ControlClient(socket.map(ControlSocket.init) ?? .running).send(request)
  }

  func print(_ status: TurnStatus) {
    if json {
      StandardOutput.line(status.jsonLine)
    } else {
      StatusLines.lines(for: status).forEach(StandardOutput.line)
    }
  }
}

/// `vocative status`: what a running daemon is doing.
struct Status: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "What the running vocatived is doing, and whether it is muted.")
  @OptionGroup var options: ControlOptions
  func run() async throws { try await options.send(.status) }
}

/// `vocative mute`: have a running daemon listen to nothing.
struct MuteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mute", abstract: "Have the running vocatived listen to nothing, across restarts too.")
  @OptionGroup var options: ControlOptions
  func run() async throws { try await options.send(.mute) }
}

/// `vocative unmute`: have a running daemon listen again.
struct Unmute: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Have the running vocatived listen again.")
  @OptionGroup var options: ControlOptions
  func run() async throws { try await options.send(.unmute) }
}

/// `vocative reload`: have a running daemon read its configuration anew.
struct Reload: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Have the running vocatived read its configuration and its assistant anew.",
    discussion: "What is wrong with them is told, and it goes on with what it had.")
  @OptionGroup var options: ControlOptions
  func run() async throws { try await options.send(.reload) }
}

/// `vocative say TEXT…`: have a running daemon speak.
struct Say: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Have the running vocatived speak a text, after the conversation that is on.",
    discussion: "Ends when it was spoken.")
  @OptionGroup var options: ControlOptions
  @Argument(help: "What to speak.")
  var text: [String]

  func validate() throws {
    guard !text.isEmpty else { throw ValidationError("Nothing to say; for example: vocative say \"Dinner is ready.\"") }
  }

  func run() async throws {
    let reply = try await options.reply(to: .say(text.joined(separator: " ")))
    if options.json, let status = reply.status { options.print(status) }
  }
}

/// `vocative trigger [TEXT…]`: as if somebody had spoken to a running daemon.
struct Trigger: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Have the running vocatived do what a phrase asks for, or wait for a spoken one as after its wake phrase.",
    discussion: """
      With a text, prints what came of it when the answer has been spoken; without, it is push to talk.
      Exit status 0 when it was understood and handled, 1 when it was not.
      """)
  @OptionGroup var options: ControlOptions
  @Argument(help: "The phrase, with or without the wake phrase.")
  var text: [String] = []

  func run() async throws {
    let reply = try await options.reply(to: .trigger(text.isEmpty ? nil : text.joined(separator: " ")))
    guard let events = reply.events else {
      if let status = reply.status { options.print(status) }
      return
    }
    let surface = TerminalSurface(printer: EventPrinter(json: options.json), presenters: [])
    var outcome = ConversationOutcome()
    for event in events {
      await surface.print(event)
      outcome.add(event)
    }
    try outcome.exitUnlessFine()
  }
}

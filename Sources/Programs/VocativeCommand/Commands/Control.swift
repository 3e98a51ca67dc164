import ArgumentParser
import Vocative
import VocativeControl

/// Options of every command that talks to a running daemon.
struct ControlOptions: ParsableArguments {
  @OptionGroup var socket: SocketOptions

  @Flag(help: "Print one JSON object per line.")
  var json = false

  /// Sends a request to the daemon, and prints the state that it replies with.
  func send(_ request: ControlRequest) async throws {
    let status = try await reply(to: request).status
    if let status { print(status) }
  }

  /// - Throws: `ControlSocketError` if the daemon is not running, `ControlFault` if the request fails.
  func reply(to request: ControlRequest) async throws -> ControlReply {
    try await ControlClient(socket.control).send(request)
  }

  func print(_ status: TurnStatus) {
    if json {
      StandardOutput.line(status.jsonLine)
    } else {
      StatusLines.lines(for: status).forEach(StandardOutput.line)
    }
  }
}

/// `vocative status`: prints the state of a running daemon.
struct Status: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Print the state of the daemon.")
  @OptionGroup var options: ControlOptions
  func run() async throws { try await options.send(.status) }
}

/// `vocative mute`: mutes a running daemon.
struct MuteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mute", abstract: "Stop listening until \"vocative unmute\", across restarts.")
  @OptionGroup var options: ControlOptions
  func run() async throws { try await options.send(.mute) }
}

/// `vocative unmute`: makes a running daemon listen again.
struct Unmute: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Listen again.",
    discussion: "The microphone stays muted if Home Assistant or a skill has muted it too; --all ends those mutes as well.")
  @OptionGroup var options: ControlOptions

  @Flag(help: "End the mutes of Home Assistant and skills too.")
  var all = false

  func run() async throws { try await options.send(all ? .unmuteAll : .unmute) }
}

/// `vocative reload`: reloads the configuration of a running daemon.
struct Reload: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Reload the configuration and the assistants.",
    discussion: "If the reload fails, the command prints the reason, and the daemon keeps the current configuration.")
  @OptionGroup var options: ControlOptions
  func run() async throws { try await options.send(.reload) }
}

/// `vocative restart`: restarts a running daemon.
struct RestartCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restart", abstract: "Start the daemon again, with settings that need a restart.",
    discussion: "The command returns before the daemon stops.")
  @OptionGroup var options: ControlOptions
  func run() async throws { _ = try await options.reply(to: .restart) }
}

/// `vocative voice`: shows and changes the voice of a running daemon.
struct VoiceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "voice", abstract: "Show or change the volume, the speed and the voice of the daemon, across restarts.")
  @OptionGroup var options: ControlOptions

  @Option(help: ArgumentHelp("The volume in percent, from 10 to 150 (default: unchanged).", valueName: "percent"))
  var volume: Int?

  @Option(help: ArgumentHelp("The speed in percent, from 50 to 200 (default: unchanged).", valueName: "percent"))
  var speed: Int?

  @Option(help: ArgumentHelp("The voice of the speech engine (default: unchanged).", valueName: "name"))
  var voice: String?

  func run() async throws {
    let change = SpeechChange(volume: volume, speed: speed, voice: voice)
    guard let status = try await options.reply(to: .voice(change)).voice else { return }
    guard !options.json else { return StandardOutput.line(status.jsonLine) }
    StandardOutput.line("volume  \(status.volume)%")
    StandardOutput.line("speed   \(status.speed)%\(status.hasSpeed ? "" : " (set by the speech service)")")
    StandardOutput.line("voice   \(status.voice ?? "that of the speech service")")
    if status.voices.count > 1 { StandardOutput.line("voices  \(status.voices.joined(separator: ", "))") }
  }
}

/// `vocative say TEXT…`: speaks through a running daemon.
struct Say: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Speak a text after the current conversation.",
    discussion: "The command returns when the text has been spoken.")
  @OptionGroup var options: ControlOptions
  @Argument(help: "The text to speak.")
  var text: [String]

  func run() async throws {
    let reply = try await options.reply(to: .say(text.joined(separator: " ")))
    if options.json, let status = reply.status { options.print(status) }
  }
}

/// `vocative events`: prints what a running daemon hears and answers.
struct Events: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the events of the daemon as they happen, until control-C.",
    discussion: "Private requests are left out. A card that changes after its answer is drawn again in place.")
  @OptionGroup var options: ControlOptions

  func run() async throws {
    let surface = TerminalSurface(printer: EventPrinter(json: options.json), presenters: { _ in [] })
    try await ControlClient(options.socket.control).follow { await surface.print($0) }
  }
}

/// `vocative trigger [TEXT…]`: makes a request to a running daemon.
struct Trigger: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Perform a request, or wait for a spoken one as after the wake phrase.",
    discussion: """
      With a text, the command prints the events of the request when the answer has been spoken. Without a text, the command works as push to \
      talk.
      Exit status: 0 if the request was understood and handled, 1 if not, 69 if the daemon does not run or cannot speak the answer.
      """)
  @OptionGroup var options: ControlOptions
  @Argument(
    help: """
      The request, with or without the wake phrase; - is a line of standard input (default: wait for a spoken request).
      """)
  var text: [String] = []

  func run() async throws {
    let request = await StandardInput.text(for: text.joined(separator: " "))
    let reply = try await options.reply(to: .trigger(text.isEmpty ? nil : request))
    guard let events = reply.events else {
      if let status = reply.status { options.print(status) }
      return
    }
    let surface = TerminalSurface(printer: EventPrinter(json: options.json), presenters: { _ in [] })
    var outcome = ConversationOutcome()
    for event in events {
      await surface.print(event)
      outcome.add(event)
    }
    try outcome.exitUnlessFine()
  }
}

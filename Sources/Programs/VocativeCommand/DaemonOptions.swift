import ArgumentParser
import Vocative
import VocativeControl

/// The socket of a running daemon.
struct SocketOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The socket of the daemon (default: the first that exists of control in the folder of your own sockets, which is \
      $RUNTIME_DIRECTORY, $XDG_RUNTIME_DIR/vocative, /run/user/UID/vocative or ~/.local/state/vocative/run, and \
      /run/vocative/control).
      """,
      valueName: "path"))
  var socket: String?

  func validate() throws { try InputPath.requireNamed([socket], "--socket") }

  /// The socket of the option, or the one on which a daemon is found.
  var control: ControlSocket { socket.map(ControlSocket.init) ?? .running }
}

/// Options of commands that a running daemon performs, so that they see its state.
struct DaemonOptions: ParsableArguments {
  @OptionGroup var socket: SocketOptions

  @Flag(help: "Use your own folders, even if the daemon runs.")
  var local = false

  /// Returns the reply of the running daemon, and reports its use on standard error; nil if no daemon runs, or it must not be asked.
  ///
  /// - Parameter isSilent: Whether an earlier request has reported this.
  /// - Throws: `ControlFault` if the daemon refuses the request, or `UnreachableDaemon`.
  func reply(to request: ControlRequest, isSilent: Bool = false) async throws -> ControlReply? {
    guard !local else { return nil }
    let control = socket.control
    let reply: ControlReply
    do {
      reply = try await ControlClient(control).send(request)
    } catch let error as ControlSocketError where error.isNotServed && socket.socket == nil {
      return nil
    } catch let error as ControlSocketError where !error.isNotServed {
      throw UnreachableDaemon(error: error)
    }
    if !isSilent {
      StandardError.write("vocative: using the running daemon at \(control.path); --local uses your own folders\n")
    }
    return reply
  }
}

/// A daemon that runs but does not answer this user.
struct UnreachableDaemon: Error, CustomStringConvertible, ExitStatusProviding {
  let error: ControlSocketError

  var description: String { "\(error); or use your own folders: --local" }
  var exitStatus: ExitStatus { error.exitStatus }
}

/// Options of commands for what the assistants remember.
struct MemoryOptions: ParsableArguments {
  @OptionGroup var assistants: LoadingOptions
  @OptionGroup var daemon: DaemonOptions

  var json: Bool { assistants.json }

  /// The options of a command with which the user's own assistants perform a request.
  struct Performance {
    /// The folder of the recognition model; nil for the default.
    var model: String?
    /// Whether phrases are compared by their sounds.
    var needsPhones = false
    /// Whether private requests need no passphrase.
    var isUnlocked = false
    /// The Home Assistant that performs requests of intents files; nil for none.
    var homeAssistant: HomeAssistantServer?
    /// Whether the assistants have sample data.
    var hasSampleData = false

    /// Whether only the user's own assistants can follow the options.
    var isOwn: Bool { model != nil || homeAssistant != nil || hasSampleData }
  }

  /// Performs a request with the running daemon, else with the user's own assistants.
  ///
  /// Options that only the user's own assistants can follow leave the daemon alone.
  func report(_ action: MemoryRequest.Action, with performance: Performance = Performance()) async throws -> MemoryReport {
    let names = assistants.assistant.map(AssistantSelection.names) ?? []
    if assistants.intents.isEmpty, !performance.isOwn {
      let request = MemoryRequest(action, of: names, isUnlocked: performance.isUnlocked)
      if let reply = try await daemon.reply(to: .memory(request)) { return reply.memory ?? MemoryReport() }
    }
    let model = performance.needsPhones ? try RecognitionModel(directory: performance.model) : nil
    let logger = assistants.makeLogger()
    let control = SpeechControl(abilities: .installed, file: .user, logger: logger)
    let runtime = try await IntentRuntime(
      loading: assistants.selection(hasSampleData: performance.hasSampleData), model: model, isUnlocked: performance.isUnlocked,
      handlers: HandlerSettings(homeAssistant: performance.homeAssistant), speech: control, logger: logger)
    let isFilter = if case .timeline = action { true } else { false }
    assistants.checkFocus(for: runtime, isFilter: isFilter)
    return try await runtime.perform(MemoryRequest(action))
  }
}

/// Options of commands that store a shortcut.
struct ShortcutOptions: ParsableArguments {
  @OptionGroup var memory: MemoryOptions

  @Option(
    help: ArgumentHelp(RecognitionModel.help, valueName: "folder"))
  var model: String?

  @Flag(help: "Allow private requests without the passphrase.")
  var unlocked = false

  /// Performs a change with the running daemon, else with the user's own assistants, and prints its result.
  func perform(_ action: MemoryRequest.Action) async throws {
    let performance = MemoryOptions.Performance(model: model, needsPhones: true, isUnlocked: unlocked)
    try await memory.report(action, with: performance).change?.print(asJSON: memory.json)
  }
}

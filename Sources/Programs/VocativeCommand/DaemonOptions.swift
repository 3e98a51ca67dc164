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
  @OptionGroup var assistants: AssistantOptions
  @OptionGroup var daemon: DaemonOptions

  var json: Bool { assistants.json }

  /// Performs a request with the running daemon, else with the own assistants.
  ///
  /// Options that only the own assistants can follow leave the daemon alone.
  ///
  /// - Parameter needsPhones: Whether phrases are compared by their sounds.
  func report(_ action: MemoryRequest.Action, needsPhones: Bool = false) async throws -> MemoryReport {
    let names = assistants.assistant.map(AssistantSelection.names) ?? []
    if assistants.intents.isEmpty, assistants.model == nil, !assistants.sample {
      let request = MemoryRequest(action, of: names, isUnlocked: assistants.unlocked)
      if let reply = try await daemon.reply(to: .memory(request)) { return reply.memory ?? MemoryReport() }
    }
    let model = needsPhones ? try RecognitionModel(directory: assistants.model) : nil
    let logger = assistants.makeLogger()
    let control = SpeechControl(abilities: .installed, file: .user, logger: logger)
    let runtime = try await assistants.makeRuntime(model: model, speech: control, logger: logger)
    return try await runtime.perform(MemoryRequest(action))
  }
}

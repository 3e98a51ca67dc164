import Vocative

/// Performs the requests of clients.
struct ControlOperations: Sendable {
  let loop: TurnLoop
  let assistants: (any AssistantControl)?
  let speech: SpeechControl?
  let restart: (@Sendable () -> Void)?
  let reload: @Sendable () async throws -> Void

  /// - Parameter didBegin: Called when work begins that continues without its client.
  func perform(_ request: ControlRequest, didBegin: @escaping @Sendable () -> Void = {}) async -> ControlReply {
    do {
      let events = try await events(of: request, didBegin: didBegin)
      var reply = ControlReply(status: await loop.status, events: events)
      let runtime = await loop.runtime
      switch request {
      case .assistants, .enableAssistant, .disableAssistant: reply.assistants = try await managed().listings()
      case .dataFolder: reply.dataFolder = AssistantLoader.dataFolder
      case .choices, .forgetChoice: reply.choices = try await runtime.memory.choices.all()
      case .memory(let request): reply.memory = try await loop.perform(request)
      case .operate(let request): reply.output = try await runtime.perform(request)
      case .pronounce(let words):
        reply.words = try runtime.pronunciations(of: words)
        reply.dictionary = UserDictionaryFile.path
      case .tune(let calibration, let plot): reply.calibration = try await loop.adopt(calibration, plot: plot)
      case .voice: reply.voice = speech?.status
      case .status, .events, .mute, .unmute, .unmuteAll, .reload, .restart, .say, .trigger: break
      }
      return reply
    } catch let fault as ControlFault {
      return ControlReply(error: fault)
    } catch {
      return ControlReply(error: ControlFault(ExitStatus(for: error), ErrorMessage.text(for: error)))
    }
  }

  private func events(of request: ControlRequest, didBegin: @escaping @Sendable () -> Void) async throws -> [TurnEvent]? {
    switch request {
    case .status, .events, .assistants, .dataFolder, .choices, .memory, .operate, .pronounce, .tune: return nil
    case .mute: try await loop.mute()
    case .unmute: try await loop.unmute()
    case .unmuteAll: try await loop.unmuteForAll()
    case .reload:
      didBegin()
      try await reload()
    case .voice(let change):
      guard let speech else { throw ControlFault(.unavailable, "this program does not change its voice") }
      try await speech.apply(change)
    case .restart:
      guard let restart else { throw ControlFault(.unavailable, "this program does not restart itself") }
      restart()
    case .say(let text): try await loop.say(text, didBegin: didBegin)
    case .trigger(nil): try await loop.trigger()
    case .trigger(let text?): return try await loop.trigger(text, from: "control", didBegin: didBegin)
    case .enableAssistant(let name): try await set(name, isEnabled: true, didBegin)
    case .disableAssistant(let name): try await set(name, isEnabled: false, didBegin)
    case .forgetChoice(nil): try await loop.runtime.memory.choices.forgetAll()
    case .forgetChoice(let sentence?):
      guard try await loop.runtime.memory.choices.forget(SpokenText.sentence(of: sentence)) else {
        throw ControlFault(
          .no, "no assistant is remembered for \"\(sentence.prefix(100))\"; \"vocative assistants choices\" lists all")
      }
    }
    return nil
  }

  private func set(_ name: String, isEnabled: Bool, _ didBegin: () -> Void) async throws {
    let assistants = try managed()
    didBegin()
    try await assistants.set(name, isEnabled: isEnabled)
  }

  private func managed() throws(ControlFault) -> any AssistantControl {
    guard let assistants else { throw ControlFault(.unavailable, "this program does not manage assistants") }
    return assistants
  }
}

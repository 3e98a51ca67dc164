import Vocative

/// Does what a client asks for.
struct ControlOperations: Sendable {
  let loop: TurnLoop
  let reload: @Sendable () async throws -> Void

  func perform(_ request: ControlRequest) async -> ControlReply {
    do {
      let events = try await events(of: request)
      return ControlReply(status: await loop.status, events: events)
    } catch let fault as ControlFault {
      return ControlReply(error: fault)
    } catch {
      return ControlReply(error: ControlFault(ExitStatus(for: error), ErrorMessage.text(for: error)))
    }
  }

  private func events(of request: ControlRequest) async throws -> [TurnEvent]? {
    switch request {
    case .status: return nil
    case .mute: try await loop.mute()
    case .unmute: try await loop.unmute()
    case .reload: try await reload()
    case .say(let text): try await loop.say(text)
    case .trigger(nil): try await loop.trigger()
    case .trigger(let text?): return try await loop.trigger(text)
    }
    return nil
  }
}

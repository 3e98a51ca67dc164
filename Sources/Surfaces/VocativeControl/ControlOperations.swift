import Vocative

/// Performs the requests of clients.
struct ControlOperations: Sendable {
  let loop: TurnLoop
  let reload: @Sendable () async throws -> Void

  /// - Parameter didBegin: Called when work begins that continues without its client.
  func perform(_ request: ControlRequest, didBegin: @escaping @Sendable () -> Void = {}) async -> ControlReply {
    do {
      let events = try await events(of: request, didBegin: didBegin)
      return ControlReply(status: await loop.status, events: events)
    } catch let fault as ControlFault {
      return ControlReply(error: fault)
    } catch {
      return ControlReply(error: ControlFault(ExitStatus(for: error), ErrorMessage.text(for: error)))
    }
  }

  private func events(of request: ControlRequest, didBegin: @Sendable () -> Void) async throws -> [TurnEvent]? {
    switch request {
    case .status: return nil
    case .mute: try await loop.mute()
    case .unmute: try await loop.unmute()
    case .unmuteAll: try await loop.unmuteForAll()
    case .reload: try await reload()
    case .say(let text): try await loop.say(text)
    case .trigger(nil): try await loop.trigger()
    case .trigger(let text?): return try await loop.trigger(text, didBegin: didBegin)
    }
    return nil
  }
}

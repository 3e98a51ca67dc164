import HermesProtocol
public import Logging
import Synchronization
public import Vocative

/// What a turn loop and its runtime tell whoever speaks with a broker, in order, and what comes from there.
///
/// It is made before the loop, so that the loop can be given it; until somebody reads it, it keeps what fits.
public final class TurnMailbox: Sendable {
  /// Something for the broker's side.
  enum Letter: Sendable {
    case event(TurnEvent)
    case state(TurnState)
    /// A request is about to be performed.
    case begun(Dispatch)
    /// A request was performed.
    case completed(Dispatch)
    /// A request waits for an answer from outside.
    case request(DelegatedRequest, AsyncStream<DelegatedAnswer>.Continuation)
    /// Something was not understood, and what comes of it is to be said from outside.
    case rejection(DelegatedRejection, AsyncStream<DelegatedAnswer>.Continuation)
    /// Somebody on the broker wants something.
    case asked(HermesRequest)
    /// A conversation that was asked for has begun.
    case sessionBegan(String)
    /// It could not begin, or there was nothing more to it.
    case sessionOver(String, Hermes.SessionEnded.Reason)
    /// There is a connection to the broker, or none any more.
    case connection(Bool)
    /// Somebody has pressed the mute switch.
    case muteSwitched(Bool)
  }

  /// What may wait to be read.
  private static let mostLetters = 2048
  /// What others may have waiting there.
  private static let mostRequests = 256

  /// Decides whether this box answers, or another that has heard better.
  public let arbiter: RoomArbiter

  private let requestCount = Mutex(0)
  private let continuation: AsyncStream<Letter>.Continuation
  let letters: AsyncStream<Letter>

  /// A mailbox with nothing in it, of a box in a room.
  ///
  /// - Parameter knownRooms: The rooms whose boxes may answer in place of this one.
  public convenience init(room: RoomName, knownRooms: [RoomName], logger: Logger) {
    self.init(room: room, knownRooms: knownRooms, times: .init(), logger: logger)
  }

  /// The same, for who takes longer to tell what he has heard.
  package init(room: RoomName, knownRooms: [RoomName], times: RoomArbiter.Times, logger: Logger) {
    arbiter = RoomArbiter(room: room, knownRooms: knownRooms, times: times, logger: logger)
    (letters, continuation) = AsyncStream.makeStream(of: Letter.self, bufferingPolicy: .bufferingNewest(Self.mostLetters))
  }

  /// Takes what a turn loop tells.
  public func take(_ notice: TurnNotice) {
    switch notice {
    case .event(let event): put(.event(event))
    case .state(let state): put(.state(state))
    case .level: break
    }
  }

  func put(_ letter: Letter) {
    if case .dropped(let lost) = continuation.yield(letter) { didRead(lost) }
  }

  /// Takes what somebody else wants; false when too much of that waits.
  func put(_ request: HermesRequest) -> Bool {
    let hasPlace = requestCount.withLock { count in
      guard count < Self.mostRequests else { return false }
      count += 1
      return true
    }
    if hasPlace { put(.asked(request)) }
    return hasPlace
  }

  func didRead(_ letter: Letter) {
    if case .asked = letter { requestCount.withLock { $0 -= 1 } }
  }
}

extension TurnMailbox: DispatchObserver {
  /// A request is about to be performed.
  public func didBegin(_ dispatch: Dispatch) async { put(.begun(dispatch)) }

  /// A request was performed.
  public func didComplete(_ interaction: Interaction) async { put(.completed(interaction.dispatch)) }
}

extension TurnMailbox: RequestDelegate {
  /// Waits for a skill's answer.
  public func answer(_ request: DelegatedRequest) async -> DelegatedAnswer {
    await answer(within: request.timeLimit) { .request(request, $0) }
  }

  /// Waits for a skill that has asked to be told of what is not understood.
  public func answer(_ rejection: DelegatedRejection) async -> DelegatedAnswer {
    await answer(within: rejection.timeLimit) { .rejection(rejection, $0) }
  }

  private func answer(
    within limit: Duration, to letter: (AsyncStream<DelegatedAnswer>.Continuation) -> Letter
  ) async -> DelegatedAnswer {
    let (answers, reply) = AsyncStream.makeStream(of: DelegatedAnswer.self)
    put(letter(reply))
    return await withTimeLimit(limit, clock: ContinuousClock()) { await answers.first { _ in true } ?? .unanswered }
      ?? .unanswered
  }
}

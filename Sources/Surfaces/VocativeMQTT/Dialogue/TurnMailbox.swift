import HermesProtocol
public import Logging
import Synchronization
public import Vocative

/// A queue of events from a turn loop, its runtime and a broker, in order.
///
/// It exists before the loop, so that the loop can use it. Until it is read, it keeps as many events as fit.
public final class TurnMailbox: Sendable {
  /// An item for the broker service.
  enum Letter: Sendable {
    case event(TurnEvent)
    case state(TurnState)
    /// A request is about to be performed.
    case begun(Dispatch)
    /// A request was performed.
    case completed(Dispatch)
    /// A request waits for an external answer.
    case request(DelegatedRequest, AsyncStream<DelegatedAnswer>.Continuation)
    /// An utterance was rejected, and a skill decides about the answer.
    case rejection(DelegatedRejection, AsyncStream<DelegatedAnswer>.Continuation)
    /// The skill has answered the rejection of a conversation, or has timed out.
    case rejectionOver(String)
    /// A request arrived from the broker.
    case asked(HermesRequest)
    /// A requested session has begun.
    case sessionBegan(String)
    /// A requested session could not begin, or has ended.
    case sessionOver(String, Hermes.SessionEnded.Reason)
    /// The connection to the broker was established or lost.
    case connection(Bool)
    /// The mute switch was operated; the mailbox has the latest command.
    case muteSwitched
    /// A message about the state of this box could not be sent.
    case stateUnsent
  }

  /// Maximum number of unread items.
  private static let maxLetters = 2048
  /// Maximum number of unread items from the broker.
  private static let maxRequests = 256

  /// Decides whether this box answers, or another box that heard better.
  public let arbiter: RoomArbiter

  private let requestCount = Mutex(0)
  /// The latest command of the mute switch; nil if it was read.
  private let muteCommand = Mutex<Bool?>(nil)
  private let continuation: AsyncStream<Letter>.Continuation
  let letters: AsyncStream<Letter>

  /// Creates an empty mailbox for a box in a room.
  ///
  /// - Parameter knownRooms: The rooms whose boxes may answer instead of this one.
  public convenience init(room: RoomName, knownRooms: [RoomName], logger: Logger) {
    self.init(room: room, knownRooms: knownRooms, times: .init(), logger: logger)
  }

  /// Creates a mailbox with a longer wait for claims.
  package init(room: RoomName, knownRooms: [RoomName], times: RoomArbiter.Times, logger: Logger) {
    arbiter = RoomArbiter(room: room, knownRooms: knownRooms, times: times, logger: logger)
    (letters, continuation) = AsyncStream.makeStream(of: Letter.self, bufferingPolicy: .bufferingNewest(Self.maxLetters))
  }

  /// Receives an event of the turn loop.
  public func receive(_ notice: TurnNotice) {
    switch notice {
    case .event(let event): put(.event(event))
    case .state(let state): put(.state(state))
    case .level, .memory: break
    }
  }

  func put(_ letter: Letter) {
    guard case .dropped(let lost) = continuation.yield(letter) else { return }
    // There is one at most, so that the next loss is another letter.
    if case .muteSwitched = lost { put(lost) } else { didRead(lost) }
  }

  /// Adds a command of the mute switch, which replaces an unread one: a client can send them faster than they are performed.
  func putMuteCommand(_ isOn: Bool) {
    let isFirst = muteCommand.withLock { command in
      defer { command = isOn }
      return command == nil
    }
    if isFirst { put(.muteSwitched) }
  }

  /// Returns the latest command of the mute switch, once.
  func takeMuteCommand() -> Bool? {
    muteCommand.withLock { command in
      defer { command = nil }
      return command
    }
  }

  /// Adds a request from the broker; returns false if too many are waiting.
  func put(_ request: HermesRequest) -> Bool {
    let hasPlace = requestCount.withLock { count in
      guard count < Self.maxRequests else { return false }
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

  /// Waits for the skill that handles rejections.
  public func answer(_ rejection: DelegatedRejection) async -> DelegatedAnswer {
    let answer = await answer(within: rejection.timeLimit) { .rejection(rejection, $0) }
    put(.rejectionOver(rejection.session))
    return answer
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

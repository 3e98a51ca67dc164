import Synchronization
public import VocativeCapture

/// Lending the microphone to work that needs its audio.
extension TurnLoop {
  /// Lends the microphone after the current conversation; the loop does not listen meanwhile.
  ///
  /// Muting the microphone, and ringing, end the audio. Alerts that are said stay due meanwhile.
  ///
  /// - Throws: `LendingError` if there is no audio or something rings, `CancellationError` before its turn, and the errors of the work.
  public func lendMicrophone<Value: Sendable>(
    to work: @Sendable (LentMicrophone) async throws -> Value
  ) async throws -> Value {
    try await withFloorUnlessCancelled(when: .idle) {
      guard let source, source.isLive else { throw LendingError.notListening }
      guard !muting.isOn else { throw LendingError.muted }
      if let outage { throw LendingError.deaf(outage) }
      // Between two rounds the floor is free, but the next round must not wait, and a word that stops it must be heard.
      guard ringing == nil else { throw LendingError.ringing }
      let lent = LentMicrophone(label: source.label)
      // An alert that begins to ring while the turn begins must find the borrower.
      borrower = lent
      floor.withdrawUnlent()
      defer {
        borrower = nil
        lent.end(because: .notListening)
        finishTurn(expectsAnswer: false)
      }
      try await beginTurn()
      return try await work(lent)
    }
  }
}

/// The reason why the microphone cannot be lent, or why its audio has ended.
public enum LendingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The loop does not listen to a microphone.
  case notListening
  /// The microphone is muted.
  case muted
  /// The microphone delivers no audio.
  case deaf(CaptureCondition)
  /// Something rings, which must not wait.
  case ringing

  /// The reason and the remedy.
  public var description: String {
    switch self {
    case .notListening: "the microphone is not in use"
    case .muted: "the microphone is muted; unmute it first"
    case .ringing: "a timer or an alarm rings"
    case .deaf(let condition): "nothing can be heard: \(condition.summary); run \"vocative doctor\" for details"
    }
  }
}

/// The microphone of a turn loop, as a source for other work.
public final class LentMicrophone: AudioSource {
  private struct State {
    var frames: [AudioFrame] = []
    var end: LendingError?
  }

  /// The name of the device.
  public let label: String
  /// Whether audio that is not read in time is lost.
  public let isLive = true
  /// Counts of the audio that is passed on.
  public let statistics = CaptureStatistics()
  private let state = Mutex(State())

  /// The maximum number of frames that wait for the reader: more than three minutes.
  private static let maxFrames = 10_000
  /// The pause between looks for new frames.
  private static let interval = Duration.milliseconds(20)

  init(label: String) { self.label = label }

  /// Passes on a frame.
  func pass(_ frame: AudioFrame) {
    state.withLock { state in
      if state.end == nil, state.frames.count < Self.maxFrames { state.frames.append(frame) }
    }
  }

  /// Ends the audio after the frames that were passed on.
  func end(because reason: LendingError) {
    state.withLock { $0.end = $0.end ?? reason }
  }

  /// Returns the frames from now on.
  public func frames() -> AudioFrames {
    AudioFrames(capacity: 64, overflow: .wait, statistics: statistics) { [self] sink throws(CaptureError) in
      while !sink.isCancelled {
        let (frames, end) = state.withLock { state in
          defer { state.frames = [] }
          return (state.frames, state.end)
        }
        for frame in frames {
          guard sink.send(frame) else { return }
        }
        if let end { throw .stream(end.description) }
        sink.wait(for: Self.interval)
      }
    }
  }
}

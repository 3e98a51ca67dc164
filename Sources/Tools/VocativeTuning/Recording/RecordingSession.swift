public import VocativeCapture
import VocativeDetection

/// What somebody who is being recorded is told.
public enum RecordingNotice: Equatable, Sendable {
  /// A phrase is to be said now.
  case say(phrase: String, repetition: Int, of: Int)
  /// It was taken; its level.
  case taken(phrase: String, repetition: Int, level: InputLevel)
  /// It is to be said again, and why.
  case again(RepetitionFault)
  /// The room is to be left as it is for so many seconds.
  case room(seconds: Double)
  /// So much of the room is recorded.
  case roomDone(seconds: Double, level: InputLevel)
  /// How loud the last frame was.
  case level(InputLevel)
}

/// A recording that could not be made: why, and what to do.
public struct RecordingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Why, and what to do.
  public let description: String
}

/// Records an owner who says each phrase a few times, and then the room without them, from one source that stays open.
public struct RecordingSession<Source: AudioSource>: Sendable {
  private let source: Source
  private let repetitions: Int
  private let roomSeconds: Double

  /// Refusals of one repetition after which it is no use to ask again.
  static var mostRefusals: Int { 5 }

  /// A session at a source.
  ///
  /// - Parameters:
  ///   - repetitions: How often each phrase is said.
  ///   - roomSeconds: Seconds of the room; 0 for none.
  public init(source: Source, repetitions: Int, roomSeconds: Double) {
    self.source = source
    self.repetitions = repetitions
    self.roomSeconds = roomSeconds
  }

  /// Asks for everything and records it.
  ///
  /// - Throws: `CaptureError` if the source fails, `RecordingError` when it ends or nothing that it brings can be used.
  public func record(
    _ phrases: [String], notify: @escaping @Sendable (RecordingNotice) -> Void
  ) async throws -> [TuningMaterial.Recording] {
    var recordings: [TuningMaterial.Recording] = []
    var wanted = phrases.flatMap { phrase in (1...max(repetitions, 1)).map { (phrase: phrase, repetition: $0) } }[...]
    var recorder = RepetitionRecorder()
    var refusals = 0
    var room: [Int16] = []
    func announce() {
      if let next = wanted.first {
        notify(.say(phrase: next.phrase, repetition: next.repetition, of: repetitions))
      } else if roomSeconds > 0 {
        notify(.room(seconds: roomSeconds))
      }
    }
    var isStarted = false
    for try await frame in source.frames() {
      // Nobody is asked to speak to a device that does not open.
      if !isStarted { announce() }
      isStarted = true
      notify(.level(InputLevel(of: frame.samples)))
      if let next = wanted.first {
        guard let outcome = recorder.take(frame) else { continue }
        switch outcome {
        case .taken(let samples):
          recordings.append(
            .init(name: "\(next.phrase) \(next.repetition)", phrases: [next.phrase], samples: { samples }))
          notify(.taken(phrase: next.phrase, repetition: next.repetition, level: InputLevel(of: samples)))
          wanted.removeFirst()
          refusals = 0
        case .refused(let fault):
          notify(.again(fault))
          refusals += 1
          if refusals == Self.mostRefusals {
            throw RecordingError(
              description: "\"\(next.phrase)\" could not be recorded \(refusals) times, the last time because \(fault). "
                + "Run: vocative doctor --device \(source.label)")
          }
        }
        announce()
      } else {
        room += frame.samples
      }
      if wanted.isEmpty, Double(room.count) >= roomSeconds * Double(AudioFrame.sampleRate) { break }
    }
    try Task.checkCancellation()
    guard wanted.isEmpty, Double(room.count) >= roomSeconds * Double(AudioFrame.sampleRate) else {
      throw RecordingError(description: "\"\(source.label)\" ended before everything was recorded; name another with --device")
    }
    guard roomSeconds > 0 else { return recordings }
    let quiet = room
    notify(.roomDone(seconds: Double(quiet.count) / Double(AudioFrame.sampleRate), level: InputLevel(of: quiet)))
    return recordings + [.init(name: "the room", samples: { quiet })]
  }
}

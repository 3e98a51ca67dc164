import AudioSamples
public import VocativeCapture
import VocativeDetection

/// A notice to the person who is being recorded.
public enum RecordingNotice: Equatable, Sendable {
  /// Say a phrase now.
  case say(phrase: String, repetition: Int, of: Int)
  /// The repetition was accepted; its level.
  case taken(phrase: String, repetition: Int, level: InputLevel)
  /// Repeat the phrase, for this reason.
  case again(RepetitionFault)
  /// Leave the room's sound unchanged for a number of seconds.
  case room(seconds: Double)
  /// The recording of the room has finished.
  case roomDone(seconds: Double, level: InputLevel)
  /// The level of the last frame.
  case level(InputLevel)
}

/// The reason a recording could not be made, with a remedy.
public struct RecordingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The reason and the remedy.
  public let description: String
}

/// Records several repetitions of each phrase, and then the room without them, from one open source.
public struct RecordingSession<Source: AudioSource>: Sendable {
  private let source: Source
  private let repetitions: Int
  private let roomSeconds: Double

  /// The maximum number of rejections of one repetition.
  static var maxRefusals: Int { 5 }

  /// Creates a session with a source.
  ///
  /// - Parameters:
  ///   - repetitions: The number of repetitions of each phrase.
  ///   - roomSeconds: The duration of the room recording, in seconds; 0 for none.
  public init(source: Source, repetitions: Int, roomSeconds: Double) {
    self.source = source
    self.repetitions = repetitions
    self.roomSeconds = roomSeconds
  }

  /// Prompts for and records everything.
  ///
  /// - Parameter keep: Called with each recording as soon as it is taken, so that an interruption later does not lose it.
  /// - Throws: `CaptureError` if the source fails, `RecordingError` if it ends or delivers no usable audio, and the errors of `keep`.
  public func record(
    _ phrases: [String], keep: @escaping @Sendable (TuningMaterial.Recording) async throws -> Void = { _ in },
    notify: @escaping @Sendable (RecordingNotice) -> Void
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
      // Prompts only after the device has been opened.
      if !isStarted { announce() }
      isStarted = true
      notify(.level(InputLevel(of: frame.samples)))
      if let next = wanted.first {
        guard let outcome = recorder.process(frame) else { continue }
        switch outcome {
        case .taken(let samples):
          let recording = TuningMaterial.Recording(
            name: "\(next.phrase) \(next.repetition)", phrases: [next.phrase], samples: { samples })
          try await keep(recording)
          recordings.append(recording)
          notify(.taken(phrase: next.phrase, repetition: next.repetition, level: InputLevel(of: samples)))
          wanted.removeFirst()
          refusals = 0
        case .refused(let fault):
          notify(.again(fault))
          refusals += 1
          if refusals == Self.maxRefusals {
            throw RecordingError(
              description: "\"\(next.phrase)\" could not be recorded after \(refusals) attempts; the last time, \(fault). "
                + "Run: vocative doctor --device \(source.label)")
          }
        }
        announce()
      } else {
        room += frame.samples
      }
      if wanted.isEmpty, SpeechAudio.seconds(of: room.count) >= roomSeconds { break }
    }
    try Task.checkCancellation()
    guard wanted.isEmpty, SpeechAudio.seconds(of: room.count) >= roomSeconds else {
      throw RecordingError(
        description: "\"\(source.label)\" ended before the recording was complete; choose another device with --device")
    }
    guard roomSeconds > 0 else { return recordings }
    let quiet = room
    let recording = TuningMaterial.Recording(name: "the room", samples: { quiet })
    try await keep(recording)
    notify(.roomDone(seconds: SpeechAudio.seconds(of: quiet.count), level: InputLevel(of: quiet)))
    return recordings + [recording]
  }
}

import Vocative
import VocativeEvaluation

/// The input of tuning: recordings of phrases, and recordings without them.
public struct TuningMaterial: Sendable {
  /// One recording.
  public struct Recording: Sendable {
    /// The source of a recording.
    public enum Origin: Equatable, Sendable {
      /// The owner's recordings, which decide the result.
      case owner
      /// The bundled sentences, a substitute for real speech.
      case bundled
      /// Bundled sentences written to sound like wake phrases: a check, not a measurement of a rate.
      case similar
    }

    /// The name in messages: the file, the number of the repetition, or the sentence.
    public let name: String
    /// The phrases in the recording, in dictionary words; empty if it has none.
    public let phrases: [String]
    /// The source of the recording.
    public let origin: Origin
    let samples: @Sendable () async throws -> [Int16]

    /// Creates a recording of 16 kHz mono samples, which are read or synthesized on demand.
    public init(
      name: String, phrases: [String] = [], origin: Origin = .owner, samples: @escaping @Sendable () async throws -> [Int16]
    ) {
      self.name = name
      self.phrases = phrases
      self.origin = origin
      self.samples = samples
    }

    var entry: EvaluationManifest.Entry {
      EvaluationManifest.Entry(audio: name, expectation: .spotted(phrases))
    }
  }

  /// The recordings.
  public var recordings: [Recording]

  /// Creates material from recordings.
  public init(_ recordings: [Recording]) {
    self.recordings = recordings
  }

  /// The phrases that occur in the recordings.
  public var phrases: Set<String> { Set(recordings.flatMap(\.phrases)) }
}

/// The reason material cannot be used, with a remedy.
public struct TuningMaterialError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Whether a file is missing, rather than its contents invalid.
  public let isMissing: Bool
  /// The reason and the remedy.
  public let description: String

  init(_ description: String, isMissing: Bool = false) {
    self.description = description
    self.isMissing = isMissing
  }
}

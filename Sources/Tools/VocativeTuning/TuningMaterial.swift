import Vocative
import VocativeEvaluation

/// What thresholds are tuned with: recordings of phrases, and recordings without them.
public struct TuningMaterial: Sendable {
  /// One recording.
  public struct Recording: Sendable {
    /// Where a recording comes from.
    public enum Origin: Equatable, Sendable {
      /// From the owner: what it shows counts.
      case owner
      /// From the bundled sentences, which stand in for real speech.
      case bundled
      /// From those of them that were written to sound like wake phrases: a check, and no measure of a rate.
      case similar
    }

    /// What it is called in messages: the file, the number of the repetition, the sentence.
    public let name: String
    /// The phrases that are said in it, in dictionary words; none for a recording without any.
    public let phrases: [String]
    /// Where it comes from.
    public let origin: Origin
    let samples: @Sendable () async throws -> [Int16]

    /// A recording of 16 kHz mono samples, made or read when it is listened to.
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

  /// Material of some recordings.
  public init(_ recordings: [Recording]) {
    self.recordings = recordings
  }

  /// Phrases that are said in one of the recordings.
  public var phrases: Set<String> { Set(recordings.flatMap(\.phrases)) }
}

/// Material that cannot be used: what, why, and what to do.
public struct TuningMaterialError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Whether a file is missing, and not its contents wrong.
  public let isMissing: Bool
  /// What is wrong and what to do.
  public let description: String

  init(_ description: String, isMissing: Bool = false) {
    self.description = description
    self.isMissing = isMissing
  }
}

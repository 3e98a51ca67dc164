/// The results of the commands of one set in one condition with one recognizer.
public struct CommandFigures: Sendable, Encodable {
  /// The number of recordings for each verdict.
  public let verdicts: VerdictCounts
  /// The total audio, in seconds.
  public let audioTime: Double
  /// The processor time for recognition, in seconds.
  public let processorTime: Double
  /// The time from the end of speech to the decision, in milliseconds.
  public let latency: EvaluationFigures.Percentiles
  /// The same time in seconds for every recording in which the end of speech was detected.
  let delays: [Double]

  private enum CodingKeys: String, CodingKey {
    case audioTime = "audio_s"
    case processorTime = "processor_s"
    case latency = "latency_ms"
  }

  /// Creates figures from results.
  init(_ results: [UnderstandingEvaluation.Result]) {
    self.init(
      verdicts: VerdictCounts(results), audioTime: results.reduce(0) { $0 + $1.duration },
      processorTime: results.reduce(0) { $0 + $1.recognitionTime }, delays: results.compactMap { $0.decision?.delay })
  }

  /// Creates figures from counts and times.
  ///
  /// - Parameter delays: Seconds from the end of speech to the decision, one value for each recording that has one.
  public init(verdicts: VerdictCounts, audioTime: Double, processorTime: Double, delays: [Double]) {
    self.verdicts = verdicts
    self.audioTime = audioTime
    self.processorTime = processorTime
    self.delays = delays
    latency = .init(of: delays)
  }

  /// Combines the figures of several sets or conditions; nil if there are none.
  init?(merging parts: [CommandFigures]) {
    guard let first = parts.first else { return nil }
    self = parts.dropFirst().reduce(first) { sum, part in
      CommandFigures(
        verdicts: sum.verdicts + part.verdicts, audioTime: sum.audioTime + part.audioTime,
        processorTime: sum.processorTime + part.processorTime, delays: sum.delays + part.delays)
    }
  }

  /// Encodes the counts and the times.
  public func encode(to encoder: any Encoder) throws {
    try verdicts.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(audioTime, forKey: .audioTime)
    try fields.encode(processorTime, forKey: .processorTime)
    try fields.encode(latency, forKey: .latency)
  }
}

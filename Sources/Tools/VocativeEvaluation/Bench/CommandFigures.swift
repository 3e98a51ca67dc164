/// What came of the commands of one set in one condition, with one recogniser.
public struct CommandFigures: Sendable, Encodable {
  /// How many recordings came to what.
  public let verdicts: VerdictCounts
  /// Seconds of audio.
  public let audioTime: Double
  /// Seconds of processor time for recognition.
  public let processorTime: Double
  /// Milliseconds from the end of speech to the decision.
  public let latency: EvaluationFigures.Percentiles
  /// The same in seconds, of every recording in which the end of speech was noticed.
  let delays: [Double]

  private enum CodingKeys: String, CodingKey {
    case audioTime = "audio_s"
    case processorTime = "processor_s"
    case latency = "latency_ms"
  }

  /// The figures of some results.
  init(_ results: [UnderstandingEvaluation.Result]) {
    self.init(
      verdicts: VerdictCounts(results), audioTime: results.reduce(0) { $0 + $1.duration },
      processorTime: results.reduce(0) { $0 + $1.recognitionTime }, delays: results.compactMap { $0.decision?.delay })
  }

  /// Figures of counts and times.
  ///
  /// - Parameter delays: Seconds from the end of speech to the decision, a value for each recording that has one.
  public init(verdicts: VerdictCounts, audioTime: Double, processorTime: Double, delays: [Double]) {
    self.verdicts = verdicts
    self.audioTime = audioTime
    self.processorTime = processorTime
    self.delays = delays
    latency = .init(of: delays)
  }

  /// The figures of several sets or conditions together; nil for none.
  init?(merging parts: [CommandFigures]) {
    guard let first = parts.first else { return nil }
    self = parts.dropFirst().reduce(first) { sum, part in
      CommandFigures(
        verdicts: sum.verdicts + part.verdicts, audioTime: sum.audioTime + part.audioTime,
        processorTime: sum.processorTime + part.processorTime, delays: sum.delays + part.delays)
    }
  }

  /// Writes the counts beside the times.
  public func encode(to encoder: any Encoder) throws {
    try verdicts.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(audioTime, forKey: .audioTime)
    try fields.encode(processorTime, forKey: .processorTime)
    try fields.encode(latency, forKey: .latency)
  }
}

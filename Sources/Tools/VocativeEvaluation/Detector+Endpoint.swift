import PocketSphinx
import Vocative
import VocativeCapture
import VocativeDetection

extension Detector {
  /// Where the last speech of a recording is noticed to have ended.
  struct Endpoint {
    /// The speech and its end.
    let event: DetectionEvent
    /// Seconds of audio between its true end and that it was noticed.
    let delay: Double
    /// Seconds of processor time of the noticing itself.
    let processing: Double
  }

  /// When the end of the last speech of a recording is noticed.
  ///
  /// - Parameters:
  ///   - longest: Seconds after which a turn does not wait for the end any more.
  ///   - answered: Asked at each pause, with the seconds of audio since the true end and the processor time of noticing it, whether the
  ///     recording has been answered with that.
  /// - Returns: nil when there is no speech, none is noticed, or it was answered at a pause.
  func endpoint(
    of audio: EvaluationAudio, longest: Double,
    answered: (_ pause: DetectionEvent, _ delay: Double, _ processing: Double) throws -> Bool = { _, _, _ in false }
  ) throws -> Endpoint? {
    guard let speechEnd = audio.speechEnd else { return nil }
    func delay(_ frame: AudioFrame) -> Double {
      Double(max(frame.endSampleTime - speechEnd, 0)) / Double(AudioFrame.sampleRate)
    }
    var endpoint: Endpoint?
    var started: Int?
    for frame in audio.frames {
      let (events, time) = try ProcessorTime.of { () throws(PocketSphinxError) in try process(frame) }
      for event in events {
        switch event {
        case .speechStarted(let position): started = position
        case .speechPaused:
          if try answered(event, delay(frame), time) { return nil }
        case .speechEnded:
          started = nil
          endpoint = Endpoint(event: event, delay: delay(frame), processing: time)
        case .spotted: break
        }
      }
      // Speech that ended before is not the last as long as more of it may come.
      guard frame.endSampleTime >= speechEnd else { continue }
      if started == nil, let endpoint { return endpoint }
      if let start = started, frame.endSampleTime >= start + Int(longest * Double(AudioFrame.sampleRate)) {
        return Endpoint(event: .speechEnded(start: start, end: frame.endSampleTime), delay: delay(frame), processing: time)
      }
    }
    return nil
  }
}

import AudioSamples
import PocketSphinx
import Vocative
import VocativeCapture
import VocativeDetection

extension Detector {
  /// The detected end of the last speech in a recording.
  struct Endpoint {
    /// The speech and its end.
    let event: DetectionEvent
    /// Seconds of audio between the true end and its detection.
    let delay: Double
    /// Seconds of processor time of the noticing itself.
    let processing: Double
  }

  /// Finds when the end of a recording's last speech is detected.
  ///
  /// - Parameters:
  ///   - maxDuration: Seconds after which a turn stops waiting for the end.
  ///   - answered: Called at each pause with the seconds of audio since the true end and the processor time of its detection;
  ///     returns whether the recording has been answered at that pause.
  /// - Returns: nil if there is no speech, no end is detected, or the recording was answered at a pause.
  func endpoint(
    of audio: EvaluationAudio, maxDuration: Double,
    answered: (_ pause: DetectionEvent, _ delay: Double, _ processing: Double) throws -> Bool = { _, _, _ in false }
  ) throws -> Endpoint? {
    guard let speechEnd = audio.end else { return nil }
    func delay(_ frame: AudioFrame) -> Double {
      SpeechAudio.seconds(of: frame.endSampleTime - speechEnd)
    }
    var endpoint: Endpoint?
    var started: Int?
    for frame in audio.frames {
      let (events, time) = try ProcessorTime.of { () throws(PocketSphinxError) in try process(frame) }
      // Speech that the detector finds in the room before the recording has ended.
      guard frame.sampleTime >= audio.start else { continue }
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
      // Speech that ended earlier is not the last speech if more of it may follow.
      guard frame.endSampleTime >= speechEnd else { continue }
      if started == nil, let endpoint { return endpoint }
      if let start = started, frame.endSampleTime >= start + SpeechAudio.samples(in: maxDuration) {
        return Endpoint(event: .speechEnded(start: start, end: frame.endSampleTime), delay: delay(frame), processing: time)
      }
    }
    return nil
  }
}

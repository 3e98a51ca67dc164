import PocketSphinx
import Vocative
import VocativeCapture
import VocativeDetection

extension Detector {
  /// When the end of the last speech of a recording is noticed, in seconds of audio after it, and the processor time of noticing it.
  ///
  /// - Parameter longest: Seconds after which a turn does not wait for the end any more.
  /// - Returns: nil when there is no speech, or none is noticed.
  func endpoint(
    of audio: EvaluationAudio, longest: Double
  ) throws(PocketSphinxError) -> (delay: Double, processing: Double)? {
    guard let speechEnd = audio.speechEnd else { return nil }
    func delay(_ frame: AudioFrame) -> Double {
      Double(max(frame.endSampleTime - speechEnd, 0)) / Double(AudioFrame.sampleRate)
    }
    var endpoint: (delay: Double, processing: Double)?
    var started: Int?
    for frame in audio.frames {
      let (events, time) = try ProcessorTime.of { () throws(PocketSphinxError) in try process(frame) }
      for event in events {
        switch event {
        case .speechStarted(let position): started = position
        case .speechEnded:
          started = nil
          endpoint = (delay(frame), time)
        case .spotted: break
        }
      }
      // Speech that ended before is not the last as long as more of it may come.
      guard frame.endSampleTime >= speechEnd else { continue }
      if started == nil, endpoint != nil { return endpoint }
      let limit = started.map { $0 + Int(longest * Double(AudioFrame.sampleRate)) }
      if let limit, frame.endSampleTime >= limit { return (delay(frame), time) }
    }
    return nil
  }
}

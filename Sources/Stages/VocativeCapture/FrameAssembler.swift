import SampleRate

/// Converts interleaved audio of any rate and channel count to 16 kHz mono frames with their sample time.
struct FrameAssembler: ~Copyable {
  private let channels: Int
  /// The channel that does not belong to a microphone.
  private let reference: Int?
  private var echo: EchoRemoval?
  private var converter: SampleRateConverter?
  private var pending: [Int16] = []
  private let start: Int
  private var sampleTime: Int
  private let ratio: Double
  private var takenFrames = 0

  /// Creates an assembler whose first sample has a position in time.
  ///
  /// - Parameter reference: The channel with the loudspeaker's signal, which is removed from the others.
  init(rate: Int, channels: Int, reference: Int? = nil, sampleTime: Int = 0) throws(CaptureError) {
    self.channels = channels
    self.reference = reference
    start = sampleTime
    self.sampleTime = sampleTime
    ratio = Double(AudioFrame.sampleRate) / Double(rate)
    do throws(SampleRateError) {
      converter = rate == AudioFrame.sampleRate ? nil : try SampleRateConverter(from: rate, to: AudioFrame.sampleRate)
      echo = reference == nil ? nil : try EchoRemoval(rate: rate)
    } catch {
      throw .conversion(error)
    }
  }

  /// The position after the last sample received, even if its frame is incomplete.
  var endSampleTime: Int { start + Int((Double(takenFrames) * ratio).rounded()) }

  /// Returns the full frames that `interleaved` (full scale at ±1) completes, and the rest as a short frame if `isLast` is true.
  mutating func frames(from interleaved: [Float], isLast: Bool) throws(CaptureError) -> [AudioFrame] {
    takenFrames += interleaved.count / channels
    var mono = channels > 1 ? mixed(interleaved) : interleaved
    do throws(SampleRateError) {
      mono = try converter?.convert(mono, isLast: isLast) ?? mono
      if let reference {
        let played = stride(from: reference, to: interleaved.count, by: channels).map { interleaved[$0] }
        try echo?.append(played, isLast: isLast)
      }
    } catch {
      throw .conversion(error)
    }
    pending += mono.samples

    var frames: [AudioFrame] = []
    var start = 0
    while pending.count - start >= AudioFrame.sampleCount || (isLast && start < pending.count) {
      let end = min(start + AudioFrame.sampleCount, pending.count)
      let heard = Array(pending[start..<end])
      frames.append(AudioFrame(samples: echo?.clean(heard) ?? heard, sampleTime: sampleTime))
      sampleTime += end - start
      start = end
    }
    pending.removeFirst(start)
    return frames
  }

  /// Returns the mean of the microphone channels.
  private func mixed(_ interleaved: [Float]) -> [Float] {
    let microphones = Float(reference == nil ? channels : channels - 1)
    return stride(from: 0, to: interleaved.count, by: channels).map { start in
      let frame = interleaved[start..<min(start + channels, interleaved.count)]
      let played = reference.flatMap { start + $0 < frame.endIndex ? frame[start + $0] : nil } ?? 0
      return (frame.reduce(0, +) - played) / microphones
    }
  }
}

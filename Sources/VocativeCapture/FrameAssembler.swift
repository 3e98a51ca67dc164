import SampleRate

/// Turns interleaved audio of any rate and channel count into 16 kHz mono frames with their sample time.
struct FrameAssembler: ~Copyable {
  private let channels: Int
  private var converter: SampleRateConverter?
  private var pending: [Int16] = []
  private var sampleTime = 0

  init(rate: Int, channels: Int) throws(CaptureError) {
    self.channels = channels
    do throws(SampleRateError) {
      converter = rate == AudioFrame.sampleRate ? nil : try SampleRateConverter(from: rate, to: AudioFrame.sampleRate)
    } catch {
      throw .conversion(error)
    }
  }

  /// The full frames that `interleaved`, full scale at ±1, completes; with `isLast` set, the rest as a short frame.
  mutating func frames(from interleaved: [Float], isLast: Bool) throws(CaptureError) -> [AudioFrame] {
    var mono = interleaved
    if channels > 1 {
      mono = stride(from: 0, to: interleaved.count, by: channels).map { start in
        interleaved[start..<min(start + channels, interleaved.count)].reduce(0, +) / Float(channels)
      }
    }
    if converter != nil {
      do throws(SampleRateError) {
        mono = try converter?.convert(mono, isLast: isLast) ?? mono
      } catch {
        throw .conversion(error)
      }
    }
    pending += mono.map { Int16(max(-32768, min(32767, ($0 * 32768).rounded()))) }

    var frames: [AudioFrame] = []
    var start = 0
    while pending.count - start >= AudioFrame.sampleCount || (isLast && start < pending.count) {
      let end = min(start + AudioFrame.sampleCount, pending.count)
      frames.append(AudioFrame(samples: Array(pending[start..<end]), sampleTime: sampleTime))
      sampleTime += end - start
      start = end
    }
    pending.removeFirst(start)
    return frames
  }
}

import SampleRate

/// Turns interleaved audio of any rate and channel count into 16 kHz mono frames with their sample time.
struct FrameAssembler: ~Copyable {
  private let channels: Int
  private var converter: SampleRateConverter?
  private var pending: [Int16] = []
  private let start: Int
  private var sampleTime: Int
  private let ratio: Double
  private var takenFrames = 0

  /// An assembler whose first sample has a position in time.
  init(rate: Int, channels: Int, sampleTime: Int = 0) throws(CaptureError) {
    self.channels = channels
    start = sampleTime
    self.sampleTime = sampleTime
    ratio = Double(AudioFrame.sampleRate) / Double(rate)
    do throws(SampleRateError) {
      converter = rate == AudioFrame.sampleRate ? nil : try SampleRateConverter(from: rate, to: AudioFrame.sampleRate)
    } catch {
      throw .conversion(error)
    }
  }

  /// Position just after the last sample that was taken, whether or not its frame is full.
  var endSampleTime: Int { start + Int((Double(takenFrames) * ratio).rounded()) }

  /// The full frames that `interleaved`, full scale at ±1, completes; with `isLast` set, the rest as a short frame.
  mutating func frames(from interleaved: [Float], isLast: Bool) throws(CaptureError) -> [AudioFrame] {
    takenFrames += interleaved.count / channels
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

import ALSA
import Foundation
public import Logging

/// An ALSA capture device as a source: any PCM name, 16 kHz mono out whatever the card gives.
///
/// The device is opened once and held; what it delivers is converted here, because ALSA's own rate conversion is linear.
public struct MicrophoneSource: AudioSource {
  /// The PCM name.
  public let label: String
  /// A microphone does not wait for its reader.
  public let isLive = true
  /// What was captured and lost so far.
  public let statistics = CaptureStatistics()
  private let logger: Logger

  /// Seconds without a single sample after which the device counts as dead.
  static let stallSeconds = 5

  /// A source that records from `device`, an ALSA PCM name such as `default` or `plughw:CARD=Device`.
  public init(device: String, logger: Logger) {
    label = device
    self.logger = logger
  }

  /// Opens the device and gives its frames until the iteration ends.
  public func frames() -> AudioFrames {
    // Ten seconds of queue: longer than any decoding pause, short enough that an answer is never about the distant past.
    AudioFrames(capacity: 500, overflow: .drop, statistics: statistics) { [self] sink throws(CaptureError) in
      let pcm = try open()
      logger.debug("opened \(label): \(pcm.format)")
      var assembler = try FrameAssembler(rate: pcm.format.rate, channels: pcm.format.channels)
      let block = UnsafeMutableRawBufferPointer.allocate(
        byteCount: pcm.format.frameByteCount * pcm.format.periodFrames, alignment: 16)
      defer { block.deallocate() }
      var silentSeconds = 0
      while !sink.isCancelled {
        switch try read(pcm, into: block) {
        case .frames(let count):
          if count > 0 { silentSeconds = 0 }
          let bytes = UnsafeRawBufferPointer(rebasing: block.prefix(count * pcm.format.frameByteCount))
          for frame in try assembler.frames(from: pcm.format.sample.floats(in: bytes), isLast: false) {
            guard sink.send(frame) else { return }
          }
        case .timedOut:
          silentSeconds += 1
          guard silentSeconds < Self.stallSeconds else { throw .stalled(device: label, seconds: silentSeconds) }
        case .recovered(.overrun):
          statistics.update { $0.overruns += 1 }
          logger.warning("\(label): overrun, some audio is missing")
        case .recovered(.suspended):
          statistics.update { $0.suspensions += 1 }
          logger.notice("\(label): recording again after the system slept")
        }
      }
    }
  }

  private func open() throws(CaptureError) -> CapturePCM {
    do throws(ALSAError) {
      return try CapturePCM(
        device: label, rate: AudioFrame.sampleRate, channels: 1, periodFrames: AudioFrame.sampleCount,
        bufferFrames: AudioFrame.sampleRate)
    } catch {
      throw .device(error)
    }
  }

  private func read(
    _ pcm: borrowing CapturePCM, into block: UnsafeMutableRawBufferPointer
  ) throws(CaptureError) -> CapturePCM.Reading {
    do throws(ALSAError) { return try pcm.read(into: block, timeoutMilliseconds: 1000) } catch { throw .device(error) }
  }
}

extension PCMFormat.Sample {
  /// The samples in `bytes` with full scale at ±1.
  func floats(in bytes: UnsafeRawBufferPointer) -> [Float] {
    stride(from: 0, to: bytes.count / byteCount * byteCount, by: byteCount).map { offset in
      func unsigned(_ count: Int) -> UInt32 { (0..<count).reduce(0) { $0 | UInt32(bytes[offset + $1]) << (8 * $1) } }
      switch self {
      case .u8: return (Float(bytes[offset]) - 128) / 128
      case .s16: return Float(Int16(bitPattern: UInt16(unsigned(2)))) / 32_768
      case .s24packed: return Float(Int32(bitPattern: unsigned(3) << 8) >> 8) / 8_388_608
      case .s24: return Float(Int32(bitPattern: unsigned(4) << 8) >> 8) / 8_388_608
      case .s32: return Float(Int32(bitPattern: unsigned(4))) / 2_147_483_648
      case .float: return Float(bitPattern: unsigned(4))
      }
    }
  }
}

import CALSA

/// The format a PCM was opened with.
public struct PCMFormat: Equatable, Sendable {
  /// The storage of one sample; all formats are little-endian and interleaved.
  public enum Sample: String, Sendable, CaseIterable {
    /// 16 bit signed.
    case s16
    /// 32 bit signed.
    case s32
    /// 24 bit signed in three bytes.
    case s24packed
    /// 24 bit signed in the low three bytes of four.
    case s24
    /// 32 bit float, full scale at ±1.
    case float
    /// 8 bit unsigned, zero at 128.
    case u8

    var native: snd_pcm_format_t {
      switch self {
      case .s16: SND_PCM_FORMAT_S16_LE
      case .s32: SND_PCM_FORMAT_S32_LE
      case .s24packed: SND_PCM_FORMAT_S24_3LE
      case .s24: SND_PCM_FORMAT_S24_LE
      case .float: SND_PCM_FORMAT_FLOAT_LE
      case .u8: SND_PCM_FORMAT_U8
      }
    }

    /// The size of one sample of one channel, in bytes.
    public var byteCount: Int {
      switch self {
      case .u8: 1
      case .s16: 2
      case .s24packed: 3
      case .s32, .s24, .float: 4
      }
    }
  }

  /// The storage of one sample.
  public let sample: Sample
  /// Frames per second, in Hz.
  public let rate: Int
  /// The number of interleaved channels.
  public let channels: Int
  /// Frames that the device delivers at a time.
  public let periodFrames: Int
  /// Frames the device can hold before it overruns.
  public let bufferFrames: Int

  /// The size of one frame of all channels, in bytes.
  public var frameByteCount: Int { sample.byteCount * channels }
}

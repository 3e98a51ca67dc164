import ALSA
import AudioSamples

extension [Float] {
  /// 16-bit samples from floats with full scale at ±1; louder values are clipped.
  var samples: [Int16] { map { Int16(clamping: $0 * 32_768) } }
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

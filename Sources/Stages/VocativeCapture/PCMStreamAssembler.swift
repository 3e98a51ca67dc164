package import ALSA

/// Converts raw samples, which arrive in pieces of any length from another program, to frames with their sample time.
package struct PCMStreamAssembler: ~Copyable {
  private let sample: PCMFormat.Sample
  private let frameByteCount: Int
  private var assembler: FrameAssembler
  private var pending: [UInt8] = []

  /// Creates an assembler whose first sample has a position in time.
  ///
  /// - Throws: `CaptureError` if the rate cannot be converted.
  package init(sample: PCMFormat.Sample, rate: Int, channels: Int, sampleTime: Int = 0) throws(CaptureError) {
    self.sample = sample
    frameByteCount = sample.byteCount * channels
    assembler = try FrameAssembler(rate: rate, channels: channels, sampleTime: sampleTime)
  }

  /// Returns the full frames that `bytes` completes, and the rest as a short frame if `isLast` is true.
  ///
  /// - Throws: `CaptureError` if the conversion fails.
  package mutating func frames(from bytes: [UInt8], isLast: Bool) throws(CaptureError) -> [AudioFrame] {
    pending += bytes
    let whole = pending.count / frameByteCount * frameByteCount
    let floats = pending[..<whole].withUnsafeBytes { sample.floats(in: $0) }
    pending.removeFirst(whole)
    return try assembler.frames(from: floats, isLast: isLast)
  }
}

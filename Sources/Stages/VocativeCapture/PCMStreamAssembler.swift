package import ALSA

/// Turns raw samples that come in pieces of any length, from another program, into frames with their sample time.
package struct PCMStreamAssembler: ~Copyable {
  private let sample: PCMFormat.Sample
  private let frameByteCount: Int
  private var assembler: FrameAssembler
  private var pending: [UInt8] = []

  /// An assembler whose first sample has a position in time.
  ///
  /// - Throws: `CaptureError` if the rate cannot be converted.
  package init(sample: PCMFormat.Sample, rate: Int, channels: Int, sampleTime: Int = 0) throws(CaptureError) {
    self.sample = sample
    frameByteCount = sample.byteCount * channels
    assembler = try FrameAssembler(rate: rate, channels: channels, sampleTime: sampleTime)
  }

  /// The full frames that `bytes` complete; with `isLast` set, the rest as a short frame.
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

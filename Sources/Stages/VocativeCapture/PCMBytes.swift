extension [Int16] {
  /// Creates samples from little-endian bytes; an incomplete last sample is ignored.
  package init(littleEndianBytes bytes: some RandomAccessCollection<UInt8>) {
    self = (0..<bytes.count / 2).map { sample in
      let low = bytes.index(bytes.startIndex, offsetBy: 2 * sample)
      return Int16(truncatingIfNeeded: Int(bytes[low]) | Int(bytes[bytes.index(after: low)]) << 8)
    }
  }
}

extension Collection<Int16> {
  /// The samples as little-endian bytes.
  package var littleEndianBytes: [UInt8] {
    flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }
}

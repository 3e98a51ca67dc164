/// Splits received data into lines of a maximum length.
struct ControlLines {
  /// The maximum length of a line in bytes, without its terminator.
  let limit: Int
  private var pending: [UInt8] = []

  init(limit: Int) {
    self.limit = limit
  }

  /// Returns the lines that these bytes complete, or nil if a line is too long.
  mutating func append(_ bytes: some Collection<UInt8>) -> [[UInt8]]? {
    var lines: [[UInt8]] = []
    for byte in bytes {
      if byte == 0x0A {
        lines.append(pending)
        pending = []
      } else if pending.count < limit {
        pending.append(byte)
      } else {
        return nil
      }
    }
    return lines
  }

  /// The data after the last complete line.
  mutating func finish() -> [UInt8] {
    defer { pending = [] }
    return pending
  }
}

/// Makes lines of what comes in pieces, none of them longer than a limit.
struct ControlLines {
  /// Bytes one line may have, its end not included.
  let limit: Int
  private var pending: [UInt8] = []

  init(limit: Int) {
    self.limit = limit
  }

  /// The lines that these bytes complete; nil when one is too long.
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

  /// What came after the last line.
  mutating func finish() -> [UInt8] {
    defer { pending = [] }
    return pending
  }
}

/// The lines of a file, with continued lines joined.
struct VCardLines: Sequence, IteratorProtocol {
  /// A line without its end.
  struct Line {
    var bytes: ArraySlice<UInt8>
    /// Its number, counted from 1; that of its first part.
    let number: Int
  }

  private let bytes: [UInt8]
  private var position = 0
  private var number = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> Line? {
    guard var line = nextPart() else { return nil }
    while true {
      // In a quoted-printable value, a space after a soft break is part of the value.
      if line.endsInSoftBreak, let part = nextPart() {
        line.bytes = line.bytes.dropLast() + part.bytes
      } else if isFolded, let part = nextPart() {
        line.bytes += part.bytes.dropFirst()
      } else {
        return line
      }
    }
  }

  /// Whether the next line continues this one.
  private var isFolded: Bool { position < bytes.count && (bytes[position] == 0x20 || bytes[position] == 0x09) }

  private mutating func nextPart() -> Line? {
    guard position < bytes.count else { return nil }
    number += 1
    let end = bytes[position...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    let part = Line(bytes: bytes[position..<end], number: number)
    let isPair = end + 1 < bytes.count && bytes[end] == 0x0D && bytes[end + 1] == 0x0A
    position = end + (isPair ? 2 : 1)
    return part
  }
}

extension VCardLines.Line {
  /// Whether it is quoted-printable, and continues in the next line.
  fileprivate var endsInSoftBreak: Bool {
    guard bytes.last == UInt8(ascii: "="), let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return String(decoding: bytes[..<colon], as: UTF8.self).uppercased().contains("QUOTED-PRINTABLE")
  }
}

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
    var isQuotedPrintable = line.isQuotedPrintable(endingWith: line.bytes)
    while true {
      let isSoftBreak = isQuotedPrintable == true && line.bytes.last == UInt8(ascii: "=")
      guard isSoftBreak || isFolded, let part = nextPart() else { return line }
      // In a quoted-printable value, a space after a soft break is part of the value.
      if isSoftBreak { line.bytes.removeLast() }
      line.bytes += isSoftBreak ? part.bytes : part.bytes.dropFirst()
      isQuotedPrintable = isQuotedPrintable ?? line.isQuotedPrintable(endingWith: part.bytes)
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
  /// Returns whether its value is quoted-printable; nil before it has a value.
  ///
  /// - Parameter part: Its last part. Earlier parts are not searched again, because a line may have very many.
  fileprivate func isQuotedPrintable(endingWith part: ArraySlice<UInt8>) -> Bool? {
    guard part.contains(UInt8(ascii: ":")), let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    return String(decoding: bytes[..<colon], as: UTF8.self).uppercased().contains("QUOTED-PRINTABLE")
  }
}

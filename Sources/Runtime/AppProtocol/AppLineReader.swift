/// Divides the bytes of the other side into lines, and refuses a line that is too long before it uses more memory.
package struct AppLineReader: Sendable {
  private var bytes: [UInt8] = []
  /// The start of the next line.
  private var start = 0
  /// The first byte that is not searched for a line end.
  private var searched = 0
  private let maxSize: Int

  /// Creates a reader that has no bytes.
  ///
  /// - Parameter maxSize: The maximum size of a line in bytes, without its end.
  package init(maxSize: Int = AppLimits.maxMessageSize) { self.maxSize = maxSize }

  /// The number of bytes that wait for a line end.
  package var pendingSize: Int { bytes.count - start }

  /// Adds received bytes.
  package mutating func append(_ received: some Collection<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      searched -= start
      start = 0
    }
    bytes.append(contentsOf: received)
  }

  /// Returns the next line with text, without its end; nil if there is no complete line.
  ///
  /// - Throws: `AppProtocolError` if the line is too long; the reader must not be used any more.
  package mutating func next() throws(AppProtocolError) -> [UInt8]? {
    while let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = bytes[start..<end]
      guard line.count <= maxSize else { throw tooLong }
      (start, searched) = (end + 1, end + 1)
      if line.contains(where: { !Self.blanks.contains($0) }) { return Array(line) }
    }
    searched = bytes.count
    guard pendingSize <= maxSize else { throw tooLong }
    return nil
  }

  private static let blanks: [UInt8] = Array(" \t\r".utf8)

  private var tooLong: AppProtocolError { AppProtocolError("a line has more than \(maxSize) bytes") }
}

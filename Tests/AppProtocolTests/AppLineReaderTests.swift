import AppProtocol
import Testing

@Suite("The lines of an app")
struct AppLineReaderTests {
  /// Returns the lines of a text that arrives in pieces, and whether the rest is refused.
  private func read(_ text: String, by length: Int, maxSize: Int = 20) -> (lines: [String], isRefused: Bool) {
    var reader = AppLineReader(maxSize: maxSize)
    var lines: [String] = []
    let bytes = Array(text.utf8)
    do {
      for start in stride(from: 0, to: bytes.count, by: length) {
        reader.append(bytes[start..<min(start + length, bytes.count)])
        while let line = try reader.next() { lines.append(String(decoding: line, as: UTF8.self)) }
      }
    } catch {
      return (lines, true)
    }
    return (lines, false)
  }

  @Test(
    "Lines are the same however their bytes are split",
    arguments: [
      ("", [], false), ("{}", [], false), ("{}\n", ["{}"], false), ("a\nb\n", ["a", "b"], false),
      ("a\r\n\n  \nb\nc", ["a\r", "b"], false),
      ("12345678901234567890\n", ["12345678901234567890"], false), ("123456789012345678901\n", [], true),
      ("a\n123456789012345678901", ["a"], true),
    ] as [(String, [String], Bool)])
  func lines(text: String, lines: [String], isRefused: Bool) {
    for length in [1, 2, 7, 1000] {
      let result = read(text, by: length)
      #expect(result.lines == lines)
      #expect(result.isRefused == isRefused)
    }
  }

  @Test("A line that never ends is refused before it uses more memory than its limit")
  func endless() throws {
    var reader = AppLineReader()
    let block = [UInt8](repeating: 0x61, count: 1 << 16)
    var size = 0
    #expect(throws: AppProtocolError.self) {
      while size < 100 << 20 {
        reader.append(block)
        size += block.count
        _ = try reader.next()
      }
    }
    #expect(size <= AppLimits.maxMessageSize + block.count)
  }
}

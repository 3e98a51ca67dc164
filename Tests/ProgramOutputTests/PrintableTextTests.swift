import Foundation
import ProgramOutput
import Testing

@Suite("Text that is printed or logged")
struct PrintableTextTests {
  @Test(
    "Control characters, line ends and direction marks become spaces on one line",
    arguments: [
      ("plain text", "plain text"), ("\u{1B}[2Jgone", " [2Jgone"), ("\u{9B}31mred", " 31mred"), ("a\u{7F}b", "a b"),
      ("one\ntwo\r\nthree\u{2028}four\u{2029}five\u{85}six", "one two  three four five six"), ("tab\tbed", "tab bed"),
      ("\u{1B}]0;title\u{7}", " ]0;title "), ("abc\u{202E}cba\u{2066}x", "abc cba x"), ("nul\u{0}", "nul "),
      ("🏳️‍🌈 Küche 日本", "🏳️‍🌈 Küche 日本"), ("می‌خواهم", "می‌خواهم"),
    ])
  func line(text: String, clean: String) {
    #expect(PrintableText.line(text) == clean)
  }

  @Test("Text of several lines keeps its lines and tabs, and no other control characters")
  func lines() {
    #expect(PrintableText.lines("one\n\ttwo\u{1B}[A\rthree\r\n") == "one\n\ttwo [A three \n")
  }

  @Test("A long text is cut with an ellipsis")
  func cut() {
    #expect(PrintableText.line("abcdef", max: 6) == "abcdef")
    #expect(PrintableText.line("abcdefg", max: 6) == "abcdef…")
  }

  @Test("JSON keeps its value and contains no control characters")
  func json() throws {
    let text = "\u{9B}31m\u{7F}\u{202E}\u{E0001}plain"
    let line = PrintableText.json(String(decoding: try JSONEncoder().encode([text]), as: UTF8.self))
    #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7F })
    #expect(try JSONDecoder().decode([String].self, from: Data(line.utf8)) == [text])
  }
}

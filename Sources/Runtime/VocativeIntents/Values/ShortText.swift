import ProgramOutput

/// Shortens text that is shown or stored.
package enum ShortText {
  /// Returns the text with a maximum number of Unicode scalars and without U+0000, at which C libraries such as SQLite would end
  /// it.
  package static func clipped(_ text: String, to count: Int) -> String {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: text.unicodeScalars.lazy.filter { $0 != "\0" }.prefix(count))
    return String(scalars)
  }

  /// Returns the printable text on one line, without the letters of escape sequences, and with single spaces.
  package static func line(_ text: String) -> String {
    let visible = text.replacing(#/\u{1B}(?:\[[0-?]*[ -\/]*[@-~]|\][^\u{07}\u{1B}]*(?:\u{07}|\u{1B}\\)?|[@-_])?/#, with: "")
    return PrintableText.line(visible).split(separator: " ").joined(separator: " ")
  }
}

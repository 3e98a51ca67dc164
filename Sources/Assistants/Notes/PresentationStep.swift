/// What moving about in a presentation came to.
public enum PresentationStep: Equatable, Sendable {
  /// This line is shown; its number, counted from 1, how many there are, and the note's title.
  case line(String, number: Int, of: Int, title: String)
  /// The presentation stays at its first or last line.
  case noMoreLines
  /// No note is presented.
  case notPresenting
}

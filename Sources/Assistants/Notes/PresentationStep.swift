/// The result of moving in a presentation.
public enum PresentationStep: Equatable, Sendable {
  /// The presentation shows this line, with its number from 1, the number of lines, and the title of the note.
  case line(String, number: Int, of: Int, title: String)
  /// The presentation stays at its first or last line.
  case noMoreLines
  /// There is no presentation.
  case notPresenting
}

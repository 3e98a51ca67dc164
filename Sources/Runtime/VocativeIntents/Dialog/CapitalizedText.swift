extension StringProtocol {
  /// The text with an upper case letter at its beginning.
  package var withCapital: String { prefix(1).uppercased() + dropFirst() }
}

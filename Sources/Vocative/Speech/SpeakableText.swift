extension StringProtocol {
  /// Whether the text has anything to speak: engines are silent for signs and emoji alone.
  package var isSpeakable: Bool { contains { $0.isLetter || $0.isNumber } }
}

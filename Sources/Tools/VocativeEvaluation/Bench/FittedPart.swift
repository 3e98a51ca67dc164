/// A part of Vocative that was fitted to recordings, or chosen by their figures.
public enum FittedPart: String, CaseIterable, Encodable, Sendable {
  /// The acoustic network, which was trained on the recordings.
  case network
  /// The acoustic network, which was trained on other sentences by the synthetic voices of the recordings.
  case voices
  /// The weights of the confidence.
  case confidence
  /// The settings of recognition.
  case settings

  /// A sentence that explains the part below a table.
  var explanation: String {
    switch self {
    case .network: "The network in the repository was trained on some of these recordings, or on their originals."
    case .voices: "The network in the repository was trained on other sentences by the synthetic voices of these recordings."
    case .confidence: "The weights of the confidence were fitted to these recordings, or to others of their kind."
    case .settings:
      "Settings were chosen by the figures of these recordings, such as the beams, the margin for questions, the end of a command, "
        + "the thresholds of wake phrases or the rules of pronunciation."
    }
  }

  /// Returns the parts of several lists in the order of their declaration, each once.
  static func union(_ lists: [[FittedPart]]) -> [FittedPart] {
    allCases.filter { part in lists.contains { $0.contains(part) } }
  }
}

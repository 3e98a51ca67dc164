/// A reading option, which each note has on its own.
public enum ReadingOption: String, CaseIterable, Sendable {
  /// Reads only the text, without the date.
  case fast
  /// Reads only the first line.
  case short

  /// The name of the option in dialogs.
  var title: String {
    switch self {
    case .fast: "fast reading"
    case .short: "short form"
    }
  }
}

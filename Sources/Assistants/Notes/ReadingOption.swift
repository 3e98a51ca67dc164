/// How a note is read out, for each note on its own.
public enum ReadingOption: String, CaseIterable, Sendable {
  /// Only what it says, without when it was written.
  case fast
  /// Only its first line.
  case short

  /// What people call it.
  var title: String {
    switch self {
    case .fast: "fast reading"
    case .short: "short form"
    }
  }
}

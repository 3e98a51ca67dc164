/// The sets of recordings that weights or settings were chosen on, by the name of their folder.
///
/// A figure on such a set is better than it is elsewhere: the table marks it. Every other set is held out. A change that fits weights to
/// a set, or chooses a setting by its figures, adds the name of the set here.
public enum FittedSets {
  /// What was chosen on each set, by its name.
  public static let reasons: [String: String] = [
    "home": "the features and the rules of pronunciation",
    "barista": "the weights of the confidence, and settings of the recogniser",
    "wake": "the weights of the confidence, and the thresholds of keyphrases",
  ]

  /// Whether weights or settings were chosen on a set.
  public static func contains(_ name: String) -> Bool { reasons[name] != nil }
}

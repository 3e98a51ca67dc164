/// The sets of recordings on which weights or settings were chosen, by folder name.
///
/// A figure on such a set is better than elsewhere, so the table marks it. Every other set is held out. A change that fits
/// weights to a set, or chooses a setting by its figures, must add the set's name here.
public enum FittedSets {
  /// The parts that were fitted on each set, by the set's name.
  public static let reasons: [String: String] = [
    "home": "the acoustic network, the weights of the confidence, and the rules of pronunciation",
    "barista": "the acoustic network, the weights of the confidence, and settings of the recognizer",
    "wake": "the acoustic network, and the thresholds and the comparison of keyphrases",
  ]

  /// Whether weights or settings were chosen on a set.
  public static func contains(_ name: String) -> Bool { reasons[name] != nil }
}

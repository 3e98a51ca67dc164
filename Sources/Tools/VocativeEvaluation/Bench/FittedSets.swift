/// The sets of recordings to which parts of Vocative were fitted.
///
/// A figure on such a set is better than elsewhere, so the table marks it. Every other set is held out. A change that fits
/// weights to a set, or chooses a setting by its figures, must add the set here.
enum FittedSets {
  /// The parts that were fitted to a set, by the name of its folder.
  private static let named: [String: [FittedPart]] = [
    "home": [.network, .confidence, .settings], "barista": [.network, .confidence, .settings],
    "wake": [.network, .confidence, .settings],
  ]
  /// The parts that were fitted to the sentences of `make rooms`, by their kind.
  private static let kinds: [String: [FittedPart]] = [
    "opposites": [.confidence, .settings], "money": [.confidence, .settings], "notes": [.settings], "messages": [.settings],
  ]
  /// The programs that speak in the sets of `make rooms`.
  private static let programs = ["flite-", "festival-", "espeak-ng-"]
  /// Their voices on which the network was trained: groups a and b of `Tests/Rooms/voices.py`.
  private static let voices: Set<String> = [
    "flite-slt", "flite-kal16", "flite-rms", "flite-awb", "festival-cmu_us_slt_arctic_hts", "festival-kal_diphone",
    "festival-ked_diphone", "espeak-ng-en-us", "espeak-ng-en-us+f2", "espeak-ng-en-us+Andy", "espeak-ng-en-us-nyc",
    "espeak-ng-en-gb", "espeak-ng-en-gb-x-rp", "espeak-ng-en-us+m7", "espeak-ng-en-us+f5", "espeak-ng-en-us+m1",
    "espeak-ng-en-029", "espeak-ng-en-gb-scotland", "espeak-ng-en-gb-x-gbclan",
  ]

  /// Returns the parts that were fitted to a set, to the set whose recordings it copies, or to the voices of both.
  static func parts(of name: String, _ description: SetDescription) -> [FittedPart] {
    let isOfRooms = description.voices.contains { voice in programs.contains { voice.hasPrefix($0) } }
    return FittedPart.union([
      named[name] ?? [], description.origin.flatMap { named[$0] } ?? [],
      voices.isDisjoint(with: description.voices) ? [] : [.voices],
      // Another set may use the word "kind" for something else.
      isOfRooms ? description.kind.flatMap { kinds[$0] } ?? [] : [],
      description.isForTuning ? [.settings] : [],
    ])
  }
}

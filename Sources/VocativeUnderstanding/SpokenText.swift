import Foundation

/// Text as it is said: lower-case words without digits, signs, accents or emoji.
public enum SpokenText {
  /// The words of a text as a dictionary lists them: `"🏖 Café & Bar, No. 5"` is `cafe and bar no five`.
  public static func words(of text: String) -> [String] {
    let folded = spelledOut(text.folding(options: [.diacriticInsensitive, .widthInsensitive], locale: nil).lowercased())
    var words: [String] = []
    var word = ""
    func close() {
      let trimmed = word.trimmingCharacters(in: CharacterSet(charactersIn: "'"))
      if !trimmed.isEmpty { words += trimmed.allSatisfy(\.isWholeNumber) ? digits(trimmed) : [trimmed] }
      word = ""
    }
    for character in folded {
      switch character {
      case "'", "’", "‘": word.append("'")
      case "&": close(); words.append("and")
      case "%": close(); words.append("percent")
      case "°": close(); words.append("degrees")
      case "+": close(); words.append("plus")
      case _ where character.isLetter && character.isASCII:
        if word.last?.isWholeNumber == true { close() }
        word.append(character)
      case _ where character.isWholeNumber && character.isASCII:
        if let last = word.last, !last.isWholeNumber { close() }
        word.append(character)
      case _ where character.isLetter:
        // Letters of other scripts stay, so that the message about them can name the word.
        word.append(character)
      default: close()
      }
    }
    close()
    return words
  }

  /// The same words with a space between them: texts that are said alike are alike.
  public static func sentence(of text: String) -> String { words(of: text).joined(separator: " ") }

  /// Figures that are not said digit by digit, as words: sums of money, times, ordinals, thousands, a minus sign.
  private static func spelledOut(_ text: String) -> String {
    guard text.contains(where: \.isWholeNumber) else { return text }
    return text.replacing(#/(\d),(?=\d{3}(?!\d))/#) { "\($0.1)" }
      .replacing(#/\$\s?(\d+)(?:\.(\d\d))?(?!\d)/#) { match in
        let dollars = match.1 == "1" ? "dollar" : "dollars"
        guard let cents = match.2, cents != "00" else { return " \(match.1) \(dollars) " }
        return " \(match.1) \(dollars) and \(cents) \(cents == "01" ? "cent" : "cents") "
      }
      // Two digits behind the point are cents as often as not, and are said without it.
      .replacing(#/(\d+)\.(\d|\d{3,})(?!\d)/#) { match in " \(match.1) point \(match.2.map(String.init).joined(separator: " ")) "
      }
      .replacing(#/\b(\d{1,2}):(\d\d)\b/#) { match in
        match.2 == "00" ? " \(match.1) o'clock " : " \(match.1) \(match.2.hasPrefix("0") ? "oh " : "")\(match.2) "
      }
      .replacing(#/\b(\d{1,3})(?:st|nd|rd|th)\b/#) { match in Int(match.1).map { SpokenNumber.ordinal($0) } ?? String(match.0) }
      .replacing(#/(^|\s)[-−](\d)/#) { "\($0.1)minus \($0.2)" }
  }

  private static func digits(_ text: String) -> [String] {
    guard text.count <= 12, let number = Int(text) else { return text.flatMap { SpokenNumber.words(Int(String($0)) ?? 0) } }
    return SpokenNumber.words(number)
  }
}

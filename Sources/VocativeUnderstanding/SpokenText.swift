import Foundation

/// Text as it is said: lower-case words without digits, signs, accents or emoji.
public enum SpokenText {
  /// The words of a text as a dictionary lists them: `"🏖 Café & Bar, No. 5"` is `cafe and bar no five`.
  public static func words(of text: String) -> [String] {
    let folded = text.folding(options: [.diacriticInsensitive, .widthInsensitive], locale: nil).lowercased()
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

  private static func digits(_ text: String) -> [String] {
    guard text.count <= 12, let number = Int(text) else { return text.flatMap { SpokenNumber.words(Int(String($0)) ?? 0) } }
    return SpokenNumber.words(number)
  }
}

/// Whole numbers as English words.
///
/// `NumberFormatter` could spell them too, at the price of 30 MB of locale data in a program meant for a Raspberry Pi.
public enum SpokenNumber {
  private static let small = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
  ]
  private static let tens = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
  private static let scales = [
    (1_000_000_000_000, "trillion"), (1_000_000_000, "billion"), (1_000_000, "million"), (1000, "thousand"),
  ]

  /// The words of a number, as in `one hundred five`.
  public static func words(_ number: Int) -> [String] {
    if number < 0 { return ["minus"] + words(number == .min ? .max : -number) }
    if number < 20 { return [small[number]] }
    if number < 100 { return [tens[number / 10]] + (number % 10 == 0 ? [] : [small[number % 10]]) }
    if number < 1000 { return [small[number / 100], "hundred"] + (number % 100 == 0 ? [] : words(number % 100)) }
    for (size, name) in scales where number >= size {
      return words(number / size) + [name] + (number % size == 0 ? [] : words(number % size))
    }
    return []
  }
}

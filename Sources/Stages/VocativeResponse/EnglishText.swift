import Foundation
import VocativeUnderstanding

/// Text for an engine that is silent about characters outside of ASCII.
enum EnglishText {
  private static let currencies: [Substring: (one: String, several: String)] = [
    "€": ("euro", "euros"), "£": ("pound", "pounds"), "¥": ("yen", "yen"), "₹": ("rupee", "rupees"),
  ]
  /// Fractions, and signs without which a number or a sum would be another one.
  private static let signs: [Character: String] = [
    "½": " 1/2", "¼": " 1/4", "¾": " 3/4", "²": " squared", "³": " cubed", "−": "-", "×": " times ", "÷": " divided by ",
    "±": " plus or minus ",
  ]

  /// Returns the text with letters without accents, with plain digits, and with words for currencies and signs.
  static func plain(_ text: String) -> String {
    guard !text.allSatisfy(\.isASCII) else { return text }
    return amounts(in: text).folding(options: [.diacriticInsensitive, .widthInsensitive], locale: nil).map { character in
      character.isASCII
        ? String(character) : signs[character] ?? digit(of: character) ?? LatinLetters.english(character.lowercased())
    }.joined()
  }

  /// Returns the digit that a lowered one, or one of another script, stands for, as in CO₂; nil for other characters.
  private static func digit(of character: Character) -> String? {
    let type = character.unicodeScalars.first?.properties.numericType
    return type == .decimal || type == .digit ? character.wholeNumberValue.map(String.init) : nil
  }

  private static func amounts(in text: String) -> String {
    text
      .replacing(#/([€£¥₹])\s?(\d{1,3}(?:,\d{3})+|\d+)(?:[.,](\d\d))?(?![\d\p{L}])/#) { match in
        guard let name = currencies[match.1] else { return String(match.0) }
        let cents = match.3.map { $0 == "00" ? "" : " \($0)" } ?? ""
        return "\(match.2) \(match.2 == "1" ? name.one : name.several)\(cents)"
      }
      .replacing(#/\s?([€£¥₹])/#) { match in currencies[match.1].map { " \($0.several)" } ?? "" }
  }
}

import Foundation
import VocativeUnderstanding

/// Text for an engine that is silent about characters outside of ASCII.
enum EnglishText {
  private static let currencies: [Substring: (one: String, several: String)] = [
    "€": ("euro", "euros"), "£": ("pound", "pounds"), "¥": ("yen", "yen"), "₹": ("rupee", "rupees"),
  ]
  private static let fractions: [Character: String] = ["½": " 1/2", "¼": " 1/4", "¾": " 3/4"]

  /// Returns the text with letters without accents, and with words for currencies.
  static func plain(_ text: String) -> String {
    guard !text.allSatisfy(\.isASCII) else { return text }
    return signs(in: text).folding(options: [.diacriticInsensitive, .widthInsensitive], locale: nil).map { character in
      character.isASCII ? String(character) : fractions[character] ?? LatinLetters.english(character.lowercased())
    }.joined()
  }

  private static func signs(in text: String) -> String {
    text
      .replacing(#/([€£¥₹])\s?(\d{1,3}(?:,\d{3})+|\d+)(?:[.,](\d\d))?(?![\d\p{L}])/#) { match in
        guard let name = currencies[match.1] else { return String(match.0) }
        let cents = match.3.map { $0 == "00" ? "" : " \($0)" } ?? ""
        return "\(match.2) \(match.2 == "1" ? name.one : name.several)\(cents)"
      }
      .replacing(#/\s?([€£¥₹])/#) { match in currencies[match.1].map { " \($0.several)" } ?? "" }
  }
}

import Foundation
import LimitedFile
public import PocketSphinx

/// A person's own pronunciations, which go before those of the model's dictionary.
///
/// Written like that dictionary: a word and its phones a line, `word(2)` or the same word again for a second way of saying it. Lines
/// that begin with `#` or `;;;` are comments; the digits some dictionaries have behind vowels are left out.
public struct UserDictionary: Hashable, Sendable {
  /// Where the dictionary lies.
  public let path: String
  /// For each word its pronunciations.
  public let pronunciations: [String: [[String]]]

  /// Reads a dictionary.
  ///
  /// - Parameter phones: The phones of the acoustic model; none when they are not known, and any will do.
  /// - Throws: `PocketSphinxError` naming the file and the line that cannot be used.
  public init(path: String, phones: [String]) throws(PocketSphinxError) {
    self.path = path
    let file = LimitedFile(path: path, limit: Self.largestSize)
    let data = try file.contents { failure in
      Self.error(
        failure == .tooLarge
          ? "\(path): it is larger than \(file.limitText); leave out what the model's dictionary has already"
          : "\(path): no such file, or it may not be read")
    }
    guard let text = String(data: data, encoding: .utf8) else { throw Self.error("\(path): this is not UTF-8 text") }
    var pronunciations: [String: [[String]]] = [:]
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let line = line.trimmingCharacters(in: .whitespacesAndNewlines)
      guard !line.isEmpty, !line.hasPrefix("#"), !line.hasPrefix(";;;") else { continue }
      do throws(Mistake) {
        let (word, phones) = try Self.entry(line, phones: phones)
        pronunciations[word, default: []].append(phones)
      } catch {
        throw Self.error("\(path):\(index + 1): \(error.reason)")
      }
    }
    self.pronunciations = pronunciations
  }

  /// Bytes a dictionary may have; the model's own, of 134,000 words, has less than four million.
  private static let largestSize = 8 << 20

  private struct Mistake: Error {
    let reason: String
  }

  private static func entry(_ line: String, phones known: [String]) throws(Mistake) -> (word: String, phones: [String]) {
    let parts = line.split(whereSeparator: \.isWhitespace).map(String.init)
    let written = parts[0].replacing(#/\(\d+\)$/#, with: "")
    let words = SpokenText.words(of: written)
    guard words.count == 1, let word = words.first else {
      throw Mistake(
        reason: "\"\(written)\" is not one word; write a word and its phones on each line, as in: xochitl S OW CH IY L")
    }
    let phones = parts.dropFirst().map { phone in
      let upper = phone.uppercased()
      return upper.last?.isWholeNumber == true ? String(upper.dropLast()) : upper
    }
    guard !phones.isEmpty else { throw Mistake(reason: "\"\(word)\" has no phones; write them as in: xochitl S OW CH IY L") }
    if !known.isEmpty, let unknown = phones.first(where: { !known.contains($0) }) {
      throw Mistake(reason: "\"\(unknown)\" is not a phone of the model; its phones are: \(known.joined(separator: " "))")
    }
    return (word, phones)
  }

  private static func error(_ reason: String) -> PocketSphinxError {
    PocketSphinxError(code: .pronunciation, operation: "user dictionary", reason: reason)
  }
}

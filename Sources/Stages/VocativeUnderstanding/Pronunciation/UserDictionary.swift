import Foundation
import LimitedFile
public import PocketSphinx

/// The user's own pronunciations, which take precedence over the model's dictionary.
///
/// The format is that of the model's dictionary: a word and its phones on each line. `word(2)` or a repeated word adds a
/// pronunciation. Lines that start with `#` or `;;;` are comments, and stress digits after vowels are ignored.
public struct UserDictionary: Hashable, Sendable {
  /// The path of the dictionary.
  public let path: String
  /// The pronunciations, by word.
  public let pronunciations: [String: [[String]]]

  /// Reads a dictionary.
  ///
  /// - Parameter phones: The phones of the acoustic model; empty if they are not known, which allows any phone.
  /// - Throws: `PocketSphinxError` that names the file and the invalid line.
  public init(path: String, phones: [String]) throws(PocketSphinxError) {
    self.path = path
    let file = LimitedFile(path: path, limit: Self.maxSize)
    let data = try file.contents { failure in
      failure == .tooLarge
        ? Self.error("\(path): it is larger than \(file.limitText); remove words that the model's dictionary already has")
        : Self.error("\(path): \(file.unreadableReason)", code: .noPronunciations)
    }
    guard let text = String(data: data, encoding: .utf8) else {
      let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
      throw Self.error("\(path):\(line + 1): this is not UTF-8 text; save the file as UTF-8")
    }
    var pronunciations: [String: [[String]]] = [:]
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
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

  /// The maximum size in bytes; the model's own dictionary, of 134,000 words, has less than four million.
  private static let maxSize = 8 << 20

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

  private static func error(_ reason: String, code: PocketSphinxError.Code = .pronunciation) -> PocketSphinxError {
    PocketSphinxError(code: code, operation: "user dictionary", reason: reason)
  }
}

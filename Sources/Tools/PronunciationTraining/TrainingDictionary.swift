import Foundation
import GraphemeToPhoneme

/// The words of a CMU-style dictionary that a model can learn from: those with only letters and apostrophes.
public struct TrainingDictionary: Sendable {
  /// The phones in alphabetical order.
  public let phones: [String]
  /// The words in alphabetical order.
  public let words: [TrainingWord]

  /// Reads a dictionary.
  ///
  /// - Throws: `TrainingError` if the file cannot be read or has no words.
  public init(path: String) throws(TrainingError) {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw TrainingError(reason: "\(path): the file does not exist or is not readable")
    }
    let lines = data.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self).split(whereSeparator: \.isWhitespace) }
    let letters = Set(Graphone.letters)
    var found: [String: [[String]]] = [:]
    for line in lines where line.count > 1 {
      let word = String(line[0].prefix { $0 != "(" })
      guard word.utf8.allSatisfy(letters.contains), word.utf8.contains(where: { $0 != UInt8(ascii: "'") }) else { continue }
      found[word, default: []].append(line.dropFirst().map(String.init))
    }
    guard !found.isEmpty else {
      throw TrainingError(reason: "\(path): the file has no words; each line must have a word and its phones")
    }
    let phones = Set(found.values.joined().joined()).sorted()
    guard phones.count < 256 else {
      throw TrainingError(reason: "\(path): the file has \(phones.count) phones, which is too many")
    }
    let index = Dictionary(uniqueKeysWithValues: zip(phones, UInt8(0)...))
    self.phones = phones
    words = found.sorted { $0.key < $1.key }.map { word, pronunciations in
      TrainingWord(letters: Array(word.utf8), pronunciations: pronunciations.map { $0.compactMap { index[$0] } })
    }
  }

  private init(phones: [String], words: [TrainingWord]) {
    self.phones = phones
    self.words = words
  }

  /// Splits the dictionary into a training part and a held-out part of every `interval`th word.
  public func split(holdingOut interval: Int) -> (training: TrainingDictionary, heldOut: [TrainingWord]) {
    let isHeldOut = words.indices.map { $0 % interval == interval - 1 }
    return (
      TrainingDictionary(phones: phones, words: zip(words, isHeldOut).compactMap { $1 ? nil : $0 }),
      zip(words, isHeldOut).compactMap { $1 ? $0 : nil }
    )
  }
}

/// The reason no model could be trained.
public struct TrainingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The reason, with the file.
  public let reason: String

  /// The reason, as text.
  public var description: String { reason }
}

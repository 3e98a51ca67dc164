import Foundation

/// A CMU-style pronunciation dictionary: each line has a word and its phones; `word(2)` is a second pronunciation.
///
/// Only the requested words are kept, so scanning a dictionary of 135,000 words costs time but no memory.
public struct PronunciationDictionary: Hashable, Sendable {
  /// The dictionary's path.
  public let path: String

  /// Checks that the dictionary is readable.
  ///
  /// - Throws: `PocketSphinxError` if the file is missing, unreadable or empty.
  public init(path: String) throws(PocketSphinxError) {
    self.path = path
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let attributes, FileManager.default.isReadableFile(atPath: path) else {
      throw PocketSphinxError(
        code: .model, operation: "dictionary", reason: "\(path): the file does not exist or is not readable")
    }
    guard (attributes[.size] as? Int ?? 0) > 0 else {
      throw PocketSphinxError(code: .model, operation: "dictionary", reason: "\(path): the file is empty")
    }
  }

  /// Looks up many words in one pass and returns the pronunciations of each word found, in the dictionary's order.
  ///
  /// - Throws: `PocketSphinxError` if the file can no longer be read.
  public func pronunciations(of words: Set<String>) throws(PocketSphinxError) -> [String: [[String]]] {
    guard !words.isEmpty else { return [:] }
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe) else {
      throw PocketSphinxError(code: .model, operation: "dictionary", reason: "\(path): the file can no longer be read")
    }
    // The first letter decides most lines without creating a string.
    var isFirst = [Bool](repeating: false, count: 256)
    for word in words { if let first = word.utf8.first { isFirst[Int(first)] = true } }

    var found: [String: [[String]]] = [:]
    data.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
      guard let base = bytes.baseAddress else { return }
      var position = 0
      while position < bytes.count {
        let remaining = bytes.count - position
        let end = memchr(base + position, 0x0A, remaining).map { $0 - UnsafeMutableRawPointer(mutating: base) } ?? bytes.count
        defer { position = end + 1 }
        guard isFirst[Int(bytes[position])] else { continue }
        let line = UnsafeRawBufferPointer(rebasing: bytes[position..<end])
        let head = line.prefix { $0 != 0x20 && $0 != 0x09 && $0 != 0x28 }
        let word = String(decoding: head, as: UTF8.self)
        guard words.contains(word) else { continue }
        let phones = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace).dropFirst().map(String.init)
        if !phones.isEmpty { found[word, default: []].append(phones) }
      }
    }
    return found
  }
}

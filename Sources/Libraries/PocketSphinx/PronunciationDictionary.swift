import Foundation

/// A CMU-style pronunciation dictionary on disk: one word a line, its phones after it, `word(2)` for a second way of saying it.
///
/// Only the words asked for are kept, so a dictionary of 135,000 words costs the time to scan it and no memory.
public struct PronunciationDictionary: Hashable, Sendable {
  /// Where the dictionary lies.
  public let path: String

  /// Checks that the dictionary can be read.
  ///
  /// - Throws: `PocketSphinxError` when it is missing, unreadable or empty.
  public init(path: String) throws(PocketSphinxError) {
    self.path = path
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let attributes, FileManager.default.isReadableFile(atPath: path) else {
      throw PocketSphinxError(code: .model, operation: "dictionary", reason: "\(path): no such file, or it may not be read")
    }
    guard (attributes[.size] as? Int ?? 0) > 0 else {
      throw PocketSphinxError(code: .model, operation: "dictionary", reason: "\(path): the file is empty")
    }
  }

  /// Looks up many words in one pass: for each word found, its pronunciations in the dictionary's order.
  ///
  /// - Throws: `PocketSphinxError` when the file can no longer be read.
  public func pronunciations(of words: Set<String>) throws(PocketSphinxError) -> [String: [[String]]] {
    guard !words.isEmpty else { return [:] }
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe) else {
      throw PocketSphinxError(code: .model, operation: "dictionary", reason: "\(path): the file can no longer be read")
    }
    // First letters decide most lines without making a string of them.
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

import Foundation

/// An n-gram language model in PocketSphinx's binary form, checked before the library opens it.
public struct LanguageModel: Hashable, Sendable {
  /// The model's path.
  public let path: String

  /// The first bytes of the binary form (sphinxbase `ngram_model_trie.c`).
  private static let signature = Data("Trie Language Model".utf8)

  /// Checks that the file is readable and has the start and end of a binary language model.
  ///
  /// - Throws: `PocketSphinxError` if the file is missing, unreadable, empty, truncated or not a binary language model.
  public init(path: String) throws(PocketSphinxError) {
    self.path = path
    func fail(_ why: String) -> PocketSphinxError {
      PocketSphinxError(code: .model, operation: "language model", reason: "\(path): \(why)")
    }
    guard let file = FileHandle(forReadingAtPath: path) else { throw fail("the file does not exist or is not readable") }
    defer { try? file.close() }
    guard let head = try? file.read(upToCount: Self.signature.count), !head.isEmpty else {
      throw fail("the file is empty or is a folder")
    }
    guard head == Self.signature else { throw fail("not a binary PocketSphinx language model") }
    // The words come last, each with a terminating zero.
    guard let size = try? file.seekToEnd(), (try? file.seek(toOffset: size - 1)) != nil,
      let last = try? file.read(upToCount: 1), last == Data([0])
    else { throw fail("the file is truncated") }
  }
}

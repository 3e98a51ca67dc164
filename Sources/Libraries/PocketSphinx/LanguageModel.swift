import Foundation

/// An n-gram language model on disk, in PocketSphinx's binary form, checked before the library sees it.
public struct LanguageModel: Hashable, Sendable {
  /// Where the model lies.
  public let path: String

  /// What the binary form begins with (sphinxbase `ngram_model_trie.c`).
  private static let signature = Data("Trie Language Model".utf8)

  /// Checks that the file can be read, and begins and ends as a binary language model does.
  ///
  /// - Throws: `PocketSphinxError` when it is missing, unreadable, empty or of another kind or cut short.
  public init(path: String) throws(PocketSphinxError) {
    self.path = path
    func fail(_ why: String) -> PocketSphinxError {
      PocketSphinxError(code: .model, operation: "language model", reason: "\(path): \(why)")
    }
    guard let file = FileHandle(forReadingAtPath: path) else { throw fail("no such file, or it may not be read") }
    defer { try? file.close() }
    guard let head = try? file.read(upToCount: Self.signature.count), !head.isEmpty else {
      throw fail("the file is empty, or a folder")
    }
    guard head == Self.signature else { throw fail("this is not a binary language model of PocketSphinx") }
    // The words come last, each with a zero behind it.
    guard let size = try? file.seekToEnd(), (try? file.seek(toOffset: size - 1)) != nil,
      let last = try? file.read(upToCount: 1), last == Data([0])
    else { throw fail("the file is cut short") }
  }
}

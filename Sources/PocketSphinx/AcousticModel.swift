import Foundation

/// A PocketSphinx acoustic model on disk, checked before the library sees it.
public struct AcousticModel: Hashable, Sendable {
  /// The folder that holds `mdef`, `means` and the rest.
  public let directory: String

  /// Checks that every file the decoder needs is there, readable and of the right kind.
  ///
  /// The library ends the process when it meets a damaged model, so what can be seen from outside is looked at here.
  ///
  /// - Throws: `PocketSphinxError` naming the first file that is missing, empty or damaged.
  public init(directory: String) throws(PocketSphinxError) {
    self.directory = directory
    try check("mdef", magic: nil)
    try check("feat.params", magic: nil)
    try check("means", magic: "s3")
    try check("variances", magic: "s3")
    try check("transition_matrices", magic: "s3")
    if FileManager.default.fileExists(atPath: directory + "/sendump") {
      try check("sendump", magic: nil)
    } else {
      try check("mixture_weights", magic: "s3")
    }
  }

  private func check(_ name: String, magic: String?) throws(PocketSphinxError) {
    let path = directory + "/" + name
    func fail(_ why: String) -> PocketSphinxError {
      PocketSphinxError(code: .model, operation: "acoustic model", reason: "\(path): \(why)")
    }
    guard let file = fopen(path, "rb") else { throw fail(String(cString: strerror(errno))) }
    defer { fclose(file) }
    var head = [UInt8](repeating: 0, count: 4096)
    let count = fread(&head, 1, head.count, file)
    guard count > 0 else { throw fail("the file is empty") }
    guard let magic else { return }
    guard head.starts(with: magic.utf8) else { throw fail("this is not a Sphinx-3 parameter file") }
    if name == "means" || name == "variances" { try checkLength(of: path, head: Array(head.prefix(count)), fail: fail) }
  }

  /// Gaussian parameter files say in their header how many bytes follow; a shorter file would end the process.
  ///
  /// Layout (sphinxbase, `gauden_param_read`): text header up to `endhdr\n`, byte-order word, then little-endian counts of
  /// codebooks, features and densities, one vector length a feature, the number of floats, the floats.
  private func checkLength(
    of path: String, head: [UInt8], fail: (String) -> PocketSphinxError
  ) throws(PocketSphinxError) {
    guard let end = head.firstRange(of: Array("endhdr\n".utf8))?.upperBound else { throw fail("the header has no end") }
    func word(_ index: Int) -> Int? {
      let offset = end + index * 4
      guard offset + 4 <= head.count else { return nil }
      return (0..<4).reduce(0) { $0 | Int(head[offset + $1]) << (8 * $1) }
    }
    guard word(0) == 0x1122_3344 else { return }  // other byte order: the library converts it
    guard let features = word(2), features < 64, let floats = word(4 + features) else { throw fail("the header is cut short") }
    let expected = end + (5 + features + floats) * 4
    let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    guard size >= expected else { throw fail("the file is cut short: \(size) bytes of \(expected)") }
  }
}

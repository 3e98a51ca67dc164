/// The minimum length of a model file according to its own header; nil if the header does not say.
///
/// A file truncated by a full disk or a failed download makes the library end the process, crash or recognize nothing, depending
/// on where the file ends.
enum ModelFileLength {
  /// A file that is not of the expected kind.
  struct Unreadable: Error {
    let reason: String
  }

  /// Sphinx-3 parameter files: means, variances, mixture weights, transition matrices.
  ///
  /// Layout (sphinxbase `bio.c`): text header up to `endhdr\n`, byte-order word, then little-endian counts. In Gaussian files the
  /// counts are codebooks, features, densities, one length for each feature and the number of floats. The other files have three
  /// or four counts, of which the last is the number of floats.
  static func parameters(_ head: [UInt8]) throws(Unreadable) -> Int? {
    guard head.starts(with: "s3".utf8) else { throw Unreadable(reason: "not a Sphinx-3 parameter file") }
    guard let end = head.firstRange(of: Array("endhdr\n".utf8))?.upperBound else {
      throw Unreadable(reason: "the header is truncated")
    }
    guard integer(in: head, at: end) == 0x1122_3344 else { return nil }  // other byte order: the library converts it
    // The number of floats is the first count that is the product of earlier ones; only Gaussian files have lengths to skip.
    guard let features = integer(in: head, at: end + 8), features < 64,
      let floats = integer(in: head, at: end + 4 * (4 + features))
    else { return nil }
    let isGaussian = (0..<features).allSatisfy { (integer(in: head, at: end + 16 + 4 * $0) ?? 0) < 256 }
    return isGaussian && floats < 1 << 28 ? end + (5 + features + floats) * 4 : nil
  }

  /// The binary model definition.
  ///
  /// Layout (pocketsphinx `bin_mdef.c`): `BMDF`, version, description, ten counts; later 8 bytes for each tree node and 12 for
  /// each phone.
  static func definition(_ head: [UInt8]) throws(Unreadable) -> Int? {
    guard head.starts(with: "BMDF".utf8) else { return nil }  // the text form, which the library checks itself
    guard let description = integer(in: head, at: 8), let phones = integer(in: head, at: 12 + description + 4),
      let states = integer(in: head, at: 12 + description + 8), let sequences = integer(in: head, at: 12 + description + 24),
      let nodes = integer(in: head, at: 12 + description + 32)
    else { throw Unreadable(reason: "the header is truncated") }
    return try sum([12 + description + 40], [nodes, 8], [phones, 12], [sequences, states, 2])
  }

  /// Quantized mixture weights.
  ///
  /// Layout (pocketsphinx `s2_semi_mgau.c`): length-prefixed strings up to a length of 0, then the numbers of mixtures and
  /// models, then a byte, or half a byte, for each weight. Some of the strings are settings such as `feature_count 3`.
  static func senoneDump(_ head: [UInt8]) throws(Unreadable) -> Int? {
    var offset = 0
    var (features, bits) = (1, 8)
    while let length = integer(in: head, at: offset), length > 0 {
      let text = head[min(offset + 4, head.count)..<min(offset + 3 + length, head.count)]
      let words = String(decoding: text, as: UTF8.self).split(separator: " ")
      if words.count == 2, let number = Int(words[1]) {
        if words[0] == "feature_count" { features = number }
        if words[0] == "cluster_bits" { bits = number }
      }
      offset += 4 + length
    }
    guard let mixtures = integer(in: head, at: offset + 4), let models = integer(in: head, at: offset + 8) else {
      throw Unreadable(reason: "the header is truncated")
    }
    return try offset + 12 + sum([features, mixtures, models, bits]) / 8
  }

  /// Returns the sum of products of counts, which a damaged file may make larger than any number.
  private static func sum(_ products: [Int]...) throws(Unreadable) -> Int {
    var sum = 0
    for factors in products {
      var product = (partialValue: 1, overflow: false)
      for factor in factors where !product.overflow { product = product.partialValue.multipliedReportingOverflow(by: factor) }
      let total = sum.addingReportingOverflow(product.partialValue)
      guard !product.overflow, !total.overflow, total.partialValue >= 0 else {
        throw Unreadable(reason: "the sizes in its header cannot be right")
      }
      sum = total.partialValue
    }
    return sum
  }

  private static func integer(in bytes: [UInt8], at offset: Int) -> Int? {
    guard offset >= 0, offset + 4 <= bytes.count else { return nil }
    return (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }
}

import Foundation

/// The Gaussian densities of an acoustic model, as far as they are over the cepstra themselves and not over how these change.
public struct Densities: Equatable, Sendable {
  /// Values in a mean, and in a variance.
  public let coefficientCount: Int
  /// The mean of the first density, then of the second, and so on.
  public let means: [Float]
  /// The variance of the first density, then of the second, and so on.
  public let variances: [Float]

  /// How many densities there are.
  public var count: Int { means.count / coefficientCount }
}

extension AcousticModel {
  /// The densities of the cepstra; nil when the files are of another byte order or layout than is read here.
  ///
  /// Layout (sphinxbase `bio.c`, pocketsphinx `ms_gauden.c`): text header up to `endhdr\n`, byte-order word, counts of codebooks,
  /// feature streams and densities, the length of each stream, the number of floats; then codebook by codebook, in each stream by
  /// stream, in each density by density. The cepstra themselves are the first values of the first stream.
  public var densities: Densities? {
    let count = featureParameters.coefficientCount
    guard count > 0, let means = firstValues("means", count), let variances = firstValues("variances", count),
      means.count == variances.count, !means.isEmpty
    else { return nil }
    return Densities(coefficientCount: count, means: means, variances: variances)
  }

  private func firstValues(_ name: String, _ coefficientCount: Int) -> [Float]? {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: directory + "/" + name), options: .mappedIfSafe),
      let header = data.firstRange(of: Data("endhdr\n".utf8))
    else { return nil }
    let start = header.upperBound - data.startIndex
    let count = (data.count - start) / 4
    return data.withUnsafeBytes { bytes -> [Float]? in
      func word(_ index: Int) -> UInt32 {
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start + index * 4, as: UInt32.self))
      }
      guard count > 4, word(0) == 0x1122_3344 else { return nil }
      let (codebooks, streams, densities) = (Int(word(1)), Int(word(2)), Int(word(3)))
      guard streams > 0, streams < 64, densities > 0, densities < 1 << 16, codebooks < 1 << 16, count > 5 + streams else {
        return nil
      }
      let lengths = (4..<4 + streams).map { Int(word($0)) }
      guard lengths.allSatisfy({ $0 < 1 << 16 }) else { return nil }
      let stride = lengths.reduce(0, +) * densities
      guard lengths[0] >= coefficientCount, count >= 5 + streams + stride * codebooks else { return nil }
      var values: [Float] = []
      values.reserveCapacity(codebooks * densities * coefficientCount)
      for codebook in 0..<codebooks {
        for density in 0..<densities {
          let first = 5 + streams + codebook * stride + density * lengths[0]
          for index in first..<first + coefficientCount { values.append(Float(bitPattern: word(index))) }
        }
      }
      return values
    }
  }
}

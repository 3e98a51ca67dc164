import PocketSphinx

/// A small Gaussian mixture of what clean speech sounds like, all phones together.
struct SpeechDensities: Sendable {
  /// How many densities there are.
  let count: Int
  /// Coefficients of a density.
  let coefficientCount: Int
  /// The mean of the first density, then of the second, and so on.
  let means: [Double]
  /// The variance of the first density, then of the second, and so on.
  let variances: [Double]

  /// Halvings of the model's densities: 64 parts measured as well as 256, and better than one for each phone.
  private static let halvings = 6

  /// Gathers the densities of an acoustic model, thousands, in as many as can be compared with every frame.
  ///
  /// They are halved again and again, each part at the median of the coefficient that differs most in it, as the leaves of a k-d tree
  /// (Friedman, Bentley and Finkel, 1977): nothing is chosen at random, so that the same model always gives the same mixture.
  init(_ densities: Densities) {
    let width = densities.coefficientCount
    coefficientCount = width
    let scale = (0..<width).map { index in
      Float(1) / (stride(from: index, to: densities.variances.count, by: width).reduce(0) { $0 + densities.variances[$1] })
    }
    func mean(_ part: [Int], _ index: Int) -> Float {
      part.reduce(0) { $0 + densities.means[$1 * width + index] } / Float(part.count)
    }
    func spread(_ part: [Int], _ index: Int) -> Float {
      let center = mean(part, index)
      return part.reduce(0) { sum, density in
        let distance = densities.means[density * width + index] - center
        return sum + distance * distance
      } / Float(part.count)
    }
    var parts = [Array(0..<densities.count)]
    for _ in 0..<Self.halvings {
      parts = parts.flatMap { part -> [[Int]] in
        guard part.count > 1 else { return [part] }
        let spreads = (0..<width).map { spread(part, $0) * scale[$0] }
        let widest = spreads.indices.max { spreads[$0] < spreads[$1] } ?? 0
        let sorted = part.sorted { densities.means[$0 * width + widest] < densities.means[$1 * width + widest] }
        return [Array(sorted[..<(sorted.count / 2)]), Array(sorted[(sorted.count / 2)...])]
      }
    }
    count = parts.count
    means = parts.flatMap { part in (0..<width).map { Double(mean(part, $0)) } }
    variances = parts.flatMap { part in
      (0..<width).map { index in
        Double(part.reduce(0) { $0 + densities.variances[$1 * width + index] } / Float(part.count) + spread(part, index))
      }
    }
  }
}

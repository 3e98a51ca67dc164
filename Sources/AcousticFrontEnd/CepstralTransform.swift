import Foundation
import PocketSphinx

/// The way from the logarithms of the mel filters to cepstra, and as far as it can be gone, back.
struct CepstralTransform: Sendable {
  /// Mel filters.
  let filterCount: Int
  /// Cepstral coefficients.
  let coefficientCount: Int
  /// Row after row: what each filter adds to a coefficient.
  let forward: [Double]
  /// Row after row: what each coefficient adds to a filter.
  ///
  /// Fine structure that the cepstra leave out stays zero.
  let backward: [Double]

  /// The transform of a front end; nil for one whose coefficients are no orthonormal cosine transform.
  ///
  /// The transform is the discrete cosine transform of type II and the lifter `1 + L/2 sin(πn/L)` (sphinxbase `fe_sigproc.c`).
  init?(_ parameters: FeatureParameters) {
    let (filters, coefficients) = (parameters.filterCount, parameters.coefficientCount)
    guard parameters.isOrthonormal, filters > 0, (1...filters).contains(coefficients) else { return nil }
    filterCount = filters
    coefficientCount = coefficients
    var forward: [Double] = []
    var backward = [Double](repeating: 0, count: filters * coefficients)
    for row in 0..<coefficients {
      let scale = ((row == 0 ? 1 : 2) / Double(filters)).squareRoot()
      let length = Double(parameters.lifter)
      let lifter = length > 0 ? 1 + length / 2 * sin(.pi * Double(row) / length) : 1
      for filter in 0..<filters {
        let cosine = scale * cos(.pi * Double(row) * (Double(filter) + 0.5) / Double(filters))
        forward.append(cosine * lifter)
        backward[filter * coefficients + row] = cosine / lifter
      }
    }
    self.forward = forward
    self.backward = backward
  }
}

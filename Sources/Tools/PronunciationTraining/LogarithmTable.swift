import Foundation

/// A quantization table of 256 logarithms: the means of equally sized groups of values.
struct LogarithmTable {
  let values: [Float]

  /// Creates the table for probabilities or weights; 0 is treated as very unlikely.
  init(_ probabilities: [Double]) {
    let sorted = probabilities.map(Self.logarithm).sorted()
    values = (0..<256).map { bin in
      let (start, end) = (sorted.count * bin / 256, sorted.count * (bin + 1) / 256)
      guard start < end else { return Float(sorted[min(start, sorted.count - 1)]) }
      return Float(sorted[start..<end].reduce(0, +) / Double(end - start))
    }
  }

  /// Returns the index of the nearest value.
  func code(of probability: Double) -> UInt8 {
    let logarithm = Float(Self.logarithm(probability))
    var (low, high) = (0, values.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if values[middle] < logarithm { low = middle + 1 } else { high = middle }
    }
    let isBelowNearer = low > 0 && logarithm - values[low - 1] < values[low] - logarithm
    return UInt8(isBelowNearer ? low - 1 : low)
  }

  private static func logarithm(_ probability: Double) -> Double { log(max(probability, 1e-12)) }
}

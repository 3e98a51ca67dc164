/// A fully connected layer of a network.
struct DenseLayer: Sendable {
  /// The weights of the first output, one for each input, then those of the second, and so on.
  let weights: [Float]
  /// The bias of each output.
  let biases: [Float]

  /// Returns the outputs for some inputs, whose number is that of each output's weights.
  func outputs(of inputs: [Float]) -> [Float] {
    weights.withUnsafeBytes { weights in
      inputs.withUnsafeBytes { inputs in
        biases.indices.map { biases[$0] + Self.product(of: inputs, and: weights, from: $0 * inputs.count) }
      }
    }
  }

  /// Returns the scalar product of floats and as many others from a byte offset on.
  ///
  /// The network is most of the cost of features, so several products are added at once.
  private static func product(of floats: UnsafeRawBufferPointer, and others: UnsafeRawBufferPointer, from offset: Int) -> Float {
    typealias Lanes = SIMD16<Float>
    var sums = Lanes.zero
    var index = 0
    while index + MemoryLayout<Lanes>.size <= floats.count {
      sums +=
        floats.loadUnaligned(fromByteOffset: index, as: Lanes.self)
        * others.loadUnaligned(fromByteOffset: offset + index, as: Lanes.self)
      index += MemoryLayout<Lanes>.size
    }
    var sum = sums.sum()
    while index < floats.count {
      sum +=
        floats.loadUnaligned(fromByteOffset: index, as: Float.self)
        * others.loadUnaligned(fromByteOffset: offset + index, as: Float.self)
      index += MemoryLayout<Float>.size
    }
    return sum
  }
}

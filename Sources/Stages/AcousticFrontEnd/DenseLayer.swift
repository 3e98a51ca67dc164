import CDenseLayers

/// A fully connected layer of a network, with its weights in the order in which they are multiplied.
struct DenseLayer: Sendable {
  /// The number of outputs.
  let outputCount: Int
  private let shape: dense_layer_shape
  private let panels: [Float]

  /// The values of all frames, each row with some padding.
  struct Rows {
    /// All values of the first row, then of the second, and so on.
    fileprivate(set) var values: [Float]
    /// The number of values from the start of one row to the start of the next.
    let stride: Int
    /// The number of rows.
    let count: Int
  }

  /// A change of the outputs that is the same for each row.
  struct Shift {
    fileprivate let values: [Float]
  }

  private static let lanes = Int(DENSE_LAYER_LANES)

  /// Packs a layer.
  ///
  /// - Parameters:
  ///   - biases: The bias of each output.
  ///   - weights: The weights of the first input, one for each output, then those of the second, and so on.
  init(biases: [Float], weights: [Float]) {
    let outputCount = biases.count
    let inputCount = outputCount == 0 ? 0 : weights.count / outputCount
    let width = (outputCount + Self.lanes - 1) / Self.lanes * Self.lanes
    var panels = [Float](repeating: 0, count: (inputCount + 1) * width)
    for output in 0..<outputCount {
      let start = output / Self.lanes * Self.lanes * (inputCount + 1) + output % Self.lanes
      panels[start] = biases[output]
      for input in 0..<inputCount { panels[start + (input + 1) * Self.lanes] = weights[input * outputCount + output] }
    }
    self.outputCount = outputCount
    self.panels = panels
    shape = dense_layer_shape(inputs: inputCount, width: width)
  }

  /// Returns the outputs for each row.
  ///
  /// - Parameter isRectified: Whether negative outputs become 0.
  func outputs(of rows: Rows, isRectified: Bool) -> Rows {
    let values = [Float](unsafeUninitializedCapacity: rows.count * shape.width) { outputs, count in
      guard let outputs = outputs.baseAddress else { return }
      dense_layer_apply(shape, panels, rows.values, rows.stride, rows.count, outputs, isRectified ? 1 : 0)
      count = rows.count * shape.width
    }
    return Rows(values: values, stride: shape.width, count: rows.count)
  }

  /// Returns the change of the outputs, before they are rectified, that a change of the inputs causes.
  func shift(of inputs: [Float]) -> Shift {
    let zeros = [Float](repeating: 0, count: inputs.count)
    let sums = outputs(of: Rows(values: inputs + zeros, stride: inputs.count, count: 2), isRectified: false).values
    return Shift(values: zip(sums.prefix(shape.width), sums.suffix(shape.width)).map { $0 - $1 })
  }
}

extension DenseLayer.Rows {
  /// Windows of a series of frames: each row begins one frame after the row before, and contains several frames.
  ///
  /// - Parameters:
  ///   - frames: The values of all frames.
  ///   - frameSize: The number of values in a frame.
  ///   - windowSize: The number of frames in a row.
  init(windowsOf frames: [Float], frameSize: Int, windowSize: Int) {
    self.init(values: frames, stride: frameSize, count: max(0, frames.count / max(frameSize, 1) - windowSize + 1))
  }

  /// Returns the rows with a shift added to each.
  ///
  /// - Parameter isRectified: Whether negative values become 0.
  func shifted(by shift: DenseLayer.Shift?, isRectified: Bool) -> DenseLayer.Rows {
    var shifted = self
    let least: Float = isRectified ? 0 : -.infinity
    for start in Swift.stride(from: 0, to: count * stride, by: stride) {
      for index in 0..<stride {
        shifted.values[start + index] = max(least, values[start + index] + (shift?.values[index] ?? 0))
      }
    }
    return shifted
  }

  /// The mean of rows of one layer for different inputs.
  ///
  /// - Parameter all: At least one series of rows, all with the same shape.
  init(meanOf all: [DenseLayer.Rows]) {
    var mean = all[0].values
    for other in all.dropFirst() {
      for index in mean.indices { mean[index] += other.values[index] }
    }
    for index in mean.indices { mean[index] /= Float(all.count) }
    self.init(values: mean, stride: all[0].stride, count: all[0].count)
  }
}

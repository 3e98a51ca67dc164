/// The model's n-grams that match the end of the graphones so far, from the empty one to the longest.
struct GraphoneContext {
  /// The node of each n-gram length in its level; -1 if the model does not have that n-gram.
  fileprivate(set) var nodes: [Int32]

  /// The empty context.
  static let empty = GraphoneContext(nodes: [0])

  /// The longest matching n-gram; contexts with the same one have the same continuations.
  var longest: (length: Int, node: Int32) {
    let length = nodes.lastIndex { $0 >= 0 } ?? 0
    return (length, nodes[length])
  }
}

extension PronunciationModel {
  /// Returns the natural logarithm of a symbol's probability after a context, and the new context.
  func extend(_ context: GraphoneContext, by symbol: UInt16, in bytes: UnsafeRawBufferPointer) -> (Float, GraphoneContext) {
    var next = GraphoneContext(nodes: [0])
    next.nodes.reserveCapacity(order)
    var logProbability: Float = 0
    for (length, node) in context.nodes.enumerated() {
      guard node >= 0, let child = child(symbol, of: Int(node), at: length, in: bytes) else {
        if length + 1 < order { next.nodes.append(-1) }
        if node >= 0, length > 0 { logProbability += logWeights[Int(bytes[levels[length - 1].weights + Int(node)])] }
        continue
      }
      // Longer contexts are better; their back-off weights count only if they do not contain the symbol.
      logProbability = logProbabilities[Int(bytes[levels[length].probabilities + child])]
      if length + 1 < order { next.nodes.append(Int32(child)) }
    }
    return (logProbability, next)
  }

  /// Finds the child of a node that is `length` symbols long, by binary search.
  private func child(_ symbol: UInt16, of node: Int, at length: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    var range = 0..<levels[length].count
    if length > 0 {
      let place = levels[length - 1].children + node * 4
      let first = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
      let end = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self))
      // A damaged file must not lead out of the level's bounds.
      guard first <= end, end <= levels[length].count else { return nil }
      range = Int(first)..<Int(end)
    }
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      let found = UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: levels[length].symbols + middle * 2, as: UInt16.self))
      if found == symbol { return middle }
      if found < symbol { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}

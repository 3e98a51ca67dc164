/// The runs of graphones of the model that a word's beginning ends in, from the empty run to the longest.
struct GraphoneContext {
  /// For each length of run its node in that level; -1 where the model does not have the run.
  fileprivate(set) var nodes: [Int32]

  /// The context of nothing.
  static let empty = GraphoneContext(nodes: [0])

  /// The longest run the model has; what comes after is the same for all that end in it.
  var longest: (length: Int, node: Int32) {
    let length = nodes.lastIndex { $0 >= 0 } ?? 0
    return (length, nodes[length])
  }
}

extension PronunciationModel {
  /// The natural logarithm of the probability of a symbol after a context, and the context after it.
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
      // Longer contexts are better, and their weights only count while they do not have the symbol.
      logProbability = logProbabilities[Int(bytes[levels[length].probabilities + child])]
      if length + 1 < order { next.nodes.append(Int32(child)) }
    }
    return (logProbability, next)
  }

  /// The child of a node that is `length` symbols long, by binary search.
  private func child(_ symbol: UInt16, of node: Int, at length: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    var range = 0..<levels[length].count
    if length > 0 {
      let place = levels[length - 1].children + node * 4
      let first = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
      let end = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self))
      // A damaged file must not lead out of its level.
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

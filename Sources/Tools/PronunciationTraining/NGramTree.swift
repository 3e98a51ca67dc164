import GraphemeToPhoneme

/// Every n-gram of a corpus up to `order` symbols, as a tree: a node is its parent's n-gram followed by one more symbol.
///
/// Nodes are numbered in the order of their first occurrence, so equal corpora give equal trees.
struct NGramTree {
  static let root = 0

  let order: Int
  private(set) var parent = [root]
  private(set) var symbol: [UInt16] = [0]
  private(set) var level = [0]
  private(set) var count = [0]
  /// The node of the same n-gram without its first symbol.
  private(set) var suffix = [root]
  /// The nodes of each level, from the root.
  private(set) var levels: [[Int]]
  private var children: [UInt64: Int] = [:]

  init(_ sequences: [[UInt16]], order: Int) {
    self.order = order
    levels = [[Self.root]] + Array(repeating: [], count: order)
    for sequence in sequences {
      for start in sequence.indices {
        var node = Self.root
        for symbol in sequence[start...].prefix(order) {
          node = addChild(symbol, of: node)
          count[node] += 1
        }
      }
    }
    // A node's parent has a lower number, and so does its suffix link when it is needed.
    for node in symbol.indices.dropFirst() where level[node] > 1 {
      suffix[node] = child(symbol[node], of: suffix[parent[node]]) ?? Self.root
    }
  }

  func child(_ symbol: UInt16, of node: Int) -> Int? { children[UInt64(node) << 16 | UInt64(symbol)] }

  private mutating func addChild(_ symbol: UInt16, of node: Int) -> Int {
    let key = UInt64(node) << 16 | UInt64(symbol)
    if let known = children[key] { return known }
    let new = self.symbol.count
    children[key] = new
    parent.append(node)
    self.symbol.append(symbol)
    level.append(level[node] + 1)
    count.append(0)
    suffix.append(Self.root)
    levels[level[new]].append(new)
    return new
  }
}

import VocativeUnderstanding

/// Rules that refer to themselves, directly or through others.
struct RuleCycles {
  private let rules: [String: Template]
  private var done: Set<String> = []
  private var path: [String] = []
  private var onPath: Set<String> = []
  /// For each rule of the path, the references that are not followed yet, last one first.
  private var pending: [[String]] = []

  private init(_ rules: [String: Template]) {
    self.rules = rules
  }

  /// Returns cycles of rules, such as `["a", "b", "a"]`, at most one for each rule in order.
  ///
  /// Each rule is visited once and without recursion, because a file may contain many rules.
  static func cycles(in rules: [String: Template], order: [String]) -> [[String]] {
    var search = RuleCycles(rules)
    return order.compactMap { search.cycle(from: $0) }
  }

  private mutating func cycle(from start: String) -> [String]? {
    var found: [String]?
    enter(start)
    while let last = pending.indices.last {
      guard let next = pending[last].popLast() else {
        leave()
        continue
      }
      if onPath.contains(next) {
        found = found ?? path.firstIndex(of: next).map { Array(path[$0...]) + [next] }
      } else {
        enter(next)
      }
    }
    return found
  }

  private mutating func enter(_ name: String) {
    guard !done.contains(name), let rule = rules[name] else { return }
    path.append(name)
    onPath.insert(name)
    pending.append(rule.rules.reversed())
  }

  private mutating func leave() {
    pending.removeLast()
    let name = path.removeLast()
    onPath.remove(name)
    done.insert(name)
  }
}

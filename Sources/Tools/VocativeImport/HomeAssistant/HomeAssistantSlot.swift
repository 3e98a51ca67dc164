/// The possible contents of one slot across an intent's sentences.
struct HomeAssistantSlot {
  private var ranges: [HomeAssistantList.Range] = []
  /// Whether a value is not a whole number.
  private var hasOtherValues = false

  mutating func add(_ list: HomeAssistantList) {
    switch list {
    case .range(let range):
      if !ranges.contains(range) { ranges.append(range) }
      if !range.fractions.isEmpty || range.multiplier.map({ $0.rounded() != $0 }) == true { hasOtherValues = true }
    case .values(let values): if !values.allSatisfy({ Int($0.identifier) != nil }) { hasOtherValues = true }
    case .wildcard: break
    }
  }

  mutating func add(constant: String) {
    if Int(constant) == nil { hasOtherValues = true }
  }

  /// The bounds of a numeric parameter; nil if it takes values from lists.
  var numbers: ClosedRange<Int>? {
    guard !hasOtherValues, let least = ranges.map(\.from).min(), let most = ranges.map(\.through).max() else { return nil }
    return least...most
  }

  /// Returns the slot in a phrase for a range that need not be spelled out.
  func reference(to range: HomeAssistantList.Range, slot: String) -> String? {
    guard numbers != nil, range.isWhole else { return nil }
    if ranges.count == 1, range.isPlain { return "{\(slot)}" }
    return "{\(range.from)..\(range.through)\(range.step == 1 ? "" : ",\(range.step)"):\(slot)}"
  }
}

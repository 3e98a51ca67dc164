/// The possible contents of one slot across an intent's sentences.
struct HomeAssistantSlot {
  private var ranges: [HomeAssistantList.Range] = []
  /// The whole numbers of lists and of sentences with a fixed value.
  private var listed: [Int] = []
  /// Whether a value is not a whole number.
  private var hasOtherValues = false

  mutating func add(_ list: HomeAssistantList) {
    switch list {
    case .range(let range):
      if !ranges.contains(range) { ranges.append(range) }
      if !range.fractions.isEmpty || range.multiplier.map({ $0.rounded() != $0 }) == true { hasOtherValues = true }
    case .values(let values): for value in values { add(constant: value.identifier) }
    case .wildcard: break
    }
  }

  mutating func add(constant: String) {
    if let number = Int(constant) { listed.append(number) } else { hasOtherValues = true }
  }

  /// The bounds of a numeric parameter; nil if it takes values from lists.
  var numbers: ClosedRange<Int>? {
    // The values of a range with a factor are not its spoken numbers.
    let bounds = ranges.compactMap(\.bounds)
    guard !hasOtherValues, !bounds.isEmpty, bounds.count == ranges.count else { return nil }
    let ends = bounds.flatMap { [$0.lowerBound, $0.upperBound] } + listed
    guard let least = ends.min(), let most = ends.max() else { return nil }
    return least...most
  }

  /// Returns the slot in a phrase for a range that need not be spelled out.
  func reference(to range: HomeAssistantList.Range, slot: String) -> String? {
    guard numbers != nil, range.isWhole else { return nil }
    if ranges.count == 1, range.isPlain { return "{\(slot)}" }
    return "{\(range.from)..\(range.through)\(range.step == 1 ? "" : ",\(range.step)"):\(slot)}"
  }
}

import VocativeUnderstanding

/// Several things in one breath.
public enum SpokenList {
  /// The things with `and` before the last; what is more than `most` is only counted: `milk, eggs and three others`.
  ///
  /// - Parameter joiner: The word before the last: `and`, or `or` between things to choose from.
  public static func of(_ items: [String], most: Int = 6, joiner: String = "and") -> String {
    guard items.count <= most else {
      let others = items.count - most + 1
      return of(items.prefix(most - 1) + [SpokenNumber.count(others, "other")], most: most, joiner: joiner)
    }
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " \(joiner) " + last
  }
}

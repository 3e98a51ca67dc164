import VocativeUnderstanding

/// Lists of things in spoken form.
public enum SpokenList {
  /// Joins the items with `and` before the last one; items beyond `most` are only counted: `milk, eggs and three others`.
  ///
  /// - Parameter joiner: The word before the last item: `and`, or `or` between alternatives.
  public static func of(_ items: [String], most: Int = 6, joiner: String = "and") -> String {
    guard items.count <= most else {
      let others = items.count - most + 1
      return of(items.prefix(most - 1) + [SpokenNumber.count(others, "other")], most: most, joiner: joiner)
    }
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " \(joiner) " + last
  }
}

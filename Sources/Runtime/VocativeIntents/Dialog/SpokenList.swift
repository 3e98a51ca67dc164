import VocativeUnderstanding

/// Lists of things in spoken form.
public enum SpokenList {
  /// Joins the items with `and` before the last one; items beyond `limit` are only counted: `milk, eggs and three others`.
  ///
  /// - Parameter joiner: The word before the last item: `and`, or `or` between alternatives.
  public static func of(_ items: [String], limit: Int = 6, joiner: String = "and") -> String {
    guard items.count <= limit else {
      let others = items.count - limit + 1
      return of(items.prefix(limit - 1) + [SpokenNumber.count(others, "other")], limit: limit, joiner: joiner)
    }
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " \(joiner) " + last
  }
}

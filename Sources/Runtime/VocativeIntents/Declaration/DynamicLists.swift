import VocativeUnderstanding

/// The lists of an assistant whose values change while it is used.
///
/// The values are in the order of their importance: the first is meant if several sound alike.
package struct DynamicLists: Sendable {
  /// Returns the current values by list.
  let values: @Sendable () -> [String: [ListedValue]]
  /// Returns why lists have no values, or not all.
  package let faults: @Sendable () -> [String]

  /// Creates the lists.
  package init(
    values: @escaping @Sendable () -> [String: [ListedValue]], faults: @escaping @Sendable () -> [String]
  ) {
    (self.values, self.faults) = (values, faults)
  }

  /// Creates the lists of several assistants, each with a prefix for its names; nil if there are none.
  init?(combining parts: [(prefix: String, lists: DynamicLists?)]) {
    let parts = parts.compactMap { part in part.lists.map { (prefix: part.prefix, lists: $0) } }
    guard !parts.isEmpty else { return nil }
    self.init {
      parts.reduce(into: [:]) { all, part in
        for (name, values) in part.lists.values() { all[part.prefix + name] = values }
      }
    } faults: {
      parts.flatMap { $0.lists.faults() }
    }
  }
}

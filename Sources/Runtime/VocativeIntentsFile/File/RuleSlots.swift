import VocativeUnderstanding

/// The slots of rules.
enum RuleSlots {
  /// Returns a slot of each rule that has one, directly or through others.
  ///
  /// Each reference is followed once and without recursion, because a file may contain many rules.
  static func first(in rules: [String: Template]) -> [String: String] {
    var slots: [String: String] = [:]
    var users: [String: [String]] = [:]
    for (name, rule) in rules.sorted(by: { $0.key < $1.key }) {
      slots[name] = rule.slots.first?.name
      for used in rule.rules { users[used, default: []].append(name) }
    }
    var pending = slots.keys.sorted()
    while let name = pending.popLast() {
      for user in users[name] ?? [] where slots[user] == nil {
        slots[user] = slots[name]
        pending.append(user)
      }
    }
    return slots
  }
}

import VocativeIntents
import Yams

extension IntentsFileReader {
  private static let featureKeys = [
    "network", "microphone", "file", "time", "ask", "enabled", "hidden",
  ]

  /// Reads the features: `Weather: { network: true, time: { from: "07:00", to: "22:00" }, ask: "May I …?" }`.
  mutating func features(_ node: Node?) -> [IntentsFileContents.Feature] {
    var features: [IntentsFileContents.Feature] = []
    for (name, node) in pairs(of: node, what: "features") {
      let entries = entries(of: node, allowed: Self.featureKeys, what: "the feature \(name)")
      features.append(
        .init(
          name: name, constraints: constraints(of: name, node, entries),
          isHidden: flag(entries["hidden"], what: "hidden", default: false)))
    }
    return features
  }

  private mutating func constraints(of name: String, _ node: Node, _ entries: [String: Node])
    -> [FeatureConstraint]
  {
    var permissions: [Permission] = []
    if flag(entries["network"], what: "network", default: false) { permissions.append(.network) }
    if flag(entries["microphone"], what: "microphone", default: false) {
      permissions.append(.microphone)
    }
    if let node = entries["file"], let path = path(node) { permissions.append(.file(path)) }
    let question = text(entries["ask"])
    if let ask = entries["ask"], permissions.isEmpty {
      fault(
        ask,
        "\"ask\" asks for the use of \"network\", \"microphone\" or \"file\"; the feature \(name) needs one of them"
      )
    }
    var constraints = permissions.enumerated().map { index, permission in
      // One question for all of them.
      question.flatMap { index == 0 ? FeatureConstraint.permission(permission, asking: $0) : nil }
        ?? .permission(permission)
    }
    if let enabled = entries["enabled"] {
      let isOn = flag(enabled, what: "enabled", default: true)
      constraints.insert(
        .userToggle("feature.\(name).enabled", default: isOn, reason: "\(name) is turned off."),
        at: 0)
    }
    if let time = entries["time"],
      let window = window(
        self.entries(of: time, allowed: ["from", "to", "days"], what: "the time of \(name)"), time)
    {
      constraints.append(.time(window))
    }
    return constraints
  }

  // MARK: Relevance

  /// Reads the conditions under which an intent is relevant: one mapping, or a list of them.
  ///
  /// - Parameter isComplete: Whether the parameters are all that the intent has.
  mutating func relevance(
    _ node: Node?, of intent: String, parameters: [IntentsFileContents.Parameter], isComplete: Bool
  ) -> [IntentsFileContents.Relevance] {
    guard let node else { return [] }
    return (node.sequence.map(Array.init) ?? [node]).map { item in
      let known = faults.count
      let entries = entries(
        of: item, allowed: ["from", "to", "days", "place", "routine", "values"],
        what: "\"relevant\" of \(intent)")
      var conditions: [RelevanceProvider] = []
      if entries["from"] != nil || entries["to"] != nil || entries["days"] != nil,
        let window = window(entries, item)
      {
        conditions.append(.clock(window))
      }
      if let place = text(entries["place"]) { conditions.append(.place(place)) }
      if let node = entries["routine"] {
        if let routine = DailyRoutine(rawValue: node.string ?? "") {
          conditions.append(.dailyRoutine(routine))
        } else {
          let known = DailyRoutine.allCases.map(\.rawValue).joined(separator: ", ")
          fault(node, "there is no routine \"\(node.string ?? "")\"; the routines are: \(known)")
        }
      }
      if conditions.isEmpty, faults.count == known {
        fault(item, "\"relevant\" of \(intent) needs a time (from, to, days), a place or a routine")
      }
      var values: [String: String] = [:]
      for (name, key, value) in items(of: entries["values"], what: "values") {
        guard let parameter = parameters.first(where: { $0.name == name }) else {
          if isComplete { fault(key, "\"\(name)\" is not a parameter of \(intent)") }
          continue
        }
        values[name] = identifier(
          value, what: "the value of \(name)", type: parameter.type, otherLists: parameter.otherLists,
          isMultiple: parameter.isMultiple)
      }
      return .init(values: values, conditions: conditions)
    }
  }

  /// Reads a part of the day on some days; without times, the whole day.
  private mutating func window(_ entries: [String: Node], _ node: Node) -> ClockWindow? {
    guard (entries["from"] == nil) == (entries["to"] == nil) else {
      fault(node, "a time needs both \"from\" and \"to\", as in { from: \"07:00\", to: \"09:00\" }")
      return nil
    }
    let (start, end) = (minutes(entries["from"]), minutes(entries["to"]))
    return ClockWindow(from: start, to: end, on: weekdays(entries["days"]))
  }

  private mutating func minutes(_ node: Node?) -> Int {
    guard let node else { return 0 }
    // YAML 1.1 reads an unquoted 07:00 as a number of base 60.
    if let match = node.scalar?.string.wholeMatch(of: #/([01]?[0-9]|2[0-3]):([0-5][0-9])/#),
      let hour = Int(match.1),
      let minute = Int(match.2)
    {
      return hour * 60 + minute
    }
    fault(
      node, "\"\(node.scalar?.string ?? "")\" is not a time from 00:00 to 23:59, as in \"07:30\"")
    return 0
  }

  private mutating func weekdays(_ node: Node?) -> Set<Weekday> {
    guard let node else { return Set(Weekday.allCases) }
    switch node.string {
    case "weekdays": return Weekday.workdays
    case "weekend": return Weekday.weekend
    case "all": return Set(Weekday.allCases)
    default: break
    }
    var days: Set<Weekday> = []
    for day in node.sequence.map(Array.init) ?? [node] {
      let name = day.string?.lowercased() ?? ""
      if let weekday = Weekday.allCases.first(where: { $0.name.lowercased() == name }) {
        days.insert(weekday)
      } else {
        fault(
          day,
          "\"days\" is weekdays, weekend, all or a list of days such as [monday, friday]; \"\(name)\" is none of these"
        )
      }
    }
    return days
  }
}

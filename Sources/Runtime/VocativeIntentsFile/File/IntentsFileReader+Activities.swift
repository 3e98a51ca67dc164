import VocativeIntents
import Yams

extension IntentsFileReader {
  /// Reads the activity of an intent: `{ type: plant, title: "The {{plant}}", continue: ask }`.
  ///
  /// - Parameter parameters: The names that the title can have; nil for any.
  mutating func activityUse(
    _ node: Node?, of intent: String, parameters: [String]?, isPrivate: Bool
  ) -> IntentsFileContents.ActivityUse? {
    guard let node else { return nil }
    let entries = entries(
      of: node, allowed: ["type", "title", "continue"], what: "the activity of \(intent)")
    guard let type = text(entries["type"]), let title = entries["title"] else {
      fault(node, "the activity of \(intent) needs a \"type\" and a \"title\"")
      return nil
    }
    let time = IntentsFileContents.ActivityUse.Time(rawValue: text(entries["continue"]) ?? "now")
    if let node = entries["continue"], time == nil {
      fault(node, "\"continue\" must be now, ask or later")
    }
    activityMentions.append((node, type, parameters, isPrivate))
    guard
      let title = words(title, what: "title of the activity", of: intent, parameters: parameters)
    else { return nil }
    return .init(type: type, title: title, time: time ?? .now)
  }

  /// Reads the types of activities: `plant: { open: "https://…/{plant}", for: [search, handOff] }`; call it after the intents.
  mutating func activities(_ node: Node?) -> [IntentsFileContents.Activity] {
    let declared = pairs(of: node, what: "activities")
    let activities = declared.compactMap { name, node in activity(name, node) }
    let known = declared.map(\.key)
    for (node, type, _, _) in activityMentions where !known.contains(type) {
      let types = known.isEmpty ? "there are none" : "they are: \(known.joined(separator: ", "))"
      fault(node, "\"\(type)\" is not one of the activities; \(types)")
    }
    return activities
  }

  private mutating func activity(_ name: String, _ node: Node) -> IntentsFileContents.Activity? {
    let entries = entries(
      of: node, allowed: ["open", "command", "for"], what: "the activity \(name)")
    var uses: Set<ActivityType.Eligibility> = []
    for use in entries["for"].map({ strings($0, what: "for") }) ?? [] {
      guard let eligibility = ActivityType.Eligibility(rawValue: use) else {
        let known = ActivityType.Eligibility.allCases.map(\.rawValue).joined(separator: ", ")
        fault(node, "\"for\" of the activity \(name) is a list of: \(known)")
        continue
      }
      uses.insert(eligibility)
    }
    let type = ActivityType(name, eligibility: uses)
    let mentions = activityMentions.filter { $0.type == name }
    let isKnown = mentions.allSatisfy { $0.parameters != nil }
    let parameters = isKnown ? mentions.flatMap { $0.parameters ?? [] } : nil
    let privateNames = Set(mentions.filter(\.isPrivate).flatMap { $0.parameters ?? [] })
    switch (entries["open"], entries["command"]) {
    case (let address?, nil):
      guard let url = text(address) else { return nil }
      let continuation = ActivityContinuation(type, opening: url)
      if let reason = continuation.fault {
        fault(address, reason)
      } else if !mentions.isEmpty {
        _ = handlerTemplate(address, parameters: parameters)
      }
      if let slot = HandlerTemplate(url).slots.first(where: privateNames.contains) {
        faultPrivate(slot, address, remedy: "a \"command\" instead of \"open\" receives it as JSON on its standard input")
      }
      return .init(type: type, continuation: continuation)
    case (nil, let command?):
      guard
        let handler = commandHandler(command, timeLimit: .seconds(10), parameters: parameters)
      else { return nil }
      if let slot = handler.arguments.flatMap(\.slots).first(where: privateNames.contains) { faultPrivate(slot, command) }
      return .init(
        type: type,
        continuation: ActivityContinuation(type, fault: nil) { activity, surroundings in
          await surroundings.run(handler, activity)
        })
    case (nil, nil), (.some, .some):
      fault(
        node,
        "the activity \(name) needs either \"open\" with an address or \"command\" with a program")
      return nil
    }
  }
}

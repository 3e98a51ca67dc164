import JSONValues
import Yams

extension IntentsFileReader {
  /// The keys with which Home Assistant's services take the things to act on.
  private static let targets = ["entity_id", "device_id", "area_id", "floor_id", "label_id"]

  /// Reads `home-assistant`, `{ home-assistant: { sentence: … } }` or `{ home-assistant: { service: …, target: …, data: … } }`.
  mutating func homeAssistantHandler(
    _ node: Node, what: String, timeLimit: Duration, parameters: [String]?
  ) -> HomeAssistantHandler? {
    func handler(_ action: HomeAssistantHandler.Action) -> HomeAssistantHandler {
      HomeAssistantHandler(server: handlers.homeAssistant, action: action, timeLimit: timeLimit)
    }
    if node.string == "home-assistant" || node.bool == true { return handler(.sentence(nil)) }
    let known = faults.count
    let entries = entries(
      of: node, allowed: ["service", "target", "data", "sentence"], what: "the home-assistant of \(what)")
    if let sentence = entries["sentence"] {
      if entries.count > 1 { fault(sentence, "\(what) can have a \"sentence\" or a \"service\", not both") }
      return handlerTemplate(sentence, parameters: parameters).map { handler(.sentence($0)) }
    }
    guard let service = entries["service"] else {
      if faults.count == known {
        fault(
          node, "\(what) must be home-assistant, { home-assistant: { service: light.turn_off, target: … } } or { sentence: … }")
      }
      return nil
    }
    guard let match = service.string?.wholeMatch(of: #/([a-z0-9_]+)\.([a-z0-9_]+)/#) else {
      fault(service, "\"service\" must be a domain and a name without spoken words, as in light.turn_off")
      return nil
    }
    var fields: [String: TemplateValue] = [:]
    for (key, value) in pairs(of: entries["data"], what: "data") {
      fields[key] = templateValue(value, parameters: parameters)
    }
    for (name, key, value) in items(of: entries["target"], what: "target") {
      if !Self.targets.contains(name) {
        fault(key, "\"target\" has no key \"\(name)\"; the keys are: \(Self.targets.joined(separator: ", "))")
      }
      fields[name] = templateValue(value, parameters: parameters)
    }
    return handler(.service(domain: String(match.1), name: String(match.2), fields: fields))
  }

  private mutating func templateValue(_ node: Node, parameters: [String]?) -> TemplateValue? {
    switch node {
    case .scalar(let scalar):
      // A quoted text stays a text.
      if scalar.style == .plain {
        if node.null != nil { return .constant(.null) }
        if let flag = node.bool { return .constant(.boolean(flag)) }
        // YAML reads 0420 as octal and 08:30 in base 60, but they are a code and a time.
        if let number = JSONValue(number: scalar.string) { return .constant(number) }
      }
      return handlerTemplate(node, parameters: parameters).map(TemplateValue.text)
    case .sequence(let items):
      return .array(items.compactMap { templateValue($0, parameters: parameters) })
    case .mapping:
      var entries: [String: TemplateValue] = [:]
      for (key, value) in pairs(of: node, what: "data") { entries[key] = templateValue(value, parameters: parameters) }
      return .object(entries)
    case .alias:
      fault(node, "an alias is not allowed here; write the value out")
      return nil
    }
  }
}

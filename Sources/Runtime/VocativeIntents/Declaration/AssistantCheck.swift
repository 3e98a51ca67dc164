import VocativeUnderstanding

/// Checks the declaration of an assistant before its first use.
struct AssistantCheck {
  let intents: [IntentDefinition]
  let dependencies: Dependencies
  let activities: [ActivityContinuation]

  var faults: [String] {
    var available = dependencies
    available.addServices(latest: LatestShortcut())
    var faults: [String] = []
    var names: Set<String> = []
    for intent in intents {
      if !names.insert(intent.name).inserted {
        faults.append("\(intent.name): two intents have this name; give one of them a `static let name`")
      }
      faults += intent.faults.map { "\(intent.name): \($0)" }
      faults += fillingFaults(of: intent).map { "\(intent.name): \($0)" }
      faults += intent.dependencies.compactMap { $0.missing(from: available) }.uniqued().map {
        "\(intent.name): it needs a \($0), which is missing from the assistant's dependencies; add one"
      }
    }
    return faults + activityFaults
  }

  /// Finds parameters that no phrase, prompt or default can ever fill.
  private func fillingFaults(of intent: IntentDefinition) -> [String] {
    let parameters = intent.parameters.map(\.name)
    let known = parameters.isEmpty ? "it has none" : "they are: \(parameters.joined(separator: ", "))"
    var faults: [String] = []
    for phrase in intent.phrases {
      for slot in phrase.template.slots where !parameters.contains(slot.name) {
        faults.append("{\(slot.name)} in \"\(phrase.text)\" is not one of its parameters; \(known)")
      }
    }
    for name in intent.summary?.names ?? [] where !parameters.contains(name) {
      faults.append("{\(name)} in its summary is not one of its parameters; \(known)")
    }
    guard !intent.phrases.isEmpty else { return faults }
    let mentioned = Set(intent.phrases.flatMap(\.template.slots).map(\.name))
    for parameter in intent.parameters
    where parameter.prompt == nil && !parameter.hasDefault && !parameter.hasResolver && !mentioned.contains(parameter.name) {
      faults.append(
        "the parameter \"\(parameter.name)\" is in no phrase and has no prompt, so it can never be filled; name it in a phrase as "
          + "\\(\\.$\(parameter.name)), or give it a prompt or a default")
    }
    return faults
  }

  private var activityFaults: [String] {
    var faults: [String] = []
    let continued = activities.map(\.type)
    for (index, type) in continued.enumerated() {
      if continued[..<index].contains(where: { $0.identifier == type.identifier }) {
        faults.append("the activity type \"\(type.identifier)\" has two continuations; keep one of them")
      }
    }
    faults += activities.compactMap { activity in
      activity.fault.map { "the activity type \"\(activity.type.identifier)\": \($0)" }
    }
    for intent in intents {
      for type in intent.activityTypes where !continued.contains(type) {
        faults.append(
          "\(intent.name): its responses may carry activities of the type \"\(type.identifier)\", which the assistant does not continue; "
            + "add an ActivityContinuation for it")
      }
    }
    return faults
  }
}

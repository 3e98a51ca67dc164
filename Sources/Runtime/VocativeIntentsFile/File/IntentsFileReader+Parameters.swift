import VocativeIntents
import VocativeUnderstanding
import Yams

extension IntentsFileReader {
  /// Returns the declared parameters, then those that phrases mention without a declaration.
  ///
  /// - Parameter isComplete: Whether all mentioned slots are known.
  mutating func parameters(
    of intent: String, _ node: Node?, mentioned: [MentionedSlot], isComplete: Bool
  ) -> [IntentsFileContents.Parameter] {
    var parameters: [IntentsFileContents.Parameter] = []
    for (name, node) in pairs(of: node, what: "parameters").prefix(Self.maxParameters + 1) {
      let slot = mentioned.first { $0.name == name }
      parameters.append(parameter(name, node, of: intent, slot: slot, isFillable: slot != nil || !isComplete))
    }
    for slot in mentioned where !parameters.contains(where: { $0.name == slot.name }) {
      let list = slot.list ?? slot.name
      let type = slot.numberType ?? .list(list)
      let otherLists = slot.lists.filter { FileParameterType.list($0) != type }
      if !hasList(list), slot.numberType == nil, let place = slot.phrase.location {
        let reason = "{\(slot.name)} in \"\(slot.phrase.text)\" is neither a parameter of \(intent) nor a list; \(listChoices)"
        faults.append(.init(location: place, reason: reason))
      }
      parameters.append(
        .init(
          name: slot.name, title: slot.name, type: type, otherLists: otherLists, spelledOut: slot.spelledOut, isRequired: false,
          prompt: nil, defaultValue: nil, location: slot.phrase.location ?? .init(file: file, line: 1)))
      checkLists(otherLists, filling: slot.name, of: intent, as: type, in: slot.spelledOut)
    }
    if parameters.count > Self.maxParameters {
      let excess = parameters[Self.maxParameters]
      let reason = "{\(excess.name)} is one parameter too many; the maximum is \(Self.maxParameters)"
      faults.append(.init(location: excess.location, reason: reason))
    }
    return parameters
  }

  private mutating func parameter(
    _ name: String, _ node: Node, of intent: String, slot: MentionedSlot?, isFillable: Bool
  ) -> IntentsFileContents.Parameter {
    let allowed =
      ["list", "type", "range", "step", "required", "prompt", "title", "default", "multiple"]
      + (isApp ? ["disambiguation", "resolve"] : [])
    let entries = entries(of: node, allowed: allowed, what: "the parameter \(name)")
    let type = type(of: name, node, entries, of: intent, slot: slot)
    if let required = entries["required"], required.bool == nil { fault(required, "\"required\" must be true or false") }
    if !isFillable, entries["prompt"] == nil, entries["default"] == nil, !isApp {
      fault(node, "no phrase of \(intent) mentions {\(name)}, which has no \"prompt\", so it can never be filled")
    }
    let otherLists = slot?.lists.filter { FileParameterType.list($0) != type } ?? []
    let spelledOut = entries["type"] == nil ? slot?.spelledOut : nil
    checkLists(otherLists, filling: name, of: intent, as: type, in: spelledOut)
    let isMultiple = flag(entries["multiple"], what: "multiple", default: false)
    let defaultValue = entries["default"].flatMap {
      identifier($0, what: "the default of \(name)", type: type, otherLists: otherLists, isMultiple: isMultiple)
    }
    return .init(
      name: name, title: text(entries["title"]) ?? name, type: type, otherLists: otherLists,
      spelledOut: spelledOut, isRequired: entries["required"]?.bool ?? false,
      prompt: plainText(entries["prompt"], what: "the \"prompt\" of \(name)"), defaultValue: defaultValue,
      disambiguation: text(entries["disambiguation"]),
      isResolvedByApp: flag(entries["resolve"], what: "resolve", default: false), isMultiple: isMultiple,
      location: location(node))
  }

  private mutating func type(
    of name: String, _ node: Node, _ entries: [String: Node], of intent: String, slot: MentionedSlot?
  ) -> FileParameterType {
    for key in ["range", "step"] {
      guard let node = entries[key], entries["type"]?.string != "number" else { continue }
      fault(node, "only a parameter of \"type: number\" has a \"\(key)\"")
    }
    if let typeNode = entries["type"] {
      if entries["list"] != nil { fault(typeNode, "the parameter \(name) can have a \"list\" or a \"type\", not both") }
      guard let type = FileParameterType.named.first(where: { $0.name == typeNode.string })?.type else {
        let known = FileParameterType.named.map(\.name).joined(separator: ", ")
        fault(typeNode, "there is no type \"\(typeNode.string ?? "")\"; the types are: \(known)")
        return .text
      }
      guard case .number = type else { return type }
      let numbers = numbers(range: entries["range"], step: entries["step"])
      if let node = entries["range"], let said = slot?.numberType?.bounds, let bounds = numbers.bounds,
        said.lowerBound < bounds.lowerBound || said.upperBound > bounds.upperBound
      {
        warn(
          node,
          "phrases have numbers from \(said.lowerBound) to \(said.upperBound) for \(name), and those outside its range are "
            + "refused; use the same bounds")
      }
      return numbers
    }
    if let type = slot?.numberType {
      if let list = entries["list"] {
        fault(
          list,
          "phrases fill \(name) of \(intent) with numbers, so it cannot have a \"list\"; remove it, or use two parameters")
      }
      return type
    }
    let list = entries["list"]?.string ?? slot?.list ?? name
    if !hasList(list) {
      fault(node, "the parameter \(name) of \(intent) needs a list or a type; \"\(list)\" is not a list; \(listChoices)")
    }
    return .list(list)
  }

  /// Reads the bounds of a number, and the step of a number with decimals.
  private mutating func numbers(range: Node?, step: Node?) -> FileParameterType {
    guard let range else {
      if let step { fault(step, "a \"step\" needs a \"range\", as in { type: number, range: [5, 30], step: 0.5 }") }
      return .number(nil)
    }
    guard let step else {
      let bounds = (range.sequence ?? []).compactMap(\.int)
      guard bounds.count == 2, range.sequence?.count == 2, bounds[0] <= bounds[1] else {
        fault(range, "\"range\" must be two whole numbers, the smaller one first: [0, 100]; with decimals, it needs a \"step\"")
        return .number(nil)
      }
      return .number(bounds[0]...bounds[1])
    }
    let bounds = (range.sequence ?? []).compactMap { $0.string.flatMap { DecimalNumber($0) } }
    guard bounds.count == 2, range.sequence?.count == 2, let distance = step.string.flatMap({ DecimalNumber($0) }),
      let decimals = DecimalRange(from: bounds[0], through: bounds[1], step: distance)
    else {
      fault(
        step,
        "\"range\" and \"step\" must be numbers with up to two decimals, the smaller bound first, and a step above 0: "
          + "range: [5, 30], step: 0.5")
      return .number(nil)
    }
    return .decimal(decimals)
  }

  /// Reads the identifier of a value that a file gives to a parameter, because each request with another one would fail.
  ///
  /// - Parameter what: The value in faults, as in `the default of level`.
  mutating func identifier(
    _ node: Node, what: String, type: FileParameterType, otherLists: [String], isMultiple: Bool
  ) -> String? {
    guard let text = text(node) else { return nil }
    guard !text.isEmpty else {
      fault(node, "\(what) is empty; write a value, or remove the entry")
      return nil
    }
    switch type {
    case .list(let name):
      let lists = self.lists.filter { $0.name == name || otherLists.contains($0.name) }
      // The values of a dynamic list are not known yet.
      guard !lists.isEmpty, lists.allSatisfy({ $0.source == nil }) else { return text }
      let identifiers = lists.flatMap(\.values).map(\.value.identifier)
      for value in isMultiple ? ValueList.values(of: text) : [text] where !identifiers.contains(value) {
        fault(node, "\"\(value)\" is not in the list \"\(name)\"; its values are: \(identifiers.joined(separator: ", "))")
      }
    case .number(let range):
      guard let number = node.int else {
        fault(node, "\(what) must be a whole number")
        return nil
      }
      if let range, !range.contains(number) {
        fault(node, "\(what) is outside its range, \(range.lowerBound) to \(range.upperBound)")
      }
      return String(number)
    case .decimal(let range):
      guard let number = DecimalNumber(text), range.contains(number) else {
        fault(node, "\(what) must be \(type.form)")
        return nil
      }
      return number.description
    case .boolean:
      guard let answer = ["yes": true, "no": false][text] ?? node.bool else {
        fault(node, "\(what) must be \(type.form)")
        return nil
      }
      return answer ? "yes" : "no"
    case .amount, .day, .time, .dayAndTime, .duration, .text:
      if !type.hasValue(identifiedBy: text) { fault(node, "\(what) must be \(type.form)") }
    }
    return text
  }

  /// Reports lists with other values than those of a parameter's type, because each request with one of them would fail.
  ///
  /// - Parameter range: The numbers that phrases spell out; nil if they do not.
  private mutating func checkLists(
    _ lists: [String], filling parameter: String, of intent: String, as type: FileParameterType, in range: DecimalRange?
  ) {
    let types = [type] + [range.map(FileParameterType.decimal)].compactMap(\.self)
    // The values of a dynamic list are not known yet.
    for list in self.lists where lists.contains(list.name) && list.source == nil {
      let misfits = types.compactMap { type in
        list.values.first { !type.hasValue(identifiedBy: $0.value.identifier) }.map { (value: $0.value, form: type.form) }
      }
      guard let (value, form) = misfits.first else { continue }
      let reason =
        "\"\(value.identifier)\" in the list \"\(list.name)\" must be \(form), because phrases fill \(parameter) of \(intent) from "
        + "this list; give the value such an \"id\", or use another parameter in these phrases"
      faults.append(.init(location: value.location ?? list.location, reason: reason))
    }
  }

  private func hasList(_ name: String) -> Bool { lists.contains { $0.name == name } }

  /// The names of the lists, for a fault.
  private var listChoices: String {
    lists.isEmpty ? "no lists are defined" : "the lists are: \(lists.map(\.name).sorted().joined(separator: ", "))"
  }

  // MARK: Mentioned slots

  struct MentionedSlot {
    let name: String
    /// The list of the first mention; nil if a mention has only the name of the slot, which is then the list.
    var list: String?
    /// All lists that are mentioned.
    var lists: [String] = []
    /// The range of all numbers that are spelled out; nil if there are none.
    var numbers: ClosedRange<Int>?
    /// The same numbers with their steps.
    var steps: DecimalRange?
    /// The range of all numbers with decimals; nil if there are none.
    var decimals: DecimalRange?
    let phrase: Grammar.Phrase

    /// The type of the numbers that phrases have; nil if there are none.
    var numberType: FileParameterType? {
      guard let decimals else { return numbers.map { .number($0) } }
      let whole = numbers.map {
        DecimalRange(clamping: DecimalNumber($0.lowerBound)...DecimalNumber($0.upperBound), step: DecimalNumber(1))
      }
      return .decimal(whole.map(decimals.union) ?? decimals)
    }

    /// The numbers if phrases spell out each of them; nil otherwise.
    var spelledOut: DecimalRange? { decimals == nil ? steps : nil }
  }

  private static let maxMentions = 1_000_000
  private static let maxParameters = 100
  private static let maxRuleDepth = 64

  /// Returns the slots of phrases and of their rules, and whether these are all; a rule that is not defined is a fault.
  mutating func mentionedSlots(in phrases: [Grammar.Phrase]) -> (slots: [MentionedSlot], isComplete: Bool) {
    let before = mentionCount
    var ruleDepth = 0
    var isComplete = true
    var found: [MentionedSlot] = []
    // Visit each rule once per phrase; a second visit finds the same slots.
    var visited: Set<String> = []
    func visit(_ template: Template, of rule: String? = nil, in phrase: Grammar.Phrase) {
      mentionCount += 1
      guard mentionCount <= Self.maxMentions else {
        isComplete = false
        return
      }
      switch template {
      case .word: break
      case .slot(let name, let list): add(name, list, nil, phrase)
      case .range(let range, let slot):
        add(slot, nil, range.from...range.through, phrase)
        guard let index = found.firstIndex(where: { $0.name == slot }) else { break }
        let numbers = DecimalRange(
          clamping: DecimalNumber(range.from)...DecimalNumber(range.through), step: DecimalNumber(range.step))
        found[index].steps = found[index].steps.map(numbers.union) ?? numbers
      case .decimals(let range, let slot):
        add(slot, nil, nil, phrase)
        guard let index = found.firstIndex(where: { $0.name == slot }) else { break }
        found[index].decimals = found[index].decimals.map(range.union) ?? range
      case .optional(let part): visit(part, of: rule, in: phrase)
      case .sequence(let parts), .alternatives(let parts), .permutation(let parts):
        for part in parts { visit(part, of: rule, in: phrase) }
      case .rule(let name):
        guard let other = rules[name] else {
          isComplete = false
          faultUndefined(name, at: rule.flatMap { rulePlaces[$0] } ?? phrase.location)
          return
        }
        if ruleDepth < Self.maxRuleDepth, visited.insert(name).inserted {
          ruleDepth += 1
          visit(other, of: name, in: phrase)
          ruleDepth -= 1
        }
      }
    }
    func add(_ name: String, _ list: String?, _ numbers: ClosedRange<Int>?, _ phrase: Grammar.Phrase) {
      guard let index = found.firstIndex(where: { $0.name == name }) else {
        guard found.count <= Self.maxParameters else {
          isComplete = false
          return
        }
        found.append(MentionedSlot(name: name, list: list, lists: list.map { [$0] } ?? [], numbers: numbers, phrase: phrase))
        return
      }
      if let list, !found[index].lists.contains(list) { found[index].lists.append(list) }
      if list == nil, hasList(name) { found[index].list = nil }
      guard let numbers else { return }
      let known = found[index].numbers ?? numbers
      found[index].numbers = min(numbers.lowerBound, known.lowerBound)...max(numbers.upperBound, known.upperBound)
    }
    for phrase in phrases {
      visited = []
      visit(phrase.template, in: phrase)
    }
    if before <= Self.maxMentions, mentionCount > Self.maxMentions, let place = phrases.last?.location {
      faults.append(
        .init(
          location: place, reason: "the phrases up to here and their rules have more than \(Self.maxMentions) parts; use fewer"))
    }
    return (found, isComplete)
  }

  /// Reports a rule that is not defined, once for each place; a rule that cannot be read is reported itself.
  mutating func faultUndefined(_ rule: String, at place: Grammar.Location?) {
    guard rulePlaces[rule] == nil, let place else { return }
    let known = rulePlaces.keys.sorted().joined(separator: ", ")
    let fault = IntentsFileError.Fault(
      location: place,
      reason: "the rule <\(rule)> is not defined; " + (known.isEmpty ? "the file has no \"rules\"" : "the rules are: \(known)"))
    if !faults.contains(fault) { faults.append(fault) }
  }
}

import VocativeUnderstanding

/// Creates an assistant from Home Assistant's sentences and a home.
struct HomeAssistantImporter {
  private let sentences: HomeAssistantSentences
  /// The area of the box, for sentences about the speaker's own room; nil if it is unknown.
  private let area: HomeAssistantHouse.Named?
  /// All lists; the files' own lists take precedence over those of the home.
  private let lists: [String: HomeAssistantList]
  /// The sections that the home has without anything in them, by the list that they would fill.
  private let emptySections: [String: (name: String, location: Grammar.Location)]
  /// The lists of these sections that sentences use.
  private var missedLists: Set<String> = []
  /// The contents of each intent's slots.
  private var slots: [String: [String: HomeAssistantSlot]] = [:]
  private(set) var assistant: ImportedAssistant
  private(set) var notes: ImportNotes

  /// A rule before and after every phrase, for words that may be spoken and have no meaning.
  private static let skippedRule = "skip_words"
  private static let maxForms = 64

  init(
    sentences: HomeAssistantSentences, house: HomeAssistantHouse, area: HomeAssistantHouse.Named?,
    into assistant: ImportedAssistant, notes: ImportNotes
  ) {
    (self.sentences, self.area, self.assistant, self.notes) = (sentences, area, assistant, notes)
    let sections = [("area", "areas", house.areas), ("floor", "floors", house.floors), ("name", "entities", house.entities)]
    var lists = sentences.lists
    var empty: [String: (name: String, location: Grammar.Location)] = [:]
    for (list, section, things) in sections where lists[list] == nil {
      if !things.isEmpty {
        lists[list] = HomeAssistantList(things: things)
      } else if let location = house.locations[section] {
        lists[list] = .values([])
        empty[list] = (section, location)
      }
    }
    (self.lists, emptySections) = (lists, empty)
  }

  /// Adds every usable sentence and notes the rest.
  mutating func run() {
    if !sentences.skipWords.isEmpty {
      let words = sentences.skipWords.sorted { $0.count > $1.count }.map(\.escapedForTemplate)
      assistant.rules[Self.skippedRule] = "[\(words.joined(separator: "|"))]"
    }
    for block in sentences.blocks { collectSlots(of: block) }
    for block in sentences.blocks { add(block) }
    for index in assistant.intents.indices {
      let slots = slots[assistant.intents[index].name] ?? [:]
      let said = Set(assistant.intents[index].mentionedSlots(rules: assistant.rules))
      assistant.intents[index].numbers = slots.sorted { $0.key < $1.key }.compactMap { name, slot in
        said.contains(name) ? slot.numbers.map { (name, $0) } : nil
      }
      // Home Assistant calls the slot of a thing "name", but "Which name?" is not a question about a lamp.
      if said.contains("name") { assistant.intents[index].titles = [("name", "device")] }
      setResponse(ofIntentAt: index)
    }
  }

  // MARK: Sentences

  private mutating func collectSlots(of block: HomeAssistantSentences.Block) {
    let scope = HomeAssistantScope(block: block, sentences: sentences, lists: lists)
    for (name, value) in block.slots { slots[block.intent, default: [:]][name, default: .init()].add(constant: value) }
    for sentence in block.sentences {
      for mention in (try? scope.mentions(in: sentence.text)) ?? [] {
        slots[block.intent, default: [:]][mention.slot, default: .init()].add(mention.list)
      }
    }
  }

  private mutating func add(_ block: HomeAssistantSentences.Block) {
    let scope = HomeAssistantScope(block: block, sentences: sentences, lists: lists)
    for sentence in block.sentences {
      do throws(Obstacle) {
        try add(try forms(of: sentence.text, block, scope), of: block, at: sentence.location)
      } catch {
        notes.leaveOut(sentence.location, "\"\(sentence.text)\" of \(block.intent): \(error.reason)")
      }
    }
  }

  /// Adds the forms of a sentence.
  ///
  /// - Throws: `Obstacle` if none of them can be a phrase.
  private mutating func add(
    _ forms: [Form], of block: HomeAssistantSentences.Block, at location: Grammar.Location
  ) throws(Obstacle) {
    var obstacles: [Obstacle] = []
    for form in forms {
      do throws(Obstacle) {
        let phrase = try HomeAssistantPhrase(
          form.text, of: block, scope: form.scope, slots: slots[block.intent] ?? [:], area: area, in: assistant)
        add(phrase, of: block.intent, at: location)
      } catch {
        obstacles.append(error)
      }
    }
    // A form may lack the slot that provides the required context.
    if let last = obstacles.last, obstacles.count == forms.count { throw last }
  }

  private mutating func add(_ phrase: HomeAssistantPhrase, of intent: String, at location: Grammar.Location) {
    assistant = phrase.assistant
    var text = phrase.text
    if !sentences.skipWords.isEmpty { text = "<\(Self.skippedRule)> \(text) <\(Self.skippedRule)>" }
    for (name, value) in phrase.constants {
      let list = assistant.addList("\(name)_\(value.asName)", [.init(identifier: value, spoken: [""])])
      text += " {\(list):\(name)}"
    }
    assistant.add(.init(text: text, location: location), to: intent)
  }

  // MARK: Forms

  private typealias Obstacle = HomeAssistantScope.Obstacle
  private typealias Form = (text: String, scope: HomeAssistantScope)

  /// Returns the forms of a sentence that become phrases, none if it needs something that the home does not have.
  ///
  /// - Throws: `Obstacle` if the sentence is not valid, a slot cannot be filled or a rule is missing.
  private mutating func forms(
    of sentence: String, _ block: HomeAssistantSentences.Block, _ scope: HomeAssistantScope
  ) throws(Obstacle) -> [Form] {
    let mentions = try scope.mentions(in: sentence)
    do throws(TemplateError) {
      _ = try Template(sentence)
    } catch {
      throw Obstacle(reason: "\(error)")
    }
    guard let form = try possible(sentence, mentions, block, scope) else { return [] }
    var forms = [form]
    for slot in block.fixedSlots where mentions.contains(where: { $0.slot == slot }) {
      guard forms.count < Self.maxForms else {
        throw Obstacle(reason: "it has too many optional slots with a fixed value")
      }
      // The form that does not fill the slot receives the fixed value, and comes first because the whole sentence matches it too.
      forms = forms.flatMap { form -> [Form] in
        guard let shorter = form.scope.omitting({ $1 == slot }, from: form.text), shorter.text != form.text else { return [form] }
        return [shorter, form]
      }
    }
    return forms
  }

  /// Returns a sentence without the forms that need a list without values; nil if all need one that the home does not have.
  private mutating func possible(
    _ sentence: String, _ mentions: [HomeAssistantScope.Mention], _ block: HomeAssistantSentences.Block,
    _ scope: HomeAssistantScope
  ) throws(Obstacle) -> Form? {
    let empty = mentions.filter { $0.list.listed.map(block.fitting)?.isEmpty == true }.map(\.listName)
    guard !empty.isEmpty else { return (sentence, scope) }
    for list in empty {
      guard let section = emptySections[list], missedLists.insert(list).inserted else { continue }
      notes.leaveOut(section.location, "the home has no \(section.name), so the sentences have no {\(list)}")
    }
    if let form = scope.omitting({ list, _ in empty.contains(list) }, from: sentence) { return form }
    if let list = empty.first(where: { emptySections[$0] == nil }) { throw block.obstacle(ofEmptyList: list) }
    return nil
  }

  // MARK: Responses

  private mutating func setResponse(ofIntentAt index: Int) {
    let intent = assistant.intents[index]
    guard let known = sentences.responses[intent.name], !known.isEmpty else { return }
    let kept = Set(intent.phrases.map(\.location))
    let blocks = sentences.blocks.filter { block in
      block.intent == intent.name && block.sentences.contains { kept.contains($0.location) }
    }
    let given = Set(blocks.map(\.response)).compactMap { known[$0] }
    guard let first = given.min(by: { $0.location.line < $1.location.line }) else { return }
    let isOne = Set(given.map(\.text)).count == 1
    guard !isOne || !first.text.trimmed.isEmpty else { return }
    let slots = Set(intent.mentionedSlots(rules: assistant.rules))
    guard isOne, let response = HomeAssistantResponse(first.text, slots: slots).template else {
      let why = isOne ? "is a Jinja template that uses more than slot names" : "depends on the spoken sentence"
      notes.change(
        first.location,
        "the response of \(intent.name) \(why); the response is \"\(ImportedAssistant.Intent.plainResponse)\" instead")
      return
    }
    assistant.intents[index].response = response
  }
}

extension HomeAssistantList {
  /// Creates a list of items in a home.
  fileprivate init(things: [HomeAssistantHouse.Named]) {
    self = .values(
      things.flatMap { thing in
        thing.names.map { name in
          Value(
            spoken: name.escapedForTemplate, identifier: thing.identifier, context: thing.context, location: thing.location)
        }
      })
  }
}

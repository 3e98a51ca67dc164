import VocativeUnderstanding

/// Creates an assistant from Home Assistant's sentences and a home.
struct HomeAssistantImporter {
  private let sentences: HomeAssistantSentences
  /// The area of the box, for sentences about the speaker's own room; nil if it is unknown.
  private let area: HomeAssistantHouse.Named?
  /// All lists; the files' own lists take precedence over those of the home.
  private let lists: [String: HomeAssistantList]
  /// The contents of each intent's slots.
  private var slots: [String: [String: HomeAssistantSlot]] = [:]
  private(set) var assistant: ImportedAssistant
  private(set) var notes: ImportNotes

  /// A rule before and after every phrase, for words that may be spoken and have no meaning.
  private static let skippedRule = "skip_words"

  init(
    sentences: HomeAssistantSentences, house: HomeAssistantHouse, area: HomeAssistantHouse.Named?,
    into assistant: ImportedAssistant, notes: ImportNotes
  ) {
    (self.sentences, self.area, self.assistant, self.notes) = (sentences, area, assistant, notes)
    let things = [("area", house.areas), ("floor", house.floors), ("name", house.entities)]
    var lists = sentences.lists
    for (name, things) in things where !things.isEmpty && lists[name] == nil { lists[name] = HomeAssistantList(things: things) }
    self.lists = lists
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
      do throws(HomeAssistantPhrase.Obstacle) {
        let phrase = try HomeAssistantPhrase(
          sentence.text, of: block, scope: scope, slots: slots[block.intent] ?? [:], area: area, in: assistant)
        var text = phrase.text
        do throws(TemplateError) {
          _ = try Template(text)
        } catch {
          throw HomeAssistantPhrase.Obstacle(reason: "\(error)")
        }
        assistant = phrase.assistant
        if !sentences.skipWords.isEmpty { text = "<\(Self.skippedRule)> \(text) <\(Self.skippedRule)>" }
        for (name, value) in phrase.constants {
          let list = assistant.addList("\(name)_\(value.asName)", [.init(identifier: value, spoken: [""])])
          text += " {\(list):\(name)}"
        }
        assistant.add(.init(text: text, location: sentence.location), to: block.intent)
      } catch {
        notes.leaveOut(sentence.location, "\"\(sentence.text)\" of \(block.intent): \(error.reason)")
      }
    }
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

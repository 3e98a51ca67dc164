package import VocativeUnderstanding

extension [ListedValue] {
  /// The values for a grammar, in which a name that several values share becomes a value of its own.
  ///
  /// A full name belongs to the first value that has it, even if it is a shorter name of another value. Asking which of two
  /// values with the same name is meant would not help.
  package var grammarValues: [Grammar.Value] {
    let fullNames = Set(compactMap(\.value.spoken.first))
    var takenFullNames: Set<Template> = []
    var owners: [Template: Set<String>] = [:]
    for value in map(\.value) {
      for name in value.spoken { owners[name, default: []].insert(value.identifier) }
    }
    func isShared(_ name: Template) -> Bool {
      // A template with alternatives is not a single name; the first value that matches the words gets them.
      name.plainWords?.isEmpty == false && !fullNames.contains(name) && (owners[name]?.count ?? 0) > 1
    }
    let own: [Grammar.Value] = map(\.value).compactMap { value in
      let names = value.spoken.enumerated().filter { index, name in
        if index == 0 { return takenFullNames.insert(name).inserted }
        return !isShared(name) && !(name.plainWords != nil && fullNames.contains(name))
      }
      guard !names.isEmpty else { return nil }
      return Grammar.Value(
        identifier: value.identifier, spoken: names.map(\.element), pronunciations: value.pronunciations,
        location: value.location)
    }
    return own + shared(where: isShared)
  }

  private func shared(where isShared: (Template) -> Bool) -> [Grammar.Value] {
    var names: [Template] = []
    for name in flatMap(\.value.spoken) where isShared(name) && !names.contains(name) { names.append(name) }
    let pronunciations = reduce(into: [String: [String]]()) { $0.merge($1.value.pronunciations) { first, _ in first } }
    let identifiers = Set(map(\.value.identifier))
    return names.map { name in
      let words = name.plainWords?.joined(separator: " ") ?? ""
      // The identifier of one of the values would select it, and a question mark is not a part of the words.
      return Grammar.Value(
        identifier: identifiers.contains(words) ? words + "?" : words, spoken: [name], pronunciations: pronunciations)
    }
  }
}

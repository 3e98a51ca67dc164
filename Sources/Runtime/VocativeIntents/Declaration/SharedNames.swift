package import VocativeUnderstanding

extension [ListedValue] {
  /// The values for a grammar, in which a name that several values share becomes a value of its own.
  ///
  /// A full name belongs to the first value that has it, even if it is a shorter name of another value. Several values with the
  /// same full name share it if dialogs call them differently; otherwise, asking which one is meant would not help.
  package var grammarValues: [Grammar.Value] {
    let fullNames = Dictionary(grouping: self.filter { !$0.value.spoken.isEmpty }) { $0.value.spoken[0] }
    let sharedFullNames = Set(
      fullNames.filter { $0.value.count > 1 && Set($0.value.map { SpokenText.words(of: $0.display) }).count > 1 }.keys)
    var takenFullNames: Set<Template> = []
    var owners: [Template: Set<String>] = [:]
    for value in map(\.value) {
      for name in value.spoken { owners[name, default: []].insert(value.identifier) }
    }
    func isShared(_ name: Template) -> Bool {
      // A template with alternatives is not a single name; the first value that matches the words gets them.
      guard name.plainWords?.isEmpty == false, (owners[name]?.count ?? 0) > 1 else { return false }
      return fullNames[name] == nil || sharedFullNames.contains(name)
    }
    let own: [Grammar.Value] = map(\.value).compactMap { value in
      let names = value.spoken.enumerated().filter { index, name in
        guard !isShared(name) else { return false }
        if index == 0 { return takenFullNames.insert(name).inserted }
        return name.plainWords == nil || fullNames[name] == nil
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

public import PocketSphinx

extension Grammar {
  /// Returns the grammar in which each sound is the name of one value of a ranked list, the first that has it.
  ///
  /// Words that are written alike are one name, which a person is asked about.
  ///
  /// - Returns: The grammar, and the number of names of later values that were removed.
  public func removingSoundalikes(by lexicon: Lexicon) -> (grammar: Grammar, removed: Int) {
    var grammar = self
    var removed = 0
    for name in rankedLists {
      guard let values = lists[name] else { continue }
      var owners: [[String]: (identifier: String, words: [String])] = [:]
      grammar.lists[name] = values.map { value in
        let kept = value.spoken.filter { spoken in
          guard let words = spoken.plainWords, let phones = phones(of: words, in: value, by: lexicon) else { return true }
          guard let owner = owners[phones] else {
            owners[phones] = (value.identifier, words)
            return true
          }
          guard owner.identifier != value.identifier, owner.words != words else { return true }
          removed += 1
          return false
        }
        return kept.count == value.spoken.count
          ? value
          : Value(identifier: value.identifier, spoken: kept, pronunciations: value.pronunciations, location: value.location)
      }.filter { !$0.spoken.isEmpty }
    }
    return (grammar, removed)
  }

  /// Two names of different values of a list that sound alike.
  package struct Soundalike: Sendable {
    /// A name of a value, and the place of the value.
    package struct Name: Sendable {
      /// The identifier of the value.
      package let identifier: String
      /// The name in dictionary words.
      package let words: [String]
      /// The place of the value.
      package let location: Location
    }

    /// The name of the list.
    package let list: String
    /// The name that comes first in the list.
    package let first: Name
    /// The other name.
    package let other: Name
  }

  /// Returns the names that sound like an earlier one of another value, among the values that a file lists.
  package func soundalikes(by lexicon: Lexicon) -> [Soundalike] {
    lists.sorted { $0.key < $1.key }.flatMap { list, values in
      var owners: [[String]: Soundalike.Name] = [:]
      return values.flatMap { value in
        value.spoken.compactMap { spoken -> Soundalike? in
          guard let location = value.location, let words = spoken.plainWords,
            let phones = phones(of: words, in: value, by: lexicon)
          else { return nil }
          let name = Soundalike.Name(identifier: value.identifier, words: words, location: location)
          guard let owner = owners[phones] else {
            owners[phones] = name
            return nil
          }
          guard owner.identifier != name.identifier, owner.words != words else { return nil }
          return Soundalike(list: list, first: owner, other: name)
        }
      }
    }
  }

  /// Returns the first pronunciation of a name; nil if a word has none.
  private func phones(of words: [String], in value: Value, by lexicon: Lexicon) -> [String]? {
    if words.count > 1, let joint = value.pronunciations[words.joined(separator: " ")] { return joint }
    return lexicon.phones(of: words)
  }
}

/// The words for the types of the property `RELATED`.
enum RelationshipWords {
  /// The types of people who are not related.
  private static let ignored: Set<String> = ["me", "contact", "met", "text", "uri", "pref"]
  /// The types whose other direction has another name; the other standard types are the same in both directions.
  private static let inverse = ["parent": "child", "child": "parent"]
  private static let symmetric: Set<String> = [
    "friend", "co-worker", "colleague", "co-resident", "neighbor", "sibling", "spouse", "kin", "sweetheart",
  ]
  /// The words that say the gender too; the type itself is always understood.
  private static let gendered: [String: (female: [String], male: [String])] = [
    "parent": (["mother", "mom"], ["father", "dad"]), "child": (["daughter"], ["son"]),
    "sibling": (["sister"], ["brother"]), "spouse": (["wife"], ["husband"]),
  ]
  private static let others = ["kin": "relative", "co-worker": "coworker"]

  /// Returns the words for somebody of a type, most specific first.
  ///
  /// - Parameter gender: The value of the property `GENDER`, which begins with `F` or `M`.
  static func words(for types: [String], gender: String?) -> [String] {
    var words: [String] = []
    for type in types where !ignored.contains(type) {
      let type = type.hasPrefix("x-") ? String(type.dropFirst(2)) : type
      switch gender?.uppercased().first {
      case "F": words += gendered[type]?.female ?? []
      case "M": words += gendered[type]?.male ?? []
      default: break
      }
      words.append(others[type] ?? type.replacing("-", with: " "))
    }
    return words
  }

  /// Returns the types in the other direction: somebody whose parent is the owner is the owner's child.
  static func inverse(of types: [String]) -> [String] {
    types.compactMap { inverse[$0] ?? (symmetric.contains($0) ? $0 : nil) }
  }
}

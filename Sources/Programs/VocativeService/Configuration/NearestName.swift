/// Finds the most similar name, for suggestions.
package enum NearestName {
  /// Returns the name with the smallest optimal string alignment distance to `word`: insertions, deletions, substitutions and
  /// swaps of neighbours; nil if a third of the characters differ, because then nothing suggests that it was meant.
  ///
  /// The first of several wins.
  package static func of(_ word: String, among names: [String]) -> String? {
    let nearest = names.map { (name: $0, distance: distance(word, $0)) }.min { $0.distance < $1.distance }
    guard let nearest, nearest.distance <= (max(word.count, nearest.name.count) + 2) / 3 else { return nil }
    return nearest.name
  }

  static func distance(_ one: String, _ other: String) -> Int {
    let (one, other) = (Array(one.lowercased()), Array(other.lowercased()))
    var rows = [Array(0...other.count)]
    for (row, character) in one.enumerated() {
      var next = [row + 1]
      for column in other.indices {
        let substituted = rows[row][column] + (character == other[column] ? 0 : 1)
        var least = min(substituted, rows[row][column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, character == other[column - 1], one[row - 1] == other[column] {
          least = min(least, rows[row - 1][column - 1] + 1)
        }
        next.append(least)
      }
      rows.append(next)
    }
    return rows[one.count][other.count]
  }
}

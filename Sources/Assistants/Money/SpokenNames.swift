import VocativeUnderstanding

/// What people call something with a name of several words.
enum SpokenNames {
  /// The whole name first, then each shorter end of it; what two things would share, the runtime uses for neither.
  static func of(_ name: String) -> [String] {
    let words = SpokenText.words(of: name)
    return words.indices.map { words[$0...].joined(separator: " ") }
  }

  /// An identifier that people can read, from the name a thing has when it is made.
  static func identifier(for name: String) -> String {
    let words = SpokenText.words(of: name)
    return words.isEmpty ? name : words.joined(separator: "-")
  }
}

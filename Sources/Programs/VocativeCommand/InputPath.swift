import ArgumentParser

/// Checks input paths.
enum InputPath {
  /// Requires paths with a name, because an error could not show an empty one.
  ///
  /// - Throws: `ValidationError` with the option or the argument.
  static func requireNamed(_ paths: [String?], _ argument: String) throws {
    guard !paths.contains("") else { throw ValidationError("\(argument): the path is empty") }
  }
}

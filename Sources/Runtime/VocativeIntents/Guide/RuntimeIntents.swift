/// Intents of a program itself, which a person can use beside those of any assistants.
///
/// An assistant that has the same sentence takes precedence.
public struct RuntimeIntents: Sendable {
  let intents: [IntentDefinition]
  let dependencies: Dependencies

  /// Creates the intents of features, with their dependencies.
  public init(features: [Feature], dependencies: Dependencies) {
    (intents, self.dependencies) = (features.flatMap(\.intents), dependencies)
  }
}

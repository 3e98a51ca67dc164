import VocativeUnderstanding

extension EvaluationManifest.Entry {
  /// Checks that the recording has none of the keyphrases, so that a hit in it is a false alarm.
  ///
  /// - Parameter remedy: The advice for a recording that has one.
  /// - Throws: `EvaluationManifestError` if it has one by its expectation or its transcript, or a wake phrase without a name.
  public func requireNone(of keyphrases: [String], remedy: String) throws {
    if wake { throw error("the recording has a wake phrase; name it in \"phrases\" instead of \"wake\"") }
    let said = transcript.map(SpokenText.words)
    let phrase = keyphrases.first { keyphrase in
      if case .spotted(let phrases) = expectation, phrases.contains(keyphrase) { return true }
      return said?.contains(run: SpokenText.words(of: keyphrase)) == true
    }
    if let phrase { throw error("the recording has \"\(phrase)\", so a hit in it is not a false alarm; \(remedy)") }
  }
}

extension [String] {
  /// Whether the words contain others as a contiguous run.
  func contains(run: [String]) -> Bool {
    !run.isEmpty && count >= run.count && (0...(count - run.count)).contains { self[$0...].starts(with: run) }
  }
}

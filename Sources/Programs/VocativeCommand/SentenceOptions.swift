import ArgumentParser
import Vocative

/// Options for the end of a sentence, and for its acceptance.
struct SentenceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The patience at the end of a sentence: patient, usual, quick, or the pause in seconds that ends it (default: usual).",
      valueName: "patience"), transform: Self.patience)
  var patience: Patience?

  @Option(
    help: ArgumentHelp(
      "The confidence below which a phrase is rejected: lenient, usual, strict, or a number from 0 to 1 (default: usual).",
      valueName: "confidence"), transform: Self.minConfidence)
  var minConfidence: MinConfidence?

  /// The turn loop's settings, with the user's thresholds.
  var configuration: TurnLoop.Configuration {
    var configuration = TurnLoop.Configuration()
    configuration.calibration = .user
    if let patience { configuration.patience = patience }
    if let minConfidence { configuration.recognition.minConfidence = minConfidence.value }
    return configuration
  }

  private static func patience(_ text: String) throws -> Patience {
    guard let patience = Patience(text) else {
      throw ValidationError("expected patient, usual, quick, or a number of seconds from 0.2 to 3")
    }
    return patience
  }

  private static func minConfidence(_ text: String) throws -> MinConfidence {
    guard let confidence = MinConfidence(text) else {
      throw ValidationError("expected lenient, usual, strict, or a number from 0 to 1")
    }
    return confidence
  }
}

import VocativeUnderstanding

/// A text from the source with its location.
struct ImportedText {
  let text: String
  let location: Grammar.Location
}

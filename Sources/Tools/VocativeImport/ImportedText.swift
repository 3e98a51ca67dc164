import VocativeUnderstanding

/// A text from the source with its location.
struct ImportedText {
  var text: String
  let location: Grammar.Location
}

import VocativeUnderstanding

/// Something that others wrote, and where it stands.
struct ImportedText {
  let text: String
  let location: Grammar.Location
}

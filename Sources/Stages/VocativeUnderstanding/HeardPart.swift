import PocketSphinx

/// A decoded word of the grammar, or a stretch of free text.
struct HeardPart {
  var segments: [Segment]
  let isText: Bool

  /// Joins consecutive phones of free text.
  static func parts(of segments: [Segment]) -> [HeardPart] {
    var parts: [HeardPart] = []
    for segment in segments {
      let isText = TextLoop.contains(segment.text)
      if isText, parts.last?.isText == true {
        parts[parts.count - 1].segments.append(segment)
      } else {
        parts.append(HeardPart(segments: [segment], isText: isText))
      }
    }
    return parts
  }

  /// Returns the words of a transcript whose middle lies in this part.
  func words(of transcript: Hypothesis?) -> [Segment] {
    guard let first = segments.first?.startFrame, let last = segments.last?.endFrame else { return [] }
    return (transcript?.segments ?? []).filter {
      !$0.text.isFiller && (first...last).contains(($0.startFrame + $0.endFrame) / 2)
    }
  }
}

extension String {
  /// Whether a decoded token is silence, noise or a step without a word.
  var isFiller: Bool { hasPrefix("<") || hasPrefix("[") || hasPrefix("++") || self == "(NULL)" || self == "SIL" }
}

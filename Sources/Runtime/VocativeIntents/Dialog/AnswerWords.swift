import VocativeUnderstanding

/// Common words for common answers.
package enum AnswerWords {
  package static let yes = [
    "yes", "yeah", "yep", "yup", "yes please", "sure", "of course", "okay", "ok", "correct", "that's right", "right", "go ahead",
    "do it", "please do", "i do", "yes do it", "okay yes", "sure go ahead", "that is right", "absolutely", "definitely",
  ]
  static let no = [
    "no", "nope", "no thanks", "no thank you", "not now", "don't", "do not", "wrong", "that's wrong",
    "please don't", "don't do it", "no don't",
  ]
  /// Words that cancel a request, except one whose question is whether to cancel something.
  static let cancelThat = ["cancel that", "cancel it"]
  static let cancel =
    cancelThat + ["cancel", "never mind", "nevermind", "stop", "forget it", "forget about it", "no never mind"]
  /// Answers that decline to give a value.
  package static let decline = ["no", "nope", "no thanks", "no thank you"]
  /// Ordinals for the positions in a list of choices.
  static let places = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]

  /// Returns the names of a position among some choices, including `last` for the last one.
  static func names(ofPlace index: Int, among count: Int) -> [String] {
    guard places.indices.contains(index) else { return [] }
    return [places[index], "number \(SpokenNumber.words(index + 1).joined())"] + (index == count - 1 ? ["last"] : [])
  }

  /// Returns whether the words answer questions of any kind, so that they cannot have another meaning.
  static func areAnswer(_ words: [String]) -> Bool {
    if (yes + no + cancel + decline).contains(words.joined(separator: " ")) { return true }
    var place = words[...]
    if place.first == "the" { place = place.dropFirst() }
    if let last = place.last, ["one", "please"].contains(last), place.first != "number" || place.count > 2 {
      place = place.dropLast()
    }
    return places.indices.contains { names(ofPlace: $0, among: places.count).contains(place.joined(separator: " ")) }
      || place.elementsEqual(["last"])
  }
}

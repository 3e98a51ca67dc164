import VocativeUnderstanding

/// The usual words for the usual answers.
enum AnswerWords {
  static let yes = [
    "yes", "yeah", "yep", "yes please", "sure", "okay", "correct", "that's right", "right", "go ahead", "do it", "please do",
    "i do",
  ]
  static let no = ["no", "nope", "no thanks", "no thank you", "don't", "do not", "wrong", "that's wrong"]
  static let cancel = ["cancel", "never mind", "stop", "forget it", "forget about it"]
  /// Answers to a question for a value that say that there is none.
  static let decline = ["no", "nope", "no thanks", "no thank you"]
  /// Names of the places in a list of choices.
  static let places = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]

  /// The ways of calling the last of some choices, or the one at a place.
  static func names(ofPlace index: Int, among count: Int) -> [String] {
    guard places.indices.contains(index) else { return [] }
    return [places[index], "number \(SpokenNumber.words(index + 1).joined())"] + (index == count - 1 ? ["last"] : [])
  }

  /// Whether words answer questions of any kind: they can't stand for anything else.
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

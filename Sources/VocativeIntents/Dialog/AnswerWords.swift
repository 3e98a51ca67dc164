/// The usual words for the usual answers.
enum AnswerWords {
  static let yes = [
    "yes", "yeah", "yep", "yes please", "sure", "okay", "correct", "that's right", "right", "go ahead", "do it", "please do",
    "i do",
  ]
  static let no = ["no", "nope", "no thanks", "no thank you", "don't", "do not", "wrong", "that's wrong"]
  static let cancel = ["cancel", "never mind", "stop", "forget it", "forget about it"]
}

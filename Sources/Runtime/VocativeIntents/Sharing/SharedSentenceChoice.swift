public import Foundation

/// The assistant that a person chose for a sentence that several assistants share.
public struct SharedSentenceChoice: Equatable, Sendable, Codable {
  /// The sentence for which the question was asked.
  public let sentence: String
  /// The chosen assistant.
  public let assistant: String
  /// The other assistants that understand the sentence.
  public let others: [String]
  /// The time of the answer.
  public let date: Date

  /// Creates a choice.
  public init(sentence: String, assistant: String, others: [String], date: Date) {
    self.sentence = sentence
    self.assistant = assistant
    self.others = others
    self.date = date
  }
}

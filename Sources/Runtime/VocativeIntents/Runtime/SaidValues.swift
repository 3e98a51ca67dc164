import VocativeUnderstanding

/// A value of a request with its spoken words.
package struct SaidValue: Equatable, Sendable {
  /// The name of the parameter.
  package let parameter: String
  /// The list or type of the parameter.
  package let list: String
  /// The identifier of the value.
  package let identifier: String
  /// Whether the value is a number, whole or with decimals.
  package let isNumber: Bool
  /// The range of its words in the text; nil if the value was not spoken, or not in this text.
  package let words: Range<Int>?
}

extension IntentRuntime {
  /// The maximum length of a searched text, in words.
  private static let maxWords = 60
  /// The maximum length of a value, in words.
  private static let maxValueWords = 12

  /// Returns the values of a request in the intent's order, each with its words in a text.
  package func saidValues(_ values: [String: String], of intent: String, in words: [String]) async -> [SaidValue] {
    guard let intent = assistant.intent(named: intent) else { return [] }
    let parameters = intent.parameters
    return await Dependencies.$current.withValue(dependencies(of: intent)) {
      var said: [SaidValue] = []
      for parameter in parameters {
        guard let identifier = values[parameter.name] else { continue }
        let range = await Self.range(of: identifier, for: parameter, in: Array(words.prefix(Self.maxWords)))
        said.append(
          SaidValue(
            parameter: parameter.name, list: parameter.list, identifier: identifier, isNumber: parameter.isNumber, words: range))
      }
      return said
    }
  }

  /// Returns the longest run of words that matches a value.
  private static func range(
    of identifier: String, for parameter: ParameterDefinition, in words: [String]
  ) async -> Range<Int>? {
    for length in stride(from: min(words.count, maxValueWords), to: 0, by: -1) {
      for start in 0...(words.count - length) {
        let run = Array(words[start..<start + length])
        if run.joined(separator: " ") == identifier || parameter.kind?.value(of: run) == identifier {
          return start..<start + length
        }
        guard parameter.kind == nil, let found = try? await parameter.matching(run.joined(separator: " ")) else { continue }
        if found.contains(where: { $0.identifier == identifier }) { return start..<start + length }
      }
    }
    return nil
  }
}

extension ParameterDefinition {
  /// Whether its values are numbers, whole or with decimals.
  var isNumber: Bool {
    switch kind {
    case .number, .decimal: true
    case .amount, .day, .timeOfDay, .clockTime, .dayAndTime, .duration, .text, nil: false
    }
  }
}

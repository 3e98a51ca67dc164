import Logging
import Synchronization

extension ConversationScript {
  /// A difference between a script and the conversation.
  public struct Difference: Error, CustomStringConvertible {
    /// The place, what was expected and what happened.
    public let description: String
  }

  /// Returns a value of the assistant's store for a `state` line, by the words before the equals sign.
  public typealias StateReader = @Sendable (_ what: String) async throws -> String

  /// Runs the conversation with typed text.
  ///
  /// - Throws: `Difference` for the first line that does not happen, or an error of the assistant.
  public func runTyped(with runtime: IntentRuntime, state: StateReader? = nil) async throws {
    var conversation = TypedConversation(runtime: runtime)
    var happened: [String] = []
    for (number, line) in lines {
      switch line {
      case .said(let text):
        try finish(&happened, before: number)
        happened = try await conversation.say(text).compactMap(Self.line)
      case .expected(let expected): try receive(expected, from: &happened, number: number)
      case .state(let what, let value): try await check(what, is: value, number: number, state)
      }
    }
    try finish(&happened, before: lines.last?.number ?? 0)
  }

  /// Runs the conversation with synthesized speech through the whole pipeline; its states are those at the end.
  ///
  /// - Parameter voice: A voice of Flite with 16 kHz: `slt`, `rms` or `awb`.
  /// - Throws: `Difference` for the first line that does not happen, `SpeechError`, or an error of the assistant.
  public func runSpoken(by voice: String, with runtime: IntentRuntime, state: StateReader? = nil) async throws {
    var happened = try await Self.events(
      in: SampleSource(speaking: sentences(wakePhrase: runtime.assistant.wakePhrases.first), voice: voice), for: runtime
    ).compactMap(Self.line)
    for (number, line) in lines {
      switch line {
      case .said: break
      case .expected(let expected): try receive(expected, from: &happened, number: number)
      case .state(let what, let value): try await check(what, is: value, number: number, state)
      }
    }
    try finish(&happened, before: lines.last?.number ?? 0)
  }

  /// The sentences of the person, with the wake phrase before each request.
  private func sentences(wakePhrase: String?) -> [String] {
    var sentences: [String] = []
    var isAnswer = false
    for (_, line) in lines {
      switch line {
      case .said(let text): sentences.append(isAnswer ? text : [wakePhrase, text].compactMap(\.self).joined(separator: ", "))
      case .expected(let expected):
        // A question stays open if its answer is not understood.
        if expected.hasPrefix("asked") { isAnswer = true } else if expected.hasPrefix("answered") { isAnswer = false }
      case .state: break
      }
    }
    return sentences
  }

  /// Plays audio to the whole pipeline and returns its events; answers are not spoken.
  static func events(in source: some AudioSource, for runtime: IntentRuntime) async throws -> [TurnEvent] {
    let events = Mutex<[TurnEvent]>([])
    let loop = TurnLoop(
      runtime: runtime, stages: .init(model: try RecognitionModel(), synthesizer: RecordingSynthesizer()),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) { notice in
      if case .event(let event) = notice { events.withLock { $0.append(event) } }
    }
    try await loop.run(source)
    return events.withLock { $0 }
  }

  // MARK: Comparing

  private func receive(_ expected: String, from happened: inout [String], number: Int) throws(Difference) {
    if !expected.hasPrefix("heard") { happened.removeFirst(happened.prefix { $0.hasPrefix("heard") }.count) }
    let actual = happened.isEmpty ? "nothing" : happened.removeFirst()
    guard actual == expected || (expected.hasSuffix("…\"") && actual.hasPrefix(expected.dropLast(2))) else {
      throw difference(number, "expected  \(expected)\n     happened  \(actual)")
    }
  }

  /// Checks for events that are missing from the script; `heard` lines are optional.
  private func finish(_ happened: inout [String], before number: Int) throws(Difference) {
    happened.removeAll { $0.hasPrefix("heard") }
    guard happened.isEmpty else { throw difference(number, "not written down: \(happened.joined(separator: "; "))") }
  }

  private func check(_ what: String, is value: String, number: Int, _ state: StateReader?) async throws {
    guard let state else { throw difference(number, "the test cannot read states") }
    let actual = try await state(what)
    guard actual == value else { throw difference(number, "state \(what): expected \(value), is \(actual)") }
  }

  private func difference(_ number: Int, _ text: String) -> Difference {
    Difference(description: "\(file):\(number): \(text)")
  }

  private static func line(_ event: TurnEvent) -> String? {
    switch event.kind {
    case .spotted, .updated: return nil
    case .understood(_, let intent, let slots, _):
      return (["heard: \(intent)"] + slots.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }).joined(separator: " ")
    case .rejected(_, _, let dialog): return "rejected: \"\(dialog ?? "")\""
    case .asked(let dialog, let parameter): return "asked: \(parameter) \"\(dialog)\""
    case .responded(let intent, let code, let dialog, _): return "answered: \(intent) \(code.rawValue) \"\(dialog)\""
    case .error(let code, let message): return "error: \(code) \(message)"
    }
  }
}

import AssistantTestSupport
import Synchronization
import Vocative
import VocativeTestSupport

/// Runs a conversation and records its events.
struct ConversationRun {
  /// A difference between the script and the conversation.
  struct Difference: Error, CustomStringConvertible {
    let description: String
  }

  let script: ConversationScript
  let assistant: ScriptedAssistant

  init(_ script: ConversationScript, isApp: Bool = false) async throws {
    self.script = script
    assistant = try await ScriptedAssistant(named: script.assistant, under: script.circumstances, isApp: isApp)
  }

  /// Runs the conversation with typed text.
  func typed() async throws {
    var conversation = TypedConversation(runtime: assistant.runtime)
    var happened: [String] = []
    for (number, line) in script.lines {
      switch line {
      case .said(let text):
        try finish(&happened, before: number)
        happened = try await conversation.say(text).compactMap(Self.line)
      case .expected(let expected): try receive(expected, from: &happened, number: number)
      case .state(let what, let value): try await check(what, is: value, number: number)
      }
    }
    try finish(&happened, before: script.lines.last?.number ?? 0)
  }

  /// Runs the conversation with synthesized speech through the whole pipeline.
  func spoken(by voice: String) async throws {
    var happened = try await hear(voice)
    for (number, line) in script.lines {
      switch line {
      case .said: try finish(&happened, before: number, isComplete: false)
      case .expected(let expected): try receive(expected, from: &happened, number: number)
      case .state(let what, let value): try await check(what, is: value, number: number)
      }
    }
    try finish(&happened, before: script.lines.last?.number ?? 0)
  }

  private func hear(_ voice: String) async throws -> [String] {
    var audio = Self.silence(0.5)
    var isAnswer = false
    for (_, line) in script.lines {
      switch line {
      case .said(let text):
        audio += try await SynthesizedSpeech.samples(of: isAnswer ? text : "hey assistant, \(text)", voice: voice)
        audio += Self.silence(1.5)
      case .expected(let expected):
        // A question stays open if its answer is not understood.
        if expected.hasPrefix("asked") { isAnswer = true } else if expected.hasPrefix("answered") { isAnswer = false }
      case .state: break
      }
    }
    let happened = Mutex<[String]>([])
    let loop = TurnLoop(
      runtime: assistant.runtime, stages: .init(model: try RecognitionModel(), synthesizer: RecordingSynthesizer()),
      logger: ScriptedAssistant.logger
    ) { notice in
      if case .event(let event) = notice, let line = Self.line(event) { happened.withLock { $0.append(line) } }
    }
    try await loop.run(SampleSource(audio))
    return happened.withLock { $0 }
  }

  private static func silence(_ seconds: Double) -> [Int16] { [Int16](repeating: 0, count: Int(seconds * 16_000)) }

  // MARK: Comparing

  private func receive(_ expected: String, from happened: inout [String], number: Int) throws {
    if !expected.hasPrefix("heard") { happened.removeFirst(happened.prefix { $0.hasPrefix("heard") }.count) }
    let actual = happened.isEmpty ? "nothing" : happened.removeFirst()
    guard actual == expected || (expected.hasSuffix("…\"") && actual.hasPrefix(expected.dropLast(2))) else {
      throw difference(number, "expected  \(expected)\n     happened  \(actual)")
    }
  }

  /// Checks for events that are missing from the script; `heard` lines are optional.
  private func finish(_ happened: inout [String], before number: Int, isComplete: Bool = true) throws {
    guard isComplete else { return }
    happened.removeAll { $0.hasPrefix("heard") }
    guard happened.isEmpty else { throw difference(number, "not written down: \(happened.joined(separator: "; "))") }
  }

  private func check(_ what: String, is value: String, number: Int) async throws {
    let actual = try await assistant.state(what)
    guard actual == value else { throw difference(number, "state \(what): expected \(value), is \(actual)") }
  }

  private func difference(_ number: Int, _ text: String) -> Difference {
    Difference(description: "\(script.file):\(number): \(text)")
  }

  private static func line(_ event: TurnEvent) -> String? {
    switch event.kind {
    case .spotted: return nil
    case .understood(_, let intent, let slots, _):
      return (["heard: \(intent)"] + slots.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }).joined(separator: " ")
    case .rejected(_, _, let dialog): return "rejected: \"\(dialog ?? "")\""
    case .asked(let dialog, let parameter): return "asked: \(parameter) \"\(dialog)\""
    case .responded(let intent, let code, let dialog, _): return "answered: \(intent) \(code.rawValue) \"\(dialog)\""
    case .error(let code, let message): return "error: \(code) \(message)"
    }
  }
}

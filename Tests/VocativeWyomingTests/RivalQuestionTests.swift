import Testing
import Vocative
import VocativeTestSupport

@Suite("Questions about rivals over Wyoming", .tags(.long), .serialized, .timeLimit(.minutes(5)))
struct RivalQuestionTests {
  private static let intents = """
    language: en
    wake: [hey assistant]
    intents:
      Call:
        phrases: ["please call {who} tomorrow"]
        response: "I'll call {{who}}."
    lists:
      who: [night, knight]
    """
  private static let question = ["Night or knight?", "Knight or night?"]

  private func transcript(over socket: WyomingClientSocket) async throws -> String {
    let samples = try await SynthesizedSpeech.samples(of: "please call night tomorrow", voice: "slt")
    let text = try await socket.transcript(of: samples)
    try #require(["please call night tomorrow", "please call knight tomorrow"].contains(text), "\(text)")
    return text
  }

  @Test("A transcript of words that sound like others is asked about, and the answer performs the command that was meant")
  func asked() async throws {
    let server = try await RunningWyoming(isUnix: true, intents: Self.intents)
    // Home Assistant opens a connection for each step.
    let text = try await transcript(over: WyomingClientSocket(server.path))
    let asked = try await WyomingClientSocket(server.path).handle(text, in: "kitchen")
    #expect(asked.type == "handled")
    #expect(Self.question.contains(asked.text), "\(asked)")
    let answer = try await WyomingClientSocket(server.path).handle("the second one", in: "kitchen")
    #expect(answer.text == (asked.text == Self.question[0] ? "I'll call knight." : "I'll call night."))
  }

  @Test("The question is asked once for a transcript, and not about the same words if they are typed")
  func once() async throws {
    let server = try await RunningWyoming(isUnix: true, intents: Self.intents)
    let client = try WyomingClientSocket(server.path)
    let text = try await transcript(over: client)
    #expect(Self.question.contains(try await client.handle(text).text))
    let typed = try await WyomingClientSocket(server.path).handle(text)
    #expect(["I'll call night.", "I'll call knight."].contains(typed.text), "\(typed)")
  }

  @Test("Words that sound alike do not answer the question about them")
  func repeated() async throws {
    let server = try await RunningWyoming(isUnix: true, intents: Self.intents)
    let client = try WyomingClientSocket(server.path)
    let asked = try await client.handle(try await transcript(over: client))
    #expect(Self.question.contains(asked.text), "\(asked)")
    let again = try await client.handle(try await transcript(over: client))
    #expect(again.text == "I didn't catch that. \(asked.text)")
  }

  @Test("A program that only recognizes texts receives no intent for words that sound like others")
  func recognized() async throws {
    let server = try await RunningWyoming(isUnix: true, intents: Self.intents)
    let client = try WyomingClientSocket(server.path)
    let text = try await transcript(over: client)
    #expect(try await client.intent(of: text) == nil)
    #expect(try await client.intent(of: text) == nil)
    #expect(Self.question.contains(try await client.handle(text).text))
    #expect(try await client.intent(of: text) == "Call", "the words are typed")
  }
}

import Foundation
import Testing
import VocativeTestSupport

@Suite(
  "The client of Wyoming's reference implementation",
  .enabled(if: ReferenceWyomingService.isInstalled, Comment(rawValue: ReferenceWyomingService.reason)))
struct WyomingPeerTests {
  private static let request = Recording.folder + "/money/slt-breath-vacation-goal.wav"

  /// Writes a recording as a WAV file that Python can read, and returns its path.
  private func wav(_ recording: String, seconds: Double? = nil) throws -> String {
    let samples = try RawRecording.samples(of: recording)
    return try SoundFiles.write(seconds.map { Array(samples.prefix(Int($0 * 16_000))) } ?? samples, rate: 16_000)
  }

  @Test("The client accepts the description of the services")
  func describe() async throws {
    let server = try await RunningWyoming()
    let info = try #require(try await WyomingPeer.run(server.uri, "describe").first?.data)
    for programs in [info.asr, info.tts, info.wake, info.intent, info.handle] {
      #expect(programs?.map(\.name) == ["vocative"])
      #expect(programs?.allSatisfy(\.installed) == true)
    }
    let wake = info.wake?.first?.models?.first
    #expect(wake?.name == "hey_assistant")
    #expect(wake?.phrase == "hey assistant")
    #expect(info.asr?.first?.models?.first?.languages == ["en"])
    #expect(info.tts?.first?.voices?.isEmpty == false)
  }

  @Test("The client receives its ping back, over TCP and over a Unix socket", arguments: [false, true])
  func ping(isUnix: Bool) async throws {
    let server = try await RunningWyoming(isUnix: isUnix)
    let pong = try await WyomingPeer.run(server.uri, "ping", "Grüße 🏖")
    #expect(pong.map(\.type) == ["pong"])
    #expect(pong.first?.data?.text == "Grüße 🏖")
  }

  @Test("The client receives a wake word with its time, or a notification that a recording contains none")
  func detect() async throws {
    let server = try await RunningWyoming()
    let events = try await WyomingPeer.run(server.uri, "detect", "hey_assistant", Self.request)
    let detection = try #require(events.first)
    #expect(detection.type == "detection")
    #expect(detection.data?.name == "hey_assistant")
    #expect(detection.data?.context == ["n": .number(3)])
    #expect((500...2500).contains(detection.data?.timestamp ?? 0), "\(detection)")
    let none = try await WyomingPeer.run(server.uri, "detect", "any", try wav("refused/slt-no-wake-phrase-vacation-goal.flac"))
    #expect(none.map(\.type) == ["not-detected"])
  }

  @Test("A client that requests an unknown wake word receives the names of the available ones")
  func unknownWakeWord() async throws {
    let server = try await RunningWyoming()
    let events = try await WyomingPeer.run(server.uri, "events", "detect", "{\"names\":[\"ok_nabu\"]}", "ping", "{}")
    #expect(events.map(\.type) == ["error", "closed"])
    #expect(events.first?.data?.text?.contains("hey_assistant") == true)
  }

  @Test("The client receives the transcripts of consecutive commands in any audio format, each within its stream")
  func transcribe() async throws {
    let server = try await RunningWyoming()
    let events = try await WyomingPeer.run(
      server.uri, "transcribe", Self.request, Recording.folder + "/money/rms-breath-rent-expense.wav",
      Recording.folder + "/formats/rms-vacation-goal-48000-stereo.wav")
    let one = ["transcript-start", "transcript-chunk", "transcript", "transcript-stop"]
    #expect(events.map(\.type) == one + one + one)
    let transcripts = events.filter { $0.type == "transcript" }
    #expect(transcripts.map { $0.data?.text } == ["vacation goal", "rent expense", "vacation goal"])
    #expect(transcripts.allSatisfy { $0.data?.context == ["n": .number(2)] })
  }

  @Test("The transcript of silence, or of speech that is not a command, is empty")
  func rejected() async throws {
    let server = try await RunningWyoming()
    let events = try await WyomingPeer.run(
      server.uri, "transcribe", try wav("refused/slt-pause-call-my-mother.flac"), try SoundFiles.silence(seconds: 2, rate: 16_000)
    )
    #expect(
      events.map(\.type) == [
        "transcript-start", "transcript", "transcript-stop", "transcript-start", "transcript", "transcript-stop",
      ])
    #expect(events.filter { $0.type == "transcript" }.map { $0.data?.text } == ["", ""])
  }

  @Test("The client receives the intent of a text with its entities, or a notification that there is none")
  func recognize() async throws {
    let server = try await RunningWyoming()
    let events = try await WyomingPeer.run(server.uri, "recognize", "Vacation goal?", "make me a sandwich")
    #expect(events.map(\.type) == ["intent", "not-recognized"])
    #expect(events.first?.data?.name == "GoalProgress")
    #expect(events.first?.data?.entities == [.init(name: "goal", value: "summer-vacation")])
    #expect(events.allSatisfy { $0.data?.context == ["n": .number(1)] })
  }

  @Test("A transcript from Home Assistant is handled, and one that is not a request is answered as not handled")
  func handle() async throws {
    let server = try await RunningWyoming()
    let events = try await WyomingPeer.run(server.uri, "handle", "a", "vacation goal", "make me a sandwich", "")
    #expect(events.map(\.type) == ["handled", "not-handled", "not-handled"])
    #expect(events.first?.data?.text?.contains("one thousand two hundred forty dollars") == true)
    #expect(events.last?.data?.text?.isEmpty == false)
    #expect(events.first?.data?.context?["conversation_id"] == .text("a"))
  }

  @Test("An intent to be handled without its text is answered as not handled")
  func structured() async throws {
    let server = try await RunningWyoming()
    let intent = #"{"name":"GoalProgress","entities":[{"name":"goal","value":"summer-vacation"}]}"#
    let events = try await WyomingPeer.run(server.uri, "events", "intent", intent, "ping", "{}")
    #expect(events.map(\.type) == ["not-handled", "pong"], "\(events)")
  }

  @Test("A question can be answered over another connection, but not in another conversation")
  func question() async throws {
    let server = try await RunningWyoming()
    let asked = try await WyomingPeer.run(server.uri, "handle", "a", "save money for vacation")
    #expect(asked.map(\.type) == ["handled"], "\(asked)")
    #expect(try await WyomingPeer.run(server.uri, "handle", "b", "fifty dollars").map(\.type) == ["not-handled"])
    let answered = try await WyomingPeer.run(server.uri, "handle", "a", "fifty dollars")
    #expect(answered.map(\.type) == ["handled"], "\(answered)")
    #expect(try await WyomingPeer.run(server.uri, "handle", "a", "fifty dollars").map(\.type) == ["not-handled"])
  }

  @Test("The client receives speech of a plausible length")
  func synthesize() async throws {
    let server = try await RunningWyoming()
    let events = try await WyomingPeer.run(server.uri, "synthesize", "hey assistant, vacation goal", "rms")
    #expect(events.first?.type == "audio-start")
    #expect(events.last?.type == "audio-stop")
    let chunks = events.dropFirst().dropLast()
    #expect(chunks.allSatisfy { $0.type == "audio-chunk" && $0.payload ?? 0 > 0 })
    let bytes = chunks.reduce(0) { $0 + ($1.payload ?? 0) }
    let rate = try #require(events.first?.data?.rate)
    #expect((1.0...4.0).contains(Double(bytes) / 2 / Double(rate)))
  }

  @Test("A text without words is answered with a moment of silence", arguments: ["…", "👍"])
  func wordless(text: String) async throws {
    let server = try await RunningWyoming()
    let events = try await WyomingPeer.run(server.uri, "synthesize", text)
    #expect(events.map(\.type) == ["audio-start", "audio-chunk", "audio-stop"], "\(events)")
    let streamed = try await WyomingPeer.run(server.uri, "stream", "rms", text)
    #expect(streamed.prefix(4).map(\.type) == ["audio-start", "audio-chunk", "audio-stop", "synthesize-stopped"], "\(streamed)")
  }

  @Test("A streamed text is spoken sentence by sentence, and the complete text that follows is not repeated")
  func streamedSynthesis() async throws {
    let server = try await RunningWyoming()
    let described = try await WyomingPeer.run(server.uri, "describe")
    #expect(described.first?.data?.tts?.first?.supportsSynthesizeStreaming == true)
    // The client waits for the audio of each piece before it sends the next.
    let events = try await WyomingPeer.run(
      server.uri, "stream", "rms", "You have saved fifty dollars. That le", "aves Mr. Smith ten! A", "nd no more")
    let types = events.map(\.type).filter { $0 != "audio-chunk" }
    let sentence = ["audio-start", "audio-stop"]
    #expect(types == sentence + sentence + sentence + ["synthesize-stopped"] + sentence, "\(types)")
  }

  @Test("A streamed text that is too long is reported once, and the rest is not spoken")
  func longStream() async throws {
    let server = try await RunningWyoming()
    let piece = #"{"text":"\#(String(repeating: "a", count: 3000))"}"#
    let unfinished = try await WyomingPeer.run(
      server.uri, "events", "synthesize-stop", "{}", "synthesize-start", "{}", "synthesize-chunk", piece, "ping", "{}")
    #expect(unfinished.map(\.type) == ["pong"], "\(unfinished)")
    let refused = try await WyomingPeer.run(
      server.uri, "events", "synthesize-start", "{}", "synthesize-chunk", piece, "synthesize-chunk", piece, "ping", "{}")
    #expect(refused.map(\.type) == ["error", "pong"], "\(refused)")
    #expect(refused.first?.data?.text?.contains("more than 4000 characters") == true, "\(refused)")
  }

  @Test("An invalid request is answered with an error, and the connection is closed; an unknown event is ignored")
  func errors() async throws {
    let server = try await RunningWyoming()
    for (type, data, words) in [
      ("recognize", "{}", "\"text\" is missing"), ("synthesize", "{}", "\"text\" is missing"),
      ("audio-start", "{\"rate\":16000,\"width\":9,\"channels\":1}", "2, 3 or 4 bytes"),
      ("audio-chunk", "{\"rate\":1,\"width\":2,\"channels\":1}", "from 4000"),
    ] {
      let events = try await WyomingPeer.run(server.uri, "events", type, data, "ping", "{}")
      #expect(events.map(\.type) == ["error", "closed"], "\(events)")
      #expect(events.first?.data?.text?.contains(words) == true, "\(events)")
    }
    let ignored = try await WyomingPeer.run(server.uri, "events", "something-new", "{\"a\":1}", "ping", "{}")
    #expect(ignored.map(\.type) == ["pong"])
  }
}

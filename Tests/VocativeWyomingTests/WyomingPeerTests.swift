import Foundation
import Testing
import VocativeTestSupport

@Suite(
  "The client of the protocol's reference implementation",
  .enabled(if: WyomingPeer.isInstalled, Comment(rawValue: WyomingPeer.reason)))
struct WyomingPeerTests {
  private static let request = Recording.folder + "/money/slt-breath-vacation-goal.wav"

  /// A recording as the WAV file that Python can read.
  private func wav(_ recording: String, seconds: Double? = nil) throws -> String {
    let samples = try RawRecording.samples(of: recording)
    return try SoundFiles.write(seconds.map { Array(samples.prefix(Int($0 * 16_000))) } ?? samples, rate: 16_000)
  }

  @Test("Is told what there is, in a form it accepts")
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

  @Test("Gets its ping back, over TCP and over a Unix socket", arguments: [false, true])
  func ping(isUnix: Bool) async throws {
    let server = try await RunningWyoming(isUnix: isUnix)
    let pong = try await WyomingPeer.run(server.uri, "ping", "Grüße 🏖")
    #expect(pong.map(\.type) == ["pong"])
    #expect(pong.first?.data?.text == "Grüße 🏖")
  }

  @Test("Is told of a wake word in a recording with its time, and that there is none in another")
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

  @Test("Is told which wake words there are when it asks for others")
  func unknownWakeWord() async throws {
    let server = try await RunningWyoming()
    let events = try await WyomingPeer.run(server.uri, "events", "detect", "{\"names\":[\"ok_nabu\"]}", "ping", "{}")
    #expect(events.map(\.type) == ["error"])
    #expect(events.first?.data?.text?.contains("hey_assistant") == true)
  }

  @Test("Gets the words of a command, also of one after another, in whatever format they were recorded")
  func transcribe() async throws {
    let server = try await RunningWyoming()
    let events = try await WyomingPeer.run(
      server.uri, "transcribe", Self.request, Recording.folder + "/money/rms-breath-rent-expense.wav",
      Recording.folder + "/formats/rms-vacation-goal-48000-stereo.wav")
    let one = ["transcript-start", "transcript-chunk", "transcript-stop", "transcript"]
    #expect(events.map(\.type) == one + one + one)
    let transcripts = events.filter { $0.type == "transcript" }
    #expect(transcripts.map { $0.data?.text } == ["vacation goal", "rent expense", "vacation goal"])
    #expect(transcripts.allSatisfy { $0.data?.context == ["n": .number(2)] })
  }

  @Test("Gets an empty transcript of what is no command, and of silence")
  func rejected() async throws {
    let server = try await RunningWyoming()
    let events = try await WyomingPeer.run(
      server.uri, "transcribe", try wav("refused/slt-pause-call-my-mother.flac"), try SoundFiles.silence(seconds: 2, rate: 16_000)
    )
    #expect(
      events.map(\.type) == [
        "transcript-start", "transcript-stop", "transcript", "transcript-start", "transcript-stop", "transcript",
      ])
    #expect(events.filter { $0.type == "transcript" }.map { $0.data?.text } == ["", ""])
  }

  @Test("Gets the intent of a text with its entities, and is told when there is none")
  func recognize() async throws {
    let server = try await RunningWyoming()
    let events = try await WyomingPeer.run(server.uri, "recognize", "Vacation goal?", "make me a sandwich")
    #expect(events.map(\.type) == ["intent", "not-recognized"])
    #expect(events.first?.data?.name == "GoalProgress")
    #expect(events.first?.data?.entities == [.init(name: "goal", value: "summer-vacation")])
    #expect(events.allSatisfy { $0.data?.context == ["n": .number(1)] })
  }

  @Test("Has a transcript handled as Home Assistant sends it, or is told that it was not")
  func handle() async throws {
    let server = try await RunningWyoming()
    let events = try await WyomingPeer.run(server.uri, "handle", "a", "vacation goal", "make me a sandwich", "")
    #expect(events.map(\.type) == ["handled", "not-handled", "not-handled"])
    #expect(events.first?.data?.text?.contains("one thousand two hundred forty dollars") == true)
    #expect(events.last?.data?.text?.isEmpty == false)
    #expect(events.first?.data?.context?["conversation_id"] == .text("a"))
  }

  @Test("Answers a question over another connection, and other conversations know nothing of it")
  func question() async throws {
    let server = try await RunningWyoming()
    let asked = try await WyomingPeer.run(server.uri, "handle", "a", "save money for vacation")
    #expect(asked.map(\.type) == ["handled"], "\(asked)")
    #expect(try await WyomingPeer.run(server.uri, "handle", "b", "fifty dollars").map(\.type) == ["not-handled"])
    let answered = try await WyomingPeer.run(server.uri, "handle", "a", "fifty dollars")
    #expect(answered.map(\.type) == ["handled"], "\(answered)")
    #expect(try await WyomingPeer.run(server.uri, "handle", "a", "fifty dollars").map(\.type) == ["not-handled"])
  }

  @Test("Gets speech that is understood when it is sent back")
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

  @Test("Gets speech sentence by sentence while the text still comes, and the whole text is not spoken again")
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

  @Test("A text in pieces that is too long is told once, and the rest is not spoken")
  func longStream() async throws {
    let server = try await RunningWyoming()
    let piece = #"{"text":"\#(String(repeating: "a", count: 3000))"}"#
    let unfinished = try await WyomingPeer.run(
      server.uri, "events", "synthesize-stop", "{}", "synthesize-start", "{}", "synthesize-chunk", piece, "ping", "{}")
    #expect(unfinished.map(\.type) == ["pong"], "\(unfinished)")
    let refused = try await WyomingPeer.run(
      server.uri, "events", "synthesize-start", "{}", "synthesize-chunk", piece, "synthesize-chunk", piece, "ping", "{}")
    #expect(refused.map(\.type) == ["error"], "\(refused)")
    #expect(refused.first?.data?.text?.contains("more than 4000 characters") == true, "\(refused)")
  }

  @Test("What cannot be done is an error with words, and the connection goes on")
  func errors() async throws {
    let server = try await RunningWyoming()
    for (type, data, words) in [
      ("recognize", "{}", "\"text\" is missing"), ("synthesize", "{\"text\":\"…\"}", "no words"),
      ("audio-start", "{\"rate\":16000,\"width\":9,\"channels\":1}", "2, 3 or 4 bytes"),
      ("audio-chunk", "{\"rate\":1,\"width\":2,\"channels\":1}", "from 4000"),
    ] {
      let events = try await WyomingPeer.run(server.uri, "events", type, data, "ping", "{}")
      #expect(events.map(\.type) == ["error"], "\(events)")
      #expect(events.first?.data?.text?.contains(words) == true, "\(events)")
    }
    let ignored = try await WyomingPeer.run(server.uri, "events", "something-new", "{\"a\":1}", "ping", "{}")
    #expect(ignored.map(\.type) == ["pong"])
  }
}

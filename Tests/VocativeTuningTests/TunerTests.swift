import Foundation
import FoundationXML
import Synchronization
import Testing
import Vocative
import VocativeTestSupport
import VocativeTuning

@Suite("Tuning", .tags(.long), .serialized)
struct TunerTests {
  private static let model = Result { try RecognitionModel() }

  private func plan(wake: String, phrases: String = "safe to spend") async throws -> SpeechPlan {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "wake: [\(wake)]\nintents:\n  A:\n    phrases: [\"\(phrases)\"]\n    response: ok\n", to: "a.intents.yaml")
    let assistant = try IntentsFile.load(path: file)
    let grammar = try await IntentRuntime(inMemory: assistant, logger: .silent).grammar()
    return try SpeechPlanner(model: try Self.model.get(), assistant: assistant).plan(for: grammar)
  }

  private func spoken(_ phrase: String, voices: [String] = ["slt", "rms", "awb"]) -> [TuningMaterial.Recording] {
    said(phrase, phrases: [phrase], voices: voices)
  }

  private func said(
    _ text: String, phrases: [String] = [], voices: [String] = ["slt", "rms", "awb"]
  ) -> [TuningMaterial.Recording] {
    voices.map { voice in
      .init(name: "\(text) by \(voice)", phrases: phrases) { try await SynthesizedSpeech.samples(of: text, voice: voice) }
    }
  }

  private static let readers: [TuningMaterial.Recording] = ["austen-0880", "austen-0890", "austen-0930", "cards-001"].map {
    name in
    .init(name: name) { try RawRecording.samples(of: "human/\(name).flac") }
  }

  private func tuned(_ plan: SpeechPlan, _ recordings: [TuningMaterial.Recording]) async throws -> TuningReport {
    try await Tuner(model: try Self.model.get(), plan: plan, jobs: 2).tune(with: TuningMaterial(recordings))
  }

  @Test("A good phrase gets a threshold that separates its recordings from other speech, with the basis reported")
  func goodPhrase() async throws {
    let steps = Mutex(0)
    let plan = try await plan(wake: "hey assistant")
    let recordings = spoken("hey assistant") + Self.readers
    let report = try await Tuner(model: try Self.model.get(), plan: plan).tune(with: TuningMaterial(recordings)) {
      steps.withLock { $0 += 1 }
    }
    #expect(steps.withLock { $0 } == recordings.count, "one pass over each recording")
    let tuning = try #require(report.phrases.first)
    #expect(report.phrases.count == 1 && tuning.phrase == "hey assistant")
    #expect(tuning.missed.isEmpty && tuning.recordings == 3)
    #expect(tuning.own.alarms == 0 && tuning.own.hours > 0)
    #expect(report.isFine && tuning.suggestion == nil)
    let text = tuning.lines(falseAlarmsPerHour: 0.1, width: 100).joined(separator: " ").replacing(#/ +/#, with: " ")
    #expect(text.contains("all 3 recordings are spotted"))
    #expect(text.contains("only shows fewer than"))
    #expect(text.contains("one false alarm in 10 hours is"), "\(text)")
    #expect(text.contains("30 hours without an alarm would show it"))
    let calibration = report.calibration(date: Date())
    #expect(calibration.acousticModel == "en-us")
    #expect(calibration.log10Threshold(of: "hey assistant") == tuning.log10Threshold)
    #expect(calibration.phrases.first?.recordings == 3)
  }

  @Test("Wake phrases are tuned, or the phrases themselves if there are none")
  func whichPhrases() async throws {
    #expect(Tuner.phrases(of: try await plan(wake: "hey assistant, computer")) == ["hey assistant", "computer"])
    #expect(
      Tuner.phrases(of: try await plan(wake: "", phrases: "(safe|free) to spend")).sorted() == ["free to spend", "safe to spend"])
  }

  @Test("A hit in a similar-sounding bundled sentence is reported but does not count towards the rate")
  func similarSentence() async throws {
    let sentence = TuningMaterial.Recording(name: "A hasty distant thing.", origin: .similar) {
      try await SynthesizedSpeech.samples(of: "hey assistant", voice: "rms")
    }
    let report = try await tuned(try await plan(wake: "hey assistant"), spoken("hey assistant") + [sentence])
    let tuning = try #require(report.phrases.first)
    #expect(tuning.similarAlarms == ["A hasty distant thing."])
    #expect(tuning.bundled.hours == 0 && tuning.choice.tail == nil)
    #expect(
      tuning.lines(falseAlarmsPerHour: 0.1, width: 500).contains {
        $0.contains("it is spotted in bundled sentences that sound like wake phrases: \"A hasty distant thing.\"")
      })
  }

  @Test("A phrase that is too short is reported with the reason, a similar word and a longer suggestion")
  func shortPhrase() async throws {
    let report = try await tuned(try await plan(wake: "hi"), spoken("hi"))
    let tuning = try #require(report.phrases.first)
    #expect(!report.isFine)
    guard case .tooShort(2, let other?)? = tuning.faults.first else {
      Issue.record("\(tuning.faults)")
      return
    }
    #expect(["high", "hey"].contains(other), "\(other)")
    #expect(tuning.suggestion == "hey hi there")
    let line = try #require(tuning.lines(falseAlarmsPerHour: 0.1, width: 500).first { $0.contains("FAULT") })
    #expect(line.contains("\"hi\" cannot work: too short (2 sounds; the minimum is 6) and sounds like"))
    #expect(line.contains("try \"hey hi there\""))
  }

  @Test("A phrase similar to another one of the assistant is reported with that one")
  func nearPhrase() async throws {
    let report = try await tuned(try await plan(wake: "save to spend"), spoken("save to spend", voices: ["slt"]))
    #expect(report.phrases.first?.faults == [.soundsLike("safe to spend", owner: "A")])
    #expect(report.phrases.first?.suggestion != nil)
  }

  @Test("A phrase that occurs within ordinary words is reported with them")
  func containedPhrase() async throws {
    let report = try await tuned(try await plan(wake: "card board"), spoken("card board", voices: ["slt"]))
    #expect(report.phrases.first?.faults.contains(.contained(in: "cardboard")) == true, "\(report.phrases.first?.faults ?? [])")
  }

  @Test("Recordings of other speech are missed, and a phrase with mostly missed recordings cannot work")
  func missedPhrase() async throws {
    let wrong = ["never mind", "good evening everybody", "twenty two"].map { text in
      TuningMaterial.Recording(name: text, phrases: ["hey assistant"]) {
        try await SynthesizedSpeech.samples(of: text, voice: "slt")
      }
    }
    let report = try await tuned(try await plan(wake: "hey assistant"), wrong + spoken("hey assistant", voices: ["slt"]))
    let tuning = try #require(report.phrases.first)
    #expect(tuning.missed == wrong.map(\.name))
    guard case .missed(3, 4, _)? = tuning.faults.first else {
      Issue.record("\(tuning.faults)")
      return
    }
    #expect(tuning.lines(falseAlarmsPerHour: 0.1, width: 500).contains { $0.contains("3 of 4 recordings would be missed") })
    #expect(report.calibration(date: Date()).phrases.isEmpty, "a threshold that makes the assistant deaf is useless")
  }

  @Test("A phrase in the recordings without it raises the threshold, which is not written if the only recording is missed")
  func phraseInNegatives() async throws {
    let pause = [Int16](repeating: 0, count: 32_000)
    let evening = TuningMaterial.Recording(name: "/tmp/evening.wav") {
      pause + (try await SynthesizedSpeech.samples(of: "hey assistant", voice: "slt")) + pause
    }
    let spoken = TuningMaterial.Recording(name: "1.wav", phrases: ["hey assistant"]) {
      pause + (try await SynthesizedSpeech.samples(of: "hey assistant", voice: "slt")) + pause
    }
    let report = try await tuned(try await plan(wake: "hey assistant"), [spoken, evening])
    let tuning = try #require(report.phrases.first)
    #expect(tuning.missed == ["1.wav"] && !report.isFine)
    #expect(report.calibration(date: Date()).phrases.isEmpty, "a threshold that makes the assistant deaf is useless")
    let candidate = try #require(tuning.raisedBy)
    #expect(candidate.recording == "/tmp/evening.wav" && (1.5...3).contains(candidate.start), "\(candidate)")
    let text = tuning.lines(falseAlarmsPerHour: 0.1, width: 500).joined(separator: " ")
    #expect(text.contains(String(format: "something like the phrase (\"evening.wav\" at %.1f s)", candidate.start)), "\(text)")
    #expect(!text.contains("the predicted threshold is used"), "\(text)")
  }

  @Test("The curve is drawn within the width and as SVG, and distinguishes extrapolated from recorded points")
  func curves() async throws {
    let similar = ["a jar of his", "charge us", "the service", "a harvest", "dark roast", "jar with"].flatMap { said($0) }
    let report = try await tuned(try await plan(wake: "jarvis"), spoken("jarvis") + Self.readers + similar)
    let tuning = try #require(report.phrases.first)
    for width in [40, 72, 200] {
      let lines = TerminalCurve(tuning, falseAlarmsPerHour: 0.1, width: width).lines
      #expect(lines.allSatisfy { $0.count <= min(width, 80) }, "\(lines)")
      #expect(lines.contains { $0.contains("O") } && lines.contains { $0.contains(".") })
      #expect(lines.contains { $0.hasPrefix("  0 %") } && lines.contains { $0.hasPrefix("100 %") })
    }
    let picture = try XMLDocument(xmlString: report.plot)
    #expect(try picture.nodes(forXPath: "//*[local-name()='polyline']").count >= 2)
    #expect(report.plot.contains("extrapolated") && report.plot.contains("dashed"))
    #expect(report.plot.contains("0 of 3 missed"))
  }

  @Test("Bundled sentences use several voices, and one that contains the phrase does not count as a false alarm")
  func bundledSentences() async throws {
    let all = try await SyntheticSpeech.recordings()
    #expect(all.count >= 150)
    #expect(Set(all.map(\.name)).count == all.count)
    let some = all.filter { ["He saved a dollar on every ticket.", "Hello, is anybody at home?"].contains($0.name) }
    let report = try await tuned(try await plan(wake: "every ticket"), spoken("every ticket") + some)
    let tuning = try #require(report.phrases.first)
    #expect(tuning.bundled == AlarmCount(alarms: 0, hours: 0), "one contains the phrase, and the other is only a check")
  }
}

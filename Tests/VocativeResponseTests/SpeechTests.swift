import Foundation
import SoundFile
import Synchronization
import Testing
import VocativeIntents
import VocativeResponse
import VocativeTestSupport

@Suite("Speech")
struct SpeechTests {
  private static let installed = SpeechEngine.all.filter(\.isInstalled)

  @Test("Every installed engine speaks to a file", arguments: installed)
  func engines(_ engine: SpeechEngine) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/answer.wav"
    try await SpeakingSynthesizer(engine: engine, output: .file(path)).speak("You have twenty two dollars left.")
    let reader = try SoundFileReader(path: path)
    let seconds = Double(reader.frameCount ?? 0) / Double(reader.rate)
    #expect(seconds > 0.8 && seconds < 6)
  }

  @Test("The start of an answer is reported when its speech has been synthesized, and a tone is not an answer")
  func start() async throws {
    let folder = try TemporaryFolder()
    let order = Mutex<[String]>([])
    let source = ReportingSource { order.withLock { $0.append("synthesized") } }
    var synthesizer = SpeakingSynthesizer(source: source, output: .file(folder.path + "/answer.wav"))
    synthesizer.willPlay = { order.withLock { $0.append("played") } }
    try await synthesizer.play(Earcon())
    try await synthesizer.speak("Hello.")
    #expect(order.withLock { $0 } == ["synthesized", "played"])
  }

  private struct ReportingSource: SpeechSource {
    let synthesized: @Sendable () -> Void

    func synthesize(_ text: String, in style: SpeechStyle) async throws(SpeechError) -> SpeechEngine.Speech {
      synthesized()
      return SpeechEngine.Speech(samples: [0, 0], rate: 16_000)
    }
  }

  private static let sentence = "You have twenty two dollars left."

  @Test(
    "Units after a number are spoken as words",
    arguments: [
      ("It is 21.5 °C.", "It is 21.5 degrees Celsius."), ("It is 1 °F.", "It is 1 degree Fahrenheit."),
      ("Used 3.2 kWh, 12 km/h.", "Used 3.2 kilowatt hours, 12 kilometers an hour."),
      ("Dust: 4 µg/m³.", "Dust: 4 micrograms a cubic meter."), ("It has 20 m².", "It has 20 square meters."),
      ("The 5 kings, 2 kg.", "The 5 kings, 2 kilograms."),
    ])
  func units(_ text: String, _ words: String) async throws {
    let engine = try SpeechEngine.installed()
    let spoken = try await engine.synthesize(words)
    #expect(try await engine.synthesize(text) == spoken)
  }

  @Test("Every installed engine speaks at half and at twice its own speed", arguments: installed)
  func speed(_ engine: SpeechEngine) async throws {
    func seconds(_ speed: Int) async throws -> Double {
      let speech = try await engine.synthesize(Self.sentence, in: SpeechStyle(speed: speed))
      return Double(speech.samples.count) / Double(speech.rate)
    }
    let usual = try await seconds(100)
    let (fast, slow) = (try await seconds(200) / usual, try await seconds(50) / usual)
    #expect((0.4...0.65).contains(fast), "\(fast)")
    #expect((1.7...2.3).contains(slow), "\(slow)")
  }

  @Test(
    "Every voice of an engine speaks differently, and an unknown voice is replaced by the default", arguments: installed)
  func voices(_ engine: SpeechEngine) async throws {
    let usual = try await engine.synthesize(Self.sentence, in: SpeechStyle())
    #expect(try await engine.synthesize(Self.sentence, in: SpeechStyle(voice: engine.voices[0])) == usual)
    #expect(try await engine.synthesize(Self.sentence, in: SpeechStyle(voice: "--help")) == usual)
    for voice in engine.voices.dropFirst() {
      #expect(try await engine.synthesize(Self.sentence, in: SpeechStyle(voice: voice)) != usual, "\(voice)")
    }
  }

  @Test(
    "Flite, which skips characters outside of ASCII, speaks accents, amounts, degrees, signs and lowered digits",
    .enabled(if: SpeechEngine.flite.isInstalled, "flite is not installed"),
    arguments: [
      ("Sent to José and Zoë.", "Sent to Jose and Zoe."), ("Øystein wrote.", "oystein wrote."),
      ("It costs £20.", "It costs 20 pounds."), ("It costs £1,200 or €5.50.", "It costs 1,200 pounds or 5 euros 50."),
      ("That is 5 €, €1 or €2,00.", "That is 5 euros, 1 euro or 2 euros."),
      ("It is 72°F, or 22 °C.", "It is 72 degrees fahrenheit, or 22 degrees celsius."),
      ("It is −5 °C.", "It is -5 degrees celsius."), ("5×4, or x².", "5 times 4, or x squared."),
      ("CO₂ is high.", "CO2 is high."),
    ])
  func charactersOfFlite(text: String, plain: String) async throws {
    #expect(try await SpeechEngine.flite.synthesize(text) == SpeechEngine.flite.synthesize(plain))
  }

  @Test("The volume scales speech and tones up to full scale, but not a ring tone")
  func volume() async throws {
    func played(_ speech: SpeechEngine.Speech, at volume: Int) async throws -> [Int16] {
      let loudspeaker = SimulatedLoudspeaker()
      let synthesizer = SpeakingSynthesizer(
        engine: .flite, output: .device(try loudspeaker.device), style: { SpeechStyle(volume: volume) })
      try await synthesizer.play(speech)
      return Array(try loudspeaker.samples.prefix(speech.samples.count))
    }
    let speech = SpeechEngine.Speech(samples: [0, 1000, -1000, 30_000, -30_000], rate: 16_000)
    #expect(try await played(speech, at: 100) == speech.samples)
    #expect(try await played(speech, at: 10) == [0, 100, -100, 3000, -3000])
    #expect(try await played(speech, at: 150) == [0, 1500, -1500, 32_767, -32_768])
    #expect(try await played(RingTone().speech, at: 10) == RingTone().speech.samples)
  }

  @Test("An engine that writes many messages and speaks nevertheless is heard")
  func manyMessages() async throws {
    // Flite names a voice that it cannot load, and speaks with its own one.
    let engine = SpeechEngine.flite(voice: "/" + String(repeating: "x", count: 5000))
    #expect(try await engine.synthesize("Hello.").samples.isEmpty == false)
  }

  @Test("An engine that does not end in time is stopped, and the error does not ask to install it", arguments: installed)
  func hangingEngine(_ engine: SpeechEngine) async throws {
    var limited = engine
    limited.timeLimit = .zero
    let slow = limited
    let error = await #expect(throws: SpeechError.self) { try await slow.synthesize("Hello.") }
    #expect(error?.code == .engineFailed)
    #expect(error?.reason.contains("was stopped") == true)
    #expect(error?.reason.contains("install") == false)
  }

  @Test("A running engine leads a process group, which ends with this program, and its text has no name in a folder")
  func runningEngine() async throws {
    let folder = try TemporaryFolder()
    let voice = folder.path + "/voice"
    try #require(mkfifo(voice, 0o600) == 0)
    func engine() -> pid_t? {
      let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { pid_t($0) } ?? []
      return processes.first { FileText.contents(of: "/proc/\($0)/cmdline").contains(voice) }
    }
    // Flite waits for the voice.
    let speaking = Task { try await SpeechEngine.flite(voice: voice).synthesize("Hello.") }
    #expect(await eventually { engine() != nil })
    let process = try #require(engine())
    #expect(getpgid(process) == process)
    for descriptor in 0...1 {
      let file = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/\(descriptor)")
      #expect(file.hasSuffix(" (deleted)"), "\(file)")
    }
    speaking.cancel()
    await #expect(throws: SpeechError.cancelled) { try await speaking.value }
    #expect(await eventually { engine() == nil })
  }

  @Test("The set-up installs an engine")
  func hasEngine() throws {
    #expect(try SpeechEngine.installed().isInstalled)
  }

  @Test("Text that looks like options or shell commands is spoken, not executed")
  func hostileText() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/answer.wav"
    let synthesizer = SpeakingSynthesizer(engine: try SpeechEngine.installed(), output: .file(path))
    try await synthesizer.speak("-o /dev/null; $(touch \(folder.path)/touched) `id` \"quoted\"")
    let frameCount = try SoundFileReader(path: path).frameCount ?? 0
    #expect(frameCount > 1000)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/touched"))
  }

  @Test("Cancelled speech ends without advice to install an engine")
  func cancelledSynthesis() async throws {
    let engine = try SpeechEngine.installed()
    let before = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await engine.synthesize("Hello.")
    }
    let error = await #expect(throws: SpeechError.self) { try await before.value }
    #expect(error?.code == .cancelled)
    #expect(error?.reason.contains("install") == false)
  }

  @Test("A missing device is reported with a command to run")
  func noDevice() async throws {
    let synthesizer = SpeakingSynthesizer(engine: try SpeechEngine.installed(), output: .device("no-such-device"))
    let error = await #expect(throws: SpeechError.self) { try await synthesizer.speak("Hello.") }
    #expect(error?.code == .playbackFailed)
    #expect(error?.reason.contains("no-such-device") == true)
    #expect(error?.reason.contains("vocative devices") == true)
  }

  @Test("An answer is played through ALSA to its end")
  func playback() async throws {
    let (engine, loudspeaker) = (try SpeechEngine.installed(), SimulatedLoudspeaker())
    try await SpeakingSynthesizer(engine: engine, output: .device(try loudspeaker.device)).speak("Hello.")
    let speech = try await engine.synthesize("Hello.")
    #expect(Array(try loudspeaker.samples.prefix(speech.samples.count)) == speech.samples)
  }

  @Test("Losing the loudspeaker is an error, and the next answer plays once it is back")
  func lostLoudspeaker() async throws {
    var loudspeaker = SimulatedLoudspeaker()
    // An answer opens the device a second time with a new configuration.
    loudspeaker.faults = [.unplug(at: 2000, refusing: 2)]
    let synthesizer = SpeakingSynthesizer(engine: try SpeechEngine.installed(), output: .device(try loudspeaker.device))
    for _ in 1...2 {
      let error = await #expect(throws: SpeechError.self) { try await synthesizer.speak("Hello.") }
      #expect(error?.code == .playbackFailed)
    }
    let before = try loudspeaker.samples.count
    try await synthesizer.speak("Hello.")
    #expect(try loudspeaker.samples.count > before + 2000)
  }

  @Test("An answer on a stalled loudspeaker ends when it is cancelled")
  func stalledLoudspeaker() async throws {
    var loudspeaker = SimulatedLoudspeaker()
    loudspeaker.faults = [.stall(at: 2000)]
    let (speaker, device) = (loudspeaker, try loudspeaker.device)
    let synthesizer = SpeakingSynthesizer(engine: try SpeechEngine.installed(), output: .device(device))
    let answer = Task { try await synthesizer.speak("Hello, this is a longer answer, of which nothing more will be heard.") }
    #expect(await eventually { (try? speaker.samples.isEmpty) == false })
    answer.cancel()
    // On a very busy machine the device may count as dead first, which also ends the answer.
    do { try await answer.value } catch let error as SpeechError { #expect(error.code == .playbackFailed) }
    #expect(await eventually { OpenFiles.count(of: speaker.path) == 0 })
  }

  /// The time in which a loudspeaker that works asks at least once whether its playback is cancelled.
  private static let limit = Duration.seconds(20)

  @Test("A loudspeaker that blocks while it is opened is an error after a time limit, and at once until it works again")
  func blockedLoudspeaker() async throws {
    let (loudspeaker, clock) = (SimulatedLoudspeaker(), ManualClock())
    // Opening a pipe blocks its writer until it has a reader.
    try #require(mkfifo(loudspeaker.path, 0o600) == 0)
    let synthesizer = SpeakingSynthesizer(source: SpeechEngine.flite, output: .device(try loudspeaker.device), clock: clock)
    let speech = SpeechEngine.Speech(samples: [0, 0], rate: 16_000)
    let sentence = Task { try await synthesizer.play(speech) }
    await clock.sleeper(for: Self.limit)
    clock.advance(by: Self.limit)
    let error = await #expect(throws: SpeechError.self) { try await sentence.value }
    #expect(error?.code == .playbackFailed)
    #expect(error?.reason.contains("the device does not respond") == true, "\(error?.reason ?? "")")
    // No further thread is blocked.
    let nextError = await #expect(throws: SpeechError.self) { try await synthesizer.play(speech) }
    #expect(nextError == error)
    #expect(clock.sleeperCount == 0)
    let reader = open(loudspeaker.path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    #expect(try await eventually(asking: { (try? await synthesizer.play(speech)) != nil }))
  }

  @Test("Playback that continues has no time limit")
  func longPlayback() async throws {
    var loudspeaker = SimulatedLoudspeaker()
    loudspeaker.speed = 4
    let (speaker, device, clock) = (loudspeaker, try loudspeaker.device, ManualClock())
    let synthesizer = SpeakingSynthesizer(source: SpeechEngine.flite, output: .device(device), clock: clock)
    let speech = SpeechEngine.Speech(samples: [Int16](repeating: 0, count: 16_000 * 600), rate: 16_000)
    let sentence = Task { try await synthesizer.play(speech) }
    func played() -> Int { (try? speaker.samples.count) ?? 0 }
    for _ in 1...3 {
      await clock.sleeper(for: Self.limit)
      let before = played()
      // That is more than the device buffers, so the thread has asked for a cancellation since then.
      #expect(await eventually { played() > before + 8192 })
      clock.advance(by: Self.limit)
    }
    await clock.sleeper(for: Self.limit)
    sentence.cancel()
    try await sentence.value
  }

  @Test("A cancelled answer stops at once")
  func cancelled() async throws {
    var loudspeaker = SimulatedLoudspeaker()
    loudspeaker.speed = 1
    let (speaker, device) = (loudspeaker, try loudspeaker.device)
    let synthesizer = SpeakingSynthesizer(engine: try SpeechEngine.installed(), output: .device(device))
    let text = Array(repeating: "This is a long answer, and nobody wants to hear all of it.", count: 10).joined(separator: " ")
    let answer = Task { try await synthesizer.speak(text) }
    #expect(await eventually { (try? speaker.samples.isEmpty) == false })
    answer.cancel()
    try await answer.value
    #expect(await eventually { OpenFiles.count(of: speaker.path) == 0 })
    #expect(try speaker.samples.count < 16_000 * 20, "the full answer takes half a minute")
  }

  @Test("A tone is played through ALSA with fades, and a file output keeps the answer instead")
  func earcon() async throws {
    let loudspeaker = SimulatedLoudspeaker()
    try await SpeakingSynthesizer(engine: try SpeechEngine.installed(), output: .device(loudspeaker.device)).play(Earcon())
    let samples = try loudspeaker.samples
    let tone = Array(samples.prefix(Earcon().samples.count))
    #expect(tone == Earcon().samples)
    #expect(abs(SyntheticAudio.frequency(of: tone, rate: 16_000) - 880) < 5)
    #expect(abs(Int(tone[1])) < 100 && abs(Int(tone[tone.count - 2])) < 100)
    let file = try TemporaryFolder()
    try await SpeakingSynthesizer(engine: try SpeechEngine.installed(), output: .file(file.path + "/a.wav")).play(Earcon())
    #expect(!FileManager.default.fileExists(atPath: file.path + "/a.wav"))
  }

  @Test("The recording synthesizer prints and records texts in order")
  func recording() async throws {
    let synthesizer = RecordingSynthesizer()
    try await synthesizer.speak("one")
    try await synthesizer.speak("two")
    #expect(synthesizer.texts == ["one", "two"])
  }
}

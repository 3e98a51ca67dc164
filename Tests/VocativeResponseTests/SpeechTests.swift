import Foundation
import SoundFile
import Testing
import VocativeIntents
import VocativeResponse
import VocativeTestSupport

@Suite("Speech")
struct SpeechTests {
  @Test("Every installed engine speaks to a file", arguments: SpeechEngine.all)
  func engines(_ engine: SpeechEngine) async throws {
    guard engine.isInstalled else { return }
    let folder = try TemporaryFolder()
    let path = folder.path + "/answer.wav"
    try await SpeakingSynthesizer(engine: engine, output: .file(path)).speak("You have twenty two dollars left.")
    let reader = try SoundFileReader(path: path)
    let seconds = Double(reader.frameCount ?? 0) / Double(reader.rate)
    #expect(seconds > 0.8 && seconds < 6)
  }

  @Test("The set-up installs an engine")
  func installed() throws {
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
    try await SpeakingSynthesizer(engine: try SpeechEngine.installed(), output: .device("null")).speak("Hello.")
  }

  @Test("Losing the loudspeaker is an error, and the next answer plays once it is back")
  func lostLoudspeaker() async throws {
    var loudspeaker = SimulatedLoudspeaker()
    loudspeaker.faults = [.unplug(at: 2000, refusing: 1)]
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

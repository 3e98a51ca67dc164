import ALSA
import Testing
import VocativeTestSupport

@Suite("ALSA devices", .timeLimit(.minutes(10)))
struct PCMTests {
  init() throws {
    try SoundSystem.prepare()
  }

  @Test("The list of devices includes the null device, which records and plays")
  func list() throws {
    let null = try #require(PCMDescription.all().first { $0.name == "null" })
    #expect(null.captures)
    #expect(null.plays)
    #expect(!null.summary.isEmpty)
  }

  @Test("Playing samples succeeds")
  func playback() throws {
    let player = try PlaybackPCM(device: "null", rate: 16_000)
    var questions = 0
    try player.play(SyntheticAudio.noise(count: 16_000)) {
      questions += 1
      return false
    }
    #expect(questions == 16)
  }

  @Test("Playback stops as soon as it is cancelled")
  func cancelledPlayback() throws {
    let player = try PlaybackPCM(device: "null", rate: 16_000)
    var questions = 0
    try player.play(SyntheticAudio.noise(count: 16_000)) {
      questions += 1
      return questions == 3
    }
    #expect(questions == 3)
  }

  @Test("An unknown device is reported with the operation and the device")
  func unknown() {
    let playing = #expect(throws: ALSAError.self) { _ = try PlaybackPCM(device: "nowhere", rate: 16_000) }
    #expect(playing?.code == .noSuchDevice)
    #expect(playing?.description == "snd_pcm_open on \"nowhere\": No such file or directory (errno 2)")
    let recording = #expect(throws: ALSAError.self) {
      _ = try CapturePCM(device: "nowhere", rate: 16_000, channels: 1, periodFrames: 320, bufferFrames: 16_000)
    }
    #expect(recording == playing)
  }

  @Test("A loudspeaker that is plugged in after ALSA has read its configuration is found")
  func pluggedIn() throws {
    let missing = #expect(throws: ALSAError.self) { _ = try PlaybackPCM(device: "later", rate: 16_000) }
    #expect(missing?.code == .noSuchDevice)
    try SoundSystem.plugIn("later")
    let player = try PlaybackPCM(device: "later", rate: 16_000)
    try player.play([0, 0]) { false }
  }

  @Test("Opening a device negotiates another format if it does not offer the requested one")
  func negotiation() throws {
    var card = try SimulatedMicrophone(playing: [])
    card.rate = 44_100
    card.channels = 2
    let capture = try CapturePCM(
      device: try card.device, rate: 16_000, channels: 1, periodFrames: 320, bufferFrames: 16_000)
    #expect(capture.format.rate == 44_100)
    #expect(capture.format.channels == 2)
    #expect(capture.format.sample == .s16)
    #expect(abs(capture.format.periodFrames - 882) <= 1)
    #expect(capture.format.frameByteCount == 4)
  }

  @Test("A device that only records cannot be opened for playback")
  func wrongDirection() throws {
    let device = try SimulatedMicrophone(playing: []).device
    #expect(throws: ALSAError.self) { _ = try PlaybackPCM(device: device, rate: 16_000) }
  }
}

import ALSA
import Testing
import VocativeTestSupport

@Suite("Playback faults", .timeLimit(.minutes(10)))
struct PlaybackFaultTests {
  private static let noise = SyntheticAudio.noise(count: 16_000)

  private func play(on loudspeaker: SimulatedLoudspeaker, isCancelled: () -> Bool = { false }) throws(any Error) {
    let player = try PlaybackPCM(device: try loudspeaker.device, rate: 16_000, stallMilliseconds: 400)
    try player.play(Self.noise, isCancelled: isCancelled)
  }

  private func failure(of fault: SoundFault) throws -> ALSAError? {
    var loudspeaker = SimulatedLoudspeaker()
    loudspeaker.faults = [fault]
    return #expect(throws: ALSAError.self) { try play(on: loudspeaker) }
  }

  @Test("Undisturbed playback plays every sample")
  func undisturbed() throws {
    let loudspeaker = SimulatedLoudspeaker()
    try play(on: loudspeaker)
    #expect(try loudspeaker.samples == Self.noise)
  }

  @Test("Playback continues after an underrun or a system suspend", arguments: [true, false])
  func interrupted(resumes: Bool) throws {
    var loudspeaker = SimulatedLoudspeaker()
    loudspeaker.faults = [.overrun(at: 4096), .suspend(at: 8192)]
    loudspeaker.resumes = resumes
    try play(on: loudspeaker)
    #expect(try loudspeaker.samples == Self.noise)
  }

  @Test("Losing the device during playback fails with its name")
  func unplugged() throws {
    let error = try failure(of: .unplug(at: 4096, refusing: 0))
    #expect(error?.code == .lost)
    #expect(error?.device.hasPrefix("loudspeaker:") == true)
  }

  @Test("A device error fails the playback")
  func failing() throws {
    #expect(try failure(of: .error(at: 4096))?.code == .lost)
  }

  @Test("A device that stops accepting audio fails the playback after a time limit")
  func stalled() throws {
    let error = try failure(of: .stall(at: 4096))
    #expect(error?.code == .lost)
    #expect(error?.reason.contains("played no audio for 400 ms") == true)
  }

  @Test("A device that stops before the end has been heard fails the playback")
  func stalledAtTheEnd() throws {
    #expect(try failure(of: .stall(at: 16_000))?.code == .lost)
  }

  @Test("Playback on a stalled device can be cancelled")
  func cancelled() throws {
    var loudspeaker = SimulatedLoudspeaker()
    loudspeaker.faults = [.stall(at: 4096)]
    let device = try loudspeaker.device
    let player = try PlaybackPCM(device: device, rate: 16_000, stallMilliseconds: .max)
    var questions = 0
    try player.play(Self.noise) {
      questions += 1
      return questions > 20
    }
    #expect(questions == 21)
  }

  @Test("Playback on a busy device fails with that reason, and the next attempt succeeds")
  func busy() throws {
    var loudspeaker = SimulatedLoudspeaker()
    loudspeaker.faults = [.busy(openings: 1)]
    let error = #expect(throws: ALSAError.self) { try play(on: loudspeaker) }
    #expect(error?.code == .busy)
    try play(on: loudspeaker)
    #expect(try loudspeaker.samples == Self.noise)
  }
}

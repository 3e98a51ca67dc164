import ALSA
import Testing
import VocativeTestSupport

@Suite("Playback that is disturbed", .timeLimit(.minutes(10)))
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

  @Test("by nothing plays every sample")
  func undisturbed() throws {
    let loudspeaker = SimulatedLoudspeaker()
    try play(on: loudspeaker)
    #expect(try loudspeaker.samples == Self.noise)
  }

  @Test("by an underrun or a sleep of the system goes on where it was", arguments: [true, false])
  func interrupted(resumes: Bool) throws {
    var loudspeaker = SimulatedLoudspeaker()
    loudspeaker.faults = [.overrun(at: 4096), .suspend(at: 8192)]
    loudspeaker.resumes = resumes
    try play(on: loudspeaker)
    #expect(try loudspeaker.samples == Self.noise)
  }

  @Test("by the loss of the device is an error that names it")
  func unplugged() throws {
    let error = try failure(of: .unplug(at: 4096, refusing: 0))
    #expect(error?.code == .lost)
    #expect(error?.device.hasPrefix("loudspeaker:") == true)
  }

  @Test("by an error of the device is an error")
  func failing() throws {
    #expect(try failure(of: .error(at: 4096))?.code == .lost)
  }

  @Test("by a device that stops taking audio is an error, and does not last for ever")
  func stalled() throws {
    let error = try failure(of: .stall(at: 4096))
    #expect(error?.code == .lost)
    #expect(error?.reason.contains("played no audio for 400 ms") == true)
  }

  @Test("by a device that stops before the last of it was heard is an error too")
  func stalledAtTheEnd() throws {
    #expect(try failure(of: .stall(at: 16_000))?.code == .lost)
  }

  @Test("by a device that stops can be cancelled")
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

  @Test("because another program holds the device is an error that says so, and the next attempt plays")
  func busy() throws {
    var loudspeaker = SimulatedLoudspeaker()
    loudspeaker.faults = [.busy(openings: 1)]
    let error = #expect(throws: ALSAError.self) { try play(on: loudspeaker) }
    #expect(error?.code == .busy)
    try play(on: loudspeaker)
    #expect(try loudspeaker.samples == Self.noise)
  }
}

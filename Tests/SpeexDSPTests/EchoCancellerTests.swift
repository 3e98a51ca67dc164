import SpeexDSP
import Testing
import VocativeTestSupport

@Suite("Echo cancellation")
struct EchoCancellerTests {
  private static let frame = 320

  private func cleaned(_ heard: [Int16], of played: [Int16]) -> [Int16] {
    let canceller = EchoCanceller(rate: 16_000, frameSamples: Self.frame)
    return stride(from: 0, to: heard.count - Self.frame + 1, by: Self.frame).flatMap { start in
      canceller.cancel(Array(played[start..<start + Self.frame]), from: Array(heard[start..<start + Self.frame]))
    }
  }

  @Test("The canceller reduces the echo of speech by at least 15 dB after two seconds")
  func echoReturnLoss() async throws {
    let played = try await SynthesizedSpeech.samples(
      of: "You have saved one thousand two hundred forty dollars of two thousand dollars for summer vacation. That leaves seven "
        + "hundred sixty dollars to go.", voice: "slt")
    let heard = EchoRoom.echo(of: played)
    let left = cleaned(heard, of: played)
    let behind = 32_000..<left.count
    let loss = EchoRoom.level(of: heard[behind]) - EchoRoom.level(of: left[behind])
    #expect(loss >= 15, "\(loss) dB")
  }

  /// Returns the second differences, which leave out the lowest frequencies.
  private func treble(_ samples: some Sequence<Int16>) -> [Double] {
    let samples = samples.map(Double.init)
    return zip(zip(samples, samples.dropFirst()), samples.dropFirst(2)).map { $0.0 - 2 * $0.1 + $1 }
  }

  @Test("The canceller keeps speech in the room, and changes only its lowest frequencies without playback")
  func nearEnd() throws {
    let spoken = try RawRecording.samples(of: "refused/slt-no-wake-phrase-vacation-goal.flac")
    let silence = [Int16](repeating: 0, count: spoken.count)
    let left = cleaned(spoken, of: silence)
    let loss = EchoRoom.level(of: spoken) - EchoRoom.level(of: left)
    #expect(abs(loss) < 1, "\(loss) dB")
    let (before, after) = (treble(spoken), treble(left))
    let power = before.reduce(0) { $0 + $1 * $1 }
    let change = zip(before, after).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    #expect(change < power / 300, "\(change / power)")
  }
}

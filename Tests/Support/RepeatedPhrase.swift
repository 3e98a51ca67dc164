/// A microphone in a quiet room in which a person repeats a wake phrase.
public enum RepeatedPhrase {
  /// The seconds before the first repetition.
  public static let lead = 1

  /// Returns the audio of repetitions with pauses, and a quiet room of some seconds after them.
  public static func samples(_ repetitions: Int, roomSeconds: Int) throws -> [Int16] {
    let phrase = try RawRecording.samples(of: "refused/slt-wake-phrase-only.flac")
    let pause = [Int16](repeating: 0, count: 16_000 * 3)
    let dry = pause + (0..<repetitions).flatMap { _ in phrase + pause } + [Int16](repeating: 0, count: 16_000 * roomSeconds)
    return zip(dry, SyntheticAudio.noise(count: dry.count, seed: 7)).map { sample, noise in
      let (sum, overflows) = sample.addingReportingOverflow(noise / 10_000)
      return overflows ? .max : sum
    }
  }
}

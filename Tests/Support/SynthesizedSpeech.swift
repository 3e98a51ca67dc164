import AudioSamples
import Foundation
import SoundFile
import Subprocess

/// Speech from Flite's voices, which the acoustic model recognizes.
public enum SynthesizedSpeech {
  /// The reason a text could not be spoken.
  public struct Failure: Error {
    let reason: String
  }

  /// Returns a text as 16 kHz mono samples.
  ///
  /// - Parameter voice: `slt`, `rms` or `awb`.
  public static func samples(of text: String, voice: String) async throws -> [Int16] {
    let path = ProcessFolder.path("speech-\(UUID().uuidString).wav")
    defer { unlink(path) }
    let result = try await Subprocess.run(
      .name("flite"), arguments: ["-voice", voice, "-t", text, "-o", path], output: .discarded, error: .string(limit: 4096))
    guard result.terminationStatus.isSuccess else { throw Failure(reason: result.standardError) }
    let reader = try SoundFileReader(path: path)
    guard reader.rate == 16_000, reader.channels == 1 else { throw Failure(reason: "\(voice) speaks at \(reader.rate) Hz") }
    var samples: [Int16] = []
    while true {
      let block = try reader.read(frames: 4096)
      if block.isEmpty { return samples }
      samples += block.map { Int16(clamping: $0 * 32_768) }
    }
  }
}

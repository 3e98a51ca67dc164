import AudioSamples
import SoundFile

/// Reads the samples of a recording without the capture stage.
public enum RawRecording {
  /// Returns the samples of a mono 16 kHz recording in `Audio/`.
  public static func samples(of audio: String) throws -> [Int16] {
    let reader = try SoundFileReader(path: Recording.folder + "/" + audio)
    var samples: [Int16] = []
    while true {
      let block = try reader.read(frames: 4096)
      if block.isEmpty { return samples }
      samples += block.map { Int16(clamping: $0 * 32_768) }
    }
  }
}

import Foundation
import SoundFile
import VocativeCapture

extension TuningMaterial {
  /// Saves the owner's recordings as WAV files in a folder.
  ///
  /// Recordings of a phrase become `recordings/hey assistant/hey assistant 1.wav`, others `room/the room.wav`. Later runs read
  /// them with `--recordings` and `--negatives`.
  ///
  /// - Throws: `TuningMaterialError` if a file cannot be written, or the errors of reading a recording.
  public func save(to folder: String) async throws {
    for recording in recordings where recording.origin == .owner {
      let place = recording.phrases.first.map { "\(folder)/recordings/\($0)" } ?? "\(folder)/room"
      do {
        try FileManager.default.createDirectory(
          atPath: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try SoundFileWriter.write(
          try await recording.samples(), rate: AudioFrame.sampleRate, to: "\(place)/\(recording.name).wav")
      } catch let error as SoundFileError {
        throw TuningMaterialError(error.description)
      } catch let error as CocoaError {
        throw TuningMaterialError("\(place): the folder cannot be created (\(error.localizedDescription))")
      }
    }
  }
}

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
        try Self.createFolder(at: place)
        try SoundFileWriter.write(
          try await recording.samples(), rate: AudioFrame.sampleRate, to: "\(place)/\(recording.name).wav")
      } catch let error as SoundFileError {
        throw TuningMaterialError(error.description)
      }
    }
  }

  /// Creates a folder for recordings, if it does not exist.
  ///
  /// A person who has recorded for minutes must not learn only then that the recordings cannot be saved.
  ///
  /// - Throws: `TuningMaterialError` if the folder cannot be created, or its files cannot be written.
  public static func createFolder(at path: String) throws(TuningMaterialError) {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw TuningMaterialError("\(path): the folder cannot be created (\(error.localizedDescription)); choose another one")
    }
    guard FileManager.default.isWritableFile(atPath: path) else {
      throw TuningMaterialError("\(path): you may not write in this folder; choose another one, or change its permissions")
    }
  }
}

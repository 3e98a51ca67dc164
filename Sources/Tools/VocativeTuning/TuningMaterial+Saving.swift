import Dispatch
import Foundation
import SoundFile
import VocativeCapture

extension TuningMaterial.Recording {
  /// Saves the recording as a WAV file in the folder of a session.
  ///
  /// Recordings of a phrase become `recordings/hey assistant/hey assistant 1.wav`, others `room/the room.wav`. Later runs read
  /// them with `--recordings` and `--negatives`.
  ///
  /// - Throws: `TuningMaterialError` if the file cannot be written, or the errors of reading the recording.
  public func save(to folder: String) async throws {
    let place = phrases.first.map { "\(folder)/\(TuningMaterial.phraseFolder)/\($0)" } ?? "\(folder)/\(TuningMaterial.roomFolder)"
    let (samples, path) = (try await samples(), "\(place)/\(name).wav")
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          with: Result {
            do {
              try TuningMaterial.createFolder(at: place)
              try SoundFileWriter.write(samples, rate: AudioFrame.sampleRate, to: path)
            } catch let error as SoundFileError {
              throw TuningMaterialError(error.description)
            }
          })
      }
    }
  }
}

extension TuningMaterial {
  fileprivate static let phraseFolder = "recordings"
  fileprivate static let roomFolder = "room"

  /// Prepares the folder of a new session: creates it, if it does not exist.
  ///
  /// A person who has recorded for minutes must not learn only then that the recordings cannot be saved, or that they are among those
  /// of another session.
  ///
  /// - Throws: `TuningMaterialError` if the folder cannot be created, its files cannot be written, or it has recordings.
  public static func prepareFolder(at path: String) throws(TuningMaterialError) {
    for name in [phraseFolder, roomFolder] where FileManager.default.fileExists(atPath: "\(path)/\(name)") {
      throw TuningMaterialError("\(path): the folder has the recordings of another session (\(name)); choose another one")
    }
    try createFolder(at: path)
  }

  fileprivate static func createFolder(at path: String) throws(TuningMaterialError) {
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

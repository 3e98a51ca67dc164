import Foundation
import LimitedFile
import ProgramOutput

/// The file with the thresholds that `vocative tune` finds.
public struct SpottingCalibrationFile: Equatable, Sendable {
  /// The environment variable that overrides the path.
  public static let variable = "VOCATIVE_CALIBRATION"

  /// The file that the environment names, else `calibration.json` in the user's configuration folder of Vocative.
  public static var user: SpottingCalibrationFile {
    SpottingCalibrationFile(
      path: ProcessInfo.processInfo.environment[variable] ?? ConfigurationFolder.path + "/calibration.json")
  }

  private static let maxSize = 1 << 20

  /// The path of the file, which may not exist yet.
  public let path: String

  /// The path of the plot with the curves behind the thresholds, beside the file.
  public var plotPath: String { (path as NSString).deletingPathExtension + ".svg" }

  /// Creates a calibration file at a path.
  public init(path: String) {
    self.path = path
  }

  /// The current state of the file; nil if it does not exist.
  public var stamp: FileStamp? { FileStamp(path: path) }

  /// Reads the file; returns nil if it does not exist.
  ///
  /// - Throws: `SpottingCalibrationError` that names the invalid field.
  public func read() throws(SpottingCalibrationError) -> SpottingCalibration? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let file = LimitedFile(path: path, limit: Self.maxSize)
    let data = try file.contents { failure in
      fault(
        failure == .tooLarge
          ? "it is larger than \(file.limitText), which is too large for a calibration; tune again with: vocative tune"
          : "it is a folder, or you may not read it; make it a file that you own")
    }
    return try SpottingCalibrationContents(data, of: self).calibration
  }

  /// Writes the file atomically: a concurrent reader sees the old contents or the new ones.
  ///
  /// - Throws: `SpottingCalibrationError` if it cannot be written.
  public func write(_ calibration: SpottingCalibration) throws(SpottingCalibrationError) {
    let folder = ParentFolder.path(of: path)
    do {
      if !folder.isEmpty {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      }
      try OutputFile(path).write(try SpottingCalibrationContents.data(of: calibration))
    } catch let error as OutputFileError {
      throw fault("\(error.reason); choose another file with --output")
    } catch {
      throw fault("it cannot be written (\(error.localizedDescription)); choose another file with --output")
    }
  }

  func fault(_ reason: String) -> SpottingCalibrationError { SpottingCalibrationError(path: path, reason: reason) }
}

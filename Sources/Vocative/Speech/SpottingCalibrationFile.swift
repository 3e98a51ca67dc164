import Foundation
import LimitedFile
import ProgramOutput

/// The file that holds the thresholds `vocative tune` found.
public struct SpottingCalibrationFile: Equatable, Sendable {
  /// The environment variable that names another file.
  public static let variable = "VOCATIVE_CALIBRATION"

  /// The file the environment names, else `vocative/calibration.json` in the user's configuration folder by the XDG base directory
  /// specification.
  public static var user: SpottingCalibrationFile {
    SpottingCalibrationFile(
      path: ProcessInfo.processInfo.environment[variable] ?? ConfigurationFolder.path + "/calibration.json")
  }

  private static let largestSize = 1 << 20

  /// Where the file is, or will be.
  public let path: String

  /// Where the curves that the thresholds were read off are drawn, beside the file.
  public var plotPath: String { (path as NSString).deletingPathExtension + ".svg" }

  /// A calibration file at a path.
  public init(path: String) {
    self.path = path
  }

  /// The state the file is in now; nil when there is none.
  public var stamp: FileStamp? { FileStamp(path: path) }

  /// What the file holds; nil when there is none.
  ///
  /// - Throws: `SpottingCalibrationError` naming the field that cannot be used.
  public func read() throws(SpottingCalibrationError) -> SpottingCalibration? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let file = LimitedFile(path: path, limit: Self.largestSize)
    let data = try file.contents { failure in
      fault(
        failure == .tooLarge
          ? "it is larger than \(file.limitText), which no calibration is; write it anew with: vocative tune"
          : "it may not be read, or is a folder; make it a file of yours")
    }
    return try SpottingCalibrationContents(data, of: self).calibration
  }

  /// Writes the file whole or not at all: whoever reads it meanwhile has the old one or the new one.
  ///
  /// - Throws: `SpottingCalibrationError` when it cannot be written.
  public func write(_ calibration: SpottingCalibration) throws(SpottingCalibrationError) {
    let folder = (path as NSString).deletingLastPathComponent
    do {
      if !folder.isEmpty {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      }
      try OutputFile(path).write(try SpottingCalibrationContents.data(of: calibration))
    } catch let error as OutputFileError {
      throw fault("\(error.reason); name another file with --output")
    } catch {
      throw fault("it cannot be written (\(error.localizedDescription)); name another file with --output")
    }
  }

  func fault(_ reason: String) -> SpottingCalibrationError { SpottingCalibrationError(path: path, reason: reason) }
}

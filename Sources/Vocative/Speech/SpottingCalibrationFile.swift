import Foundation
package import LimitedFile
import ProgramOutput

/// The file with the thresholds that `vocative tune` finds.
public struct SpottingCalibrationFile: Equatable, Sendable {
  /// The environment variable that overrides the path.
  public static let variable = "VOCATIVE_CALIBRATION"

  /// The file that the environment names, else `calibration.json` in the user's configuration folder of Vocative.
  public static var user: SpottingCalibrationFile {
    SpottingCalibrationFile(
      path: BaseFolder.named(variable, in: ProcessInfo.processInfo.environment) ?? ConfigurationFolder.path + "/calibration.json")
  }

  /// The file of a daemon: the user's if it exists or no service manager provides a state folder, else `calibration.json` in that
  /// folder, because the configuration folder of a service is read-only.
  public static var service: SpottingCalibrationFile { service(in: ProcessInfo.processInfo.environment) }

  /// Returns the file of a daemon for the given environment variables.
  package static func service(in environment: [String: String]) -> SpottingCalibrationFile {
    if let path = BaseFolder.named(variable, in: environment) { return SpottingCalibrationFile(path: path) }
    let user = SpottingCalibrationFile(path: ConfigurationFolder.path(in: environment) + "/calibration.json")
    guard user.stamp == nil, let state = BaseFolder.managed("STATE_DIRECTORY", in: environment) else { return user }
    return SpottingCalibrationFile(path: state + "/calibration.json")
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
  package var stamp: FileStamp? { FileStamp(path: path) }

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
    do {
      try OutputFile(path).writeMakingFolder(try SpottingCalibrationContents.data(of: calibration))
    } catch let error as OutputFileError {
      throw fault("\(error.reason); choose another file with --output", status: .output)
    } catch {
      throw fault("it cannot be written (\(error.localizedDescription)); choose another file with --output", status: .output)
    }
  }

  /// Adds thresholds to those in the file, and replaces the plot of the curves behind them.
  ///
  /// - Parameter plot: The plot as SVG; nil to remove the previous one, which shows other thresholds.
  /// - Returns: The parts that could not be kept or drawn, for people; the thresholds are useful without them.
  /// - Throws: `SpottingCalibrationError` if the file cannot be written.
  public func add(_ calibration: SpottingCalibration, plot: String?) throws(SpottingCalibrationError) -> [String] {
    var notes: [String] = []
    var earlier: SpottingCalibration?
    do throws(SpottingCalibrationError) {
      earlier = try read()
    } catch {
      notes.append("replacing the previous file: \(error)")
    }
    try write(calibration.adding(earlier))
    do throws(OutputFileError) {
      if let plot {
        try OutputFile(plotPath).write(Data(plot.utf8))
      } else if FileManager.default.fileExists(atPath: plotPath) {
        try? FileManager.default.removeItem(atPath: plotPath)
      }
    } catch {
      notes.append("cannot draw the curves: \(error)")
    }
    return notes
  }

  func fault(_ reason: String, status: ExitStatus = .configuration) -> SpottingCalibrationError {
    SpottingCalibrationError(path: path, reason: reason, exitStatus: status)
  }
}

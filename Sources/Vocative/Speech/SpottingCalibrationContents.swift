import Foundation

/// Reads and validates the fields of a calibration file.
struct SpottingCalibrationContents {
  let calibration: SpottingCalibration

  fileprivate struct Document: Codable {
    var version: Int
    var acousticModel: String
    var phrases: [Phrase]

    private enum CodingKeys: String, CodingKey {
      case version
      case acousticModel = "acoustic_model"
      case phrases
    }
  }

  fileprivate struct Phrase: Codable {
    var phrase: String
    var log10Threshold: Double
    var falseAlarmsPerHour: Double
    var recordings: Int
    var negativeHours: Double
    var date: String

    private enum CodingKeys: String, CodingKey {
      case phrase
      case log10Threshold = "log10_threshold"
      case falseAlarmsPerHour = "false_alarms_per_hour"
      case recordings
      case negativeHours = "negative_hours"
      case date
    }
  }

  /// The version alone, so that a newer file is not rejected for its other fields.
  private struct Version: Decodable {
    let version: Int
  }

  init(_ data: Data, of file: SpottingCalibrationFile) throws(SpottingCalibrationError) {
    let version = try Self.decode(Version.self, from: data, of: file).version
    guard version == SpottingCalibration.version else {
      throw file.fault(
        "\"version\" is \(version), but this program reads \(SpottingCalibration.version); tune again with: vocative tune")
    }
    try self.init(try Self.decode(Document.self, from: data, of: file), of: file)
  }

  fileprivate init(_ document: Document, of file: SpottingCalibrationFile) throws(SpottingCalibrationError) {
    var seen: Set<String> = []
    var phrases: [SpottingCalibration.Phrase] = []
    for (index, phrase) in document.phrases.enumerated() {
      func check(_ isFine: Bool, _ field: String, _ reason: String) throws(SpottingCalibrationError) {
        guard isFine else { throw file.fault("\"phrases[\(index)].\(field)\" \(reason)") }
      }
      try check(!phrase.phrase.isEmpty, "phrase", "is empty; write the spoken words, as in \"hey assistant\"")
      try check(seen.insert(phrase.phrase).inserted, "phrase", "repeats \"\(phrase.phrase)\"; remove one of them")
      let range = SpottingCalibration.thresholds
      try check(
        range.contains(phrase.log10Threshold), "log10_threshold",
        "is \(phrase.log10Threshold); it must be a decimal logarithm from \(range.lowerBound) to \(range.upperBound)")
      try check(phrase.falseAlarmsPerHour > 0, "false_alarms_per_hour", "must be more than 0")
      try check(phrase.recordings >= 0, "recordings", "must not be negative")
      try check(phrase.negativeHours >= 0, "negative_hours", "must not be negative")
      guard let date = try? Date(phrase.date, strategy: .iso8601) else {
        throw file.fault("\"phrases[\(index)].date\" must be a date and time, as in \"2026-11-21T09:00:00Z\"")
      }
      phrases.append(
        .init(
          text: phrase.phrase, log10Threshold: phrase.log10Threshold, falseAlarmsPerHour: phrase.falseAlarmsPerHour,
          recordings: phrase.recordings, negativeHours: phrase.negativeHours, date: date))
    }
    calibration = SpottingCalibration(acousticModel: document.acousticModel, phrases: phrases)
  }

  static func data(of calibration: SpottingCalibration) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(calibration) + Data("\n".utf8)
  }

  private static func decode<Value: Decodable>(
    _ type: Value.Type, from data: Data, of file: SpottingCalibrationFile
  ) throws(SpottingCalibrationError) -> Value {
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch let error as DecodingError {
      throw file.fault(explanation(of: error) + "; correct it, or replace the file with: vocative tune")
    } catch {
      throw file.fault("\(error)")
    }
  }

  private static func explanation(of error: DecodingError) -> String {
    func field(_ path: [any CodingKey]) -> String {
      path.reduce("") { text, key in
        key.intValue.map { "\(text)[\($0)]" } ?? (text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)")
      }
    }
    switch error {
    case .keyNotFound(let key, let context): return "\"\(field(context.codingPath + [key]))\" is missing"
    case .typeMismatch(_, let context) where context.codingPath.isEmpty: return "not a JSON object"
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      return "\"\(field(context.codingPath))\" must be a \(name(of: type))"
    default: return "invalid JSON"
    }
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "text"
    case is Int.Type: "whole number"
    case is Double.Type: "number"
    default: "\(type)".hasPrefix("Array") || "\(type)".contains("Phrase") ? "list of objects" : "\(type)"
    }
  }
}

extension SpottingCalibration: Codable {
  /// Decodes and validates the fields of a calibration file.
  ///
  /// - Throws: `SpottingCalibrationError` that names the invalid field, or `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let document = try SpottingCalibrationContents.Document(from: decoder)
    let file = SpottingCalibrationFile(path: "calibration")
    guard document.version == Self.version else {
      throw file.fault("\"version\" is \(document.version), but this program reads \(Self.version)")
    }
    self = try SpottingCalibrationContents(document, of: file).calibration
  }

  /// Encodes the fields of a calibration file.
  public func encode(to encoder: any Encoder) throws {
    let phrases = phrases.map {
      SpottingCalibrationContents.Phrase(
        phrase: $0.text, log10Threshold: $0.log10Threshold, falseAlarmsPerHour: $0.falseAlarmsPerHour,
        recordings: $0.recordings, negativeHours: $0.negativeHours, date: $0.date.formatted(.iso8601))
    }
    try SpottingCalibrationContents.Document(version: Self.version, acousticModel: acousticModel, phrases: phrases)
      .encode(to: encoder)
  }
}

import Foundation
import Testing
import Vocative
import VocativeTestSupport

@Suite("The calibration file")
struct SpottingCalibrationTests {
  private static let calibration = SpottingCalibration(
    acousticModel: "en-us",
    phrases: [
      .init(
        text: "hey assistant", log10Threshold: -13.5, falseAlarmsPerHour: 0.1, recordings: 5, negativeHours: 0.0333,
        date: Date(timeIntervalSince1970: 1_790_000_000))
    ])
  private static let phrase = """
    {"phrase": "a", "log10_threshold": -3, "false_alarms_per_hour": 0.1, "recordings": 1, "negative_hours": 0, \
    "date": "2026-11-21T09:00:00Z"}
    """

  @Test("A written calibration can be read again, and its folder is created")
  func roundTrip() throws {
    let folder = try TemporaryFolder()
    let file = SpottingCalibrationFile(path: folder.path + "/config/vocative/calibration.json")
    #expect(try file.read() == nil)
    #expect(file.stamp == nil)
    try file.write(Self.calibration)
    #expect(try file.read() == Self.calibration)
    let stamp = try #require(file.stamp)
    try file.write(Self.calibration)
    #expect(file.stamp != stamp, "a file that is renamed into place has a new stamp")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/config/vocative") == ["calibration.json"])
  }

  @Test("A calibration is the same after it was sent as JSON, and an invalid one names its field")
  func json() throws {
    let data = try JSONEncoder().encode(Self.calibration)
    #expect(try JSONDecoder().decode(SpottingCalibration.self, from: data) == Self.calibration)
    let invalid = Data(Self.whole(Self.phrase.replacing("-3", with: "-300")).utf8)
    let error = #expect(throws: SpottingCalibrationError.self) {
      try JSONDecoder().decode(SpottingCalibration.self, from: invalid)
    }
    #expect(error?.reason.contains("\"phrases[0].log10_threshold\" is -300.0") == true)
  }

  @Test("New thresholds leave other phrases as they are, and a plot of other thresholds is removed")
  func adding() throws {
    let folder = try TemporaryFolder()
    let file = SpottingCalibrationFile(path: folder.path + "/calibration.json")
    #expect(try file.add(Self.calibration, plot: "<svg/>") == [])
    #expect(FileText.contents(of: file.plotPath) == "<svg/>")
    let other = try JSONDecoder().decode(SpottingCalibration.self, from: Data(Self.whole(Self.phrase).utf8))
    let sameModel = SpottingCalibration(acousticModel: "en-us", phrases: other.phrases)
    #expect(try file.add(sameModel, plot: nil) == [])
    #expect(try file.read()?.phrases.map(\.text) == ["a", "hey assistant"])
    #expect(!FileManager.default.fileExists(atPath: file.plotPath))
    try folder.write("{}", to: "calibration.json")
    #expect(try file.add(sameModel, plot: nil).first?.contains("replacing the previous file") == true)
    #expect(try file.read() == sameModel)
  }

  @Test("The file of a daemon is in the state folder of its service manager, unless there is one in the configuration folder")
  func service() throws {
    let folder = try TemporaryFolder()
    let config = ["XDG_CONFIG_HOME": folder.path]
    let managed = config.merging(["STATE_DIRECTORY": "/var/lib/vocative:/var/lib/other"]) { $1 }
    func path(_ environment: [String: String]) -> String { SpottingCalibrationFile.service(in: environment).path }
    #expect(path(config) == folder.path + "/vocative/calibration.json")
    #expect(path(managed) == "/var/lib/vocative/calibration.json")
    try folder.write("{}", to: "vocative/calibration.json")
    #expect(path(managed) == folder.path + "/vocative/calibration.json")
    #expect(path(managed.merging([SpottingCalibrationFile.variable: "/c.json"]) { $1 }) == "/c.json")
  }

  @Test("A loop refuses thresholds for another model, and for a file that it cannot write, with a remedy")
  func refusal() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/calibration.json"
    let loop = try TestPipeline(
      assistant: GrowingAssistant.make(GrowingAssistant.Names(["vacation"])), calibration: SpottingCalibrationFile(path: path)
    ).loop
    #expect(try await loop.adopt(Self.calibration) == path)
    let foreign = SpottingCalibration(acousticModel: "de", phrases: [])
    let refusal = await #expect(throws: TuningRefusal.self) { try await loop.adopt(foreign) }
    #expect(refusal?.description.contains("are for the model \"de\", but the daemon uses \"en-us\"") == true)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let unwritable = await #expect(throws: TuningRefusal.self) { try await loop.adopt(Self.calibration) }
    #expect(
      unwritable?.description.contains("cannot write \(path); set \"calibration\"") == true, "\(unwritable?.description ?? "")")
  }

  @Test(
    "An invalid file is reported with its name, the field, and the reason",
    arguments: [
      ("no JSON at all", "invalid JSON"),
      ("[1]", "not a JSON object"),
      ("{\"acoustic_model\": \"en-us\", \"phrases\": []}", "\"version\" is missing"),
      ("{\"version\": 2}", "\"version\" is 2, but this program reads 1"),
      ("{\"version\": 1, \"phrases\": []}", "\"acoustic_model\" is missing"),
      ("{\"version\": 1, \"acoustic_model\": \"m\", \"phrases\": {}}", "\"phrases\" must be a list"),
      ("{\"version\": 1, \"acoustic_model\": \"m\", \"phrases\": [{\"phrase\": 3}]}", "\"phrases[0].phrase\" must be a text"),
      (whole(phrase.replacing("-3", with: "-300")), "\"phrases[0].log10_threshold\" is -300.0; it must be a decimal logarithm"),
      (
        whole(phrase.replacing("\"recordings\": 1", with: "\"recordings\": -1")), "\"phrases[0].recordings\" must not be negative"
      ),
      (whole(phrase.replacing("0.1", with: "0")), "\"phrases[0].false_alarms_per_hour\" must be more than 0"),
      (whole(phrase.replacing("2026-11-21T09", with: "yesterday")), "\"phrases[0].date\" must be a date"),
      (whole(phrase + "," + phrase), "\"phrases[1].phrase\" repeats \"a\""),
    ])
  func faults(_ text: String, _ reason: String) throws {
    let folder = try TemporaryFolder()
    let file = SpottingCalibrationFile(path: try folder.write(text, to: "calibration.json"))
    let error = try #require(throws: SpottingCalibrationError.self) { try file.read() }
    #expect(error.description.hasPrefix(file.path + ": "))
    #expect(error.reason.contains(reason), "\(error.reason)")
  }

  private static func whole(_ phrases: String) -> String {
    "{\"version\": 1, \"acoustic_model\": \"m\", \"phrases\": [\(phrases)]}"
  }

  @Test("A folder instead of the file is reported as a folder")
  func folder() throws {
    let folder = try TemporaryFolder()
    let file = SpottingCalibrationFile(path: folder.path)
    let unreadable = #expect(throws: SpottingCalibrationError.self) { try file.read() }
    let unwritable = #expect(throws: SpottingCalibrationError.self) { try file.write(Self.calibration) }
    #expect(unreadable?.exitStatus == .configuration && unwritable?.exitStatus == .output)
  }

  @Test("Previously tuned phrases keep their thresholds, unless these are for another model")
  func merging() {
    func tuned(_ text: String, _ threshold: Double, _ model: String = "en-us") -> SpottingCalibration {
      let phrase = SpottingCalibration.Phrase(
        text: text, log10Threshold: threshold, falseAlarmsPerHour: 1, recordings: 1, negativeHours: 0, date: .distantPast)
      return SpottingCalibration(acousticModel: model, phrases: [phrase])
    }
    let merged = tuned("a", -1).adding(tuned("a", -2).adding(tuned("b", -3)))
    #expect(merged.phrases.map(\.text) == ["a", "b"])
    #expect(merged.log10Threshold(of: "a") == -1)
    #expect(merged.log10Threshold(of: "b") == -3)
    #expect(merged.unknownPhrases(among: ["a"]) == ["b"])
    #expect(tuned("a", -1).adding(tuned("b", -3, "other")).phrases.count == 1)
  }

  @Test("The planner uses tuned thresholds, and predicts those of other phrases")
  func planner() throws {
    let model = try RecognitionModel()
    var planner = SpeechPlanner(model: model, wakePhrases: ["hey assistant", "computer"], calibration: Self.calibration)
    #expect(
      try planner.plan(for: Grammar()).keyphrases.map(\.log10Threshold) == [-13.5, KeyphraseThreshold.predicted(phoneCount: 8)])
    planner.calibration = SpottingCalibration(acousticModel: "another", phrases: Self.calibration.phrases)
    let predicted = KeyphraseThreshold.predicted(phoneCount: 10)
    #expect(try planner.plan(for: Grammar()).keyphrases.map(\.log10Threshold).first == predicted, "scores of another model")
  }
}

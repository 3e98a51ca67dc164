import Foundation
import Testing
import VocativeService
import VocativeTestSupport

@Suite("Changing a configuration file")
struct SettingsFileTests {
  private let folder: TemporaryFolder
  private var file: SettingsFile { SettingsFile(path: folder.path + "/etc/vocatived.yaml", assistants: ["money"]) }

  init() throws { folder = try TemporaryFolder() }

  private func text() throws -> String { try String(contentsOfFile: file.path, encoding: .utf8) }

  @Test("A missing file and its folder are created, with the settings in their documented order")
  func created() throws {
    #expect(try file.set(["output-device": "default", "device": "plughw:CARD=Mic,DEV=0", "assistant": "money"]))
    #expect(try text() == "assistant: money\ndevice: plughw:CARD=Mic,DEV=0\noutput-device: default\n")
    #expect(!FileManager.default.fileExists(atPath: file.backupPath))
  }

  @Test(
    "A value keeps its meaning, whatever characters it has",
    arguments: ["with space", "a: b", "#1", "\"quoted\"", "back\\slash", "yes", "100", "- x", "naïve", "{x}", "null"])
  func values(value: String) throws {
    #expect(try file.set(["device": value]))
    #expect(try file.read().values == ["device": value])
    #expect(try !file.set(["device": value]), "nothing changes the second time")
  }

  @Test("Comments, other lines and the permissions stay as they are, and the previous file is kept")
  func kept() throws {
    let before = "# Mine\n#device: default\n\nearcon: true # a tone\nother: 1\n"
    try folder.write(before, to: "etc/vocatived.yaml")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
    #expect(try file.set(["device": "mic", "earcon": "false", "barge-in": "true"]))
    #expect(
      try text() == "# Mine\n#device: default\ndevice: mic\n\nearcon: false # a tone\nother: 1\nbarge-in: true\n")
    #expect(try String(contentsOfFile: file.backupPath, encoding: .utf8) == before)
    #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o640)
    #expect(try file.read().faults.first?.contains("unknown key \"other\"") == true)
  }

  @Test("A removed setting becomes a comment, which a later value follows")
  func removed() throws {
    try folder.write("device: mic # mine\nearcon: true\n", to: "etc/vocatived.yaml")
    #expect(try file.set([:], removing: ["device", "room"]))
    #expect(try text() == "#device: mic # mine\nearcon: true\n")
    #expect(try file.read().values == ["earcon": "true"])
    #expect(try !file.set([:], removing: ["device"]), "nothing changes the second time")
    #expect(try file.set(["device": "other"], removing: ["earcon"]))
    #expect(try text() == "#device: mic # mine\ndevice: other\n#earcon: true\n")
  }

  @Test("A file with the line ends of Windows keeps them, its comments and its other settings")
  func windowsLineEnds() throws {
    try folder.write("device: mic\r\n# Mine\r\nearcon: true # a tone\r\n", to: "etc/vocatived.yaml")
    #expect(try file.set(["device": "other", "earcon": "false", "room": "kitchen"]))
    #expect(try text() == "device: other\r\n# Mine\r\nearcon: false # a tone\r\nroom: kitchen\r\n")
    #expect(try !file.set(["device": "other"]), "nothing changes the second time")
  }

  @Test("An invalid value, an unknown setting and a layout of several lines are refused, and the file stays as it is")
  func refused() throws {
    let before = "device: >\n  mic\n"
    try folder.write(before, to: "etc/vocatived.yaml")
    for (changes, reason) in [
      (["speech-volume": "loud"], "\"speech-volume\": \"loud\" is not a number from 10 to 150"),
      (["divice": "x"], "\"divice\" is not a setting"), (["device": "other"], "its layout is too unusual"),
    ] {
      let error = #expect(throws: SettingsFileError.self) { try file.set(changes) }
      #expect(error?.reason.contains(reason) == true, "\(String(describing: error))")
    }
    #expect(try text() == before)
    #expect(!FileManager.default.fileExists(atPath: file.backupPath))
  }

  @Test(
    "A file that is not a list of settings is refused when it is read",
    arguments: [("device: [", "etc/vocatived.yaml:"), ("- device", "expected one \"name: value\" per line")])
  func unusable(text: String, reason: String) throws {
    try folder.write(text, to: "etc/vocatived.yaml")
    let error = #expect(throws: ConfigurationError.self) { try file.read() }
    #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
  }

  @Test("An empty file and one of comments alone can be changed", arguments: ["", "# device: mic\n"])
  func withoutSettings(text: String) throws {
    try folder.write(text, to: "etc/vocatived.yaml")
    #expect(try file.read().values.isEmpty)
    #expect(try file.set(["device": "mic"]))
  }

  @Test("A file below another file cannot be written, and one in a missing folder can")
  func writable() throws {
    try file.requireWritable()
    let other = try folder.write("", to: "file")
    let error = #expect(throws: SettingsFileError.self) {
      try SettingsFile(path: other + "/folder/vocatived.yaml", assistants: []).requireWritable()
    }
    #expect(error?.reason.hasPrefix("\(other) is not a folder") == true, "\(String(describing: error))")
  }

  @Test("The devices that the owner chooses precede those of the files, unless another source sets them")
  func chosen() throws {
    let environment = [
      "XDG_STATE_HOME": folder.path + "/state", "XDG_CONFIG_HOME": folder.path + "/config",
    ]
    try folder.write("device: user\noutput-device: user\n", to: "config/vocative/vocatived.yaml")
    try folder.write("device: chosen\n", to: "state/vocative/settings.yaml")
    func device(_ flags: [String: String] = [:]) throws -> String {
      try ConfigurationSources(
        assistants: .init([]), flags: flags, environment: environment, systemFile: folder.path + "/none.yaml"
      ).load().device
    }
    #expect(try device() == "chosen")
    #expect(try device(["device": "flag"]) == "flag")
  }
}

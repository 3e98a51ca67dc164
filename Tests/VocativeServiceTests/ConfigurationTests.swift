import BuiltInAssistants
import Foundation
import Logging
import Testing
import Vocative
import VocativeService
import VocativeTestSupport

@Suite("The daemon's configuration")
struct ConfigurationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func sources(
    flags: [String: String] = [:], environment: [String: String] = [:], user: String? = nil, system: String? = nil
  ) throws -> ConfigurationSources {
    if let user { try folder.write(user, to: "config/vocative/vocatived.yaml") }
    if let system { try folder.write(system, to: "etc/vocatived.yaml") }
    return ConfigurationSources(
      assistants: .builtIn, flags: flags,
      environment: environment.merging(["XDG_CONFIG_HOME": folder.path + "/config"]) { one, _ in one },
      systemFile: folder.path + "/etc/vocatived.yaml")
  }

  private func faults(_ sources: ConfigurationSources) throws -> [String] {
    let error = try #require(throws: ConfigurationError.self) { try sources.load() }
    return error.faults
  }

  @Test("Flags override the environment, which overrides the user's file, which overrides the system's")
  func layers() throws {
    let configuration = try sources(
      flags: ["device": "flag"], environment: ["VOCATIVED_DEVICE": "environment", "VOCATIVED_MODEL": "/environment"],
      user: "device: user\nmodel: /user\noutput-device: user\n",
      system: "device: system\nmodel: /system\noutput-device: system\nlog-level: debug\n"
    ).load()
    #expect(configuration.device == "flag")
    #expect(configuration.model == "/environment")
    #expect(configuration.outputDevice == "user")
    #expect(configuration.logLevel == .debug)
  }

  @Test("The defaults apply without settings, and also with a file of comments and an empty variable")
  func defaults() throws {
    let configuration = try sources(environment: ["VOCATIVED_DEVICE": ""], system: "# device: other\n").load()
    #expect(configuration.assistants.isEverything)
    #expect(configuration.device == "default")
    #expect(configuration.outputDevice == "default")
    #expect(configuration.model == nil)
    #expect(configuration.logLevel == .info)
    #expect(configuration.metricsAddress == nil)
    #expect(!configuration.isUnlocked)
  }

  @Test("All faults are reported with file, line and key, and the most similar valid name")
  func faultsOfFile() throws {
    let faults = try faults(
      sources(system: "# first\ndivice: x\nunlocked: perhaps\nlog-level: inof\nmetrics-address: 0.0.0.0:80\ndevice: [a]\n"))
    let file = folder.path + "/etc/vocatived.yaml"
    #expect(
      faults == [
        "\(file):2: unknown key \"divice\"; did you mean \"device\"?",
        "\(file):3: \"unlocked\": \"perhaps\" is neither true nor false",
        "\(file):4: \"log-level\": \"inof\" is not one of trace, debug, info, notice, warning, error, critical; "
          + "did you mean \"info\"?",
        "\(file):5: \"metrics-address\": \"0.0.0.0:80\" is not a loopback address with a port, such as 127.0.0.1:9477 "
          + "or [::1]:9477",
        "\(file):6: \"device\" takes one value: text",
      ])
  }

  @Test("A name or a value that resembles no valid one is reported without a suggestion")
  func unlikeAnything() throws {
    let file = folder.path + "/etc/vocatived.yaml"
    let levels = "trace, debug, info, notice, warning, error, critical"
    #expect(
      try faults(sources(environment: ["VOCATIVED_COLOUR": "x"], system: "colour: x\nlog-level: verbose\n")) == [
        "VOCATIVED_COLOUR: unknown environment variable; the option --help-config lists all variables",
        "\(file):1: unknown key \"colour\"; the option --help-config lists all keys",
        "\(file):2: \"log-level\": \"verbose\" is not one of \(levels)",
      ])
    #expect(
      try faults(sources(flags: ["log-level": "warn"])).first?.hasSuffix("did you mean \"warning\"?") == true)
  }

  @Test("A setting that files cannot contain is reported with the option for it, not as an unknown key")
  func optionInFile() throws {
    let names = Settings.list.filter { !$0.isInFiles }.map(\.name)
    try #require(names.contains("config"))
    for name in names {
      #expect(
        try faults(sources(system: "\(name): x\n")) == [
          "\(folder.path)/etc/vocatived.yaml:1: \"\(name)\" is not allowed in a file; use the option --\(name)"
        ])
    }
  }

  @Test("A misspelt variable and an invalid value are reported, and other programs' variables are ignored")
  func faultsOfEnvironment() throws {
    let faults = try faults(
      sources(environment: ["VOCATIVED_OUTPUT_DEVISE": "x", "VOCATIVED_UNLOCKED": "2", "VOCATIVE_MODEL": "x", "PATH": "y"]))
    #expect(
      faults == [
        "VOCATIVED_OUTPUT_DEVISE: unknown environment variable; did you mean VOCATIVED_OUTPUT_DEVICE?",
        "VOCATIVED_UNLOCKED: \"2\" is neither true nor false",
      ])
  }

  @Test(
    "A file with invalid YAML or a repeated key is reported with the line",
    arguments: [
      ("device: \"a\nb: c\n", ":"),
      ("device: a\nunlocked: true\ndevice: b\n", ":3: YAML error: the key \"device\" appears twice"),
      ("  device: a\n  device: b\n", ":2: YAML error: the key \"device\" appears twice"),
      ("device: a\nlog-level info\n", ":2: YAML error: a colon is missing after a key"),
      ("device: a\nlog-level info\nroom: attic\n", ":2: YAML error: a colon is missing after a key"),
      ("earcon: true\ndevice: a\u{0}b\n", ":2: the text contains a character that is not allowed (a NUL byte)"),
    ])
  func broken(text: String, place: String) throws {
    let faults = try faults(sources(system: text))
    try #require(faults.count == 1)
    #expect(faults[0].hasPrefix(folder.path + "/etc/vocatived.yaml" + place))
  }

  @Test("A byte order mark before the first setting is skipped, and a file that is not UTF-8 text is reported")
  func encodings() throws {
    #expect(try sources(system: "\u{FEFF}device: mic\nroom: attic\n").load().device == "mic")
    let latin = try sources(system: "")
    try folder.write(Data("room: k".utf8) + [0xFC] + Data("che\n".utf8), to: "etc/vocatived.yaml")
    let fault = try faults(latin)[0]
    #expect(fault.hasPrefix("\(folder.path)/etc/vocatived.yaml:1: ") && fault.contains("is not UTF-8 text"), "\(fault)")
  }

  @Test("A link to a missing file is reported, instead of being ignored like a missing file")
  func danglingLink() throws {
    let dangling = try sources(system: "")
    let path = folder.path + "/etc/vocatived.yaml"
    try FileManager.default.removeItem(atPath: path)
    #expect(try dangling.load().device == "default")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.path + "/nowhere.yaml")
    #expect(try faults(dangling) == ["\(path): there is no such file"])
  }

  @Test("A file given by a flag or a variable replaces the other two, and must exist")
  func named() throws {
    let named = try folder.write("device: named\n", to: "named.yaml")
    #expect(try sources(flags: ["config": named], user: "outputdevice: x\n").load().device == "named")
    #expect(try sources(environment: ["VOCATIVED_CONFIG": named]).load().device == "named")
    #expect(try faults(sources(flags: ["config": "/nowhere/at.all"]))[0].hasPrefix("/nowhere/at.all: there is no such file"))
  }

  @Test("An assistant and an intents file exclude each other in one source; of two sources, the first one applies")
  func assistants() throws {
    let both = try sources(system: "assistant: notes\nintents: /a.yaml\n")
    #expect(try faults(both)[0].hasPrefix("\(folder.path)/etc/vocatived.yaml:2: \"assistant\" and \"intents\" exclude"))
    #expect(
      try sources(flags: ["assistant": "notes"], system: "intents: /a.yaml\n").load().assistants.names == ["notes"])
    #expect(
      try sources(environment: ["VOCATIVED_INTENTS": "/a.yaml"], system: "assistant: notes\n").load().assistants.files == [
        "/a.yaml"
      ])
    #expect(try sources(system: "intents: /a.yaml, /b.yaml\n").load().assistants.files == ["/a.yaml", "/b.yaml"])
  }

  @Test(
    "The metrics address must be a loopback address",
    arguments: ["127.0.0.1:9477", "localhost:1", "[::1]:65535", "127.1.2.3:0"])
  func addresses(text: String) throws {
    #expect(try sources(flags: ["metrics-address": text]).load().metricsAddress == LocalAddress(text))
    #expect(LocalAddress(text) != nil)
    for other in ["192.168.1.2:9477", "9477", "::1:9477x", "127.0.0.1", "example.org:80", "[::]:80", "127.0.0.1:70000"] {
      #expect(LocalAddress(other) == nil, "\(other)")
    }
  }

  @Test("The help lists every key with its default, its variable and its meaning")
  func help() {
    let help = ConfigurationHelp.text(files: ["/a.yaml"])
    for setting in Settings.list {
      #expect(
        help.contains("\n\(setting.name)\n  \(setting.meaning)\n  value: \(setting.values); default: \(setting.defaultText)\n"))
      #expect(help.contains("environment: \(setting.variable)"))
    }
  }

  @Test("The packaged file contains every key as a comment, and is valid without the comment signs")
  func packaged() throws {
    let text = try String(
      contentsOfFile: Repository.path("Sources/Programs/VocativeDaemon/Packaging/vocatived.yaml"), encoding: .utf8)
    #expect(text.split(separator: "\n").allSatisfy { $0.hasPrefix("#") }, "a conffile that sets nothing")
    let settings = text.split(separator: "\n").filter { $0 != "#" && !$0.hasPrefix("# ") }.map { $0.dropFirst() }
    #expect(settings.map { String($0.prefix { $0 != ":" }) } == Settings.list.filter(\.isInFiles).map(\.name))
    let alternatives = settings.filter { !$0.hasPrefix("intents:") }
    let configuration = try sources(system: alternatives.joined(separator: "\n") + "\n").load()
    #expect(configuration.assistants.names == ["money", "notes"])
    #expect(configuration.device == "default")
  }

  @Test("The table of settings in the documentation contains every setting, and nothing else")
  func documented() throws {
    let article = try String(
      contentsOfFile: Repository.path("Sources/Vocative/Vocative.docc/Operation.md"), encoding: .utf8)
    let section = try #require(article.components(separatedBy: "\n## Settings\n").dropFirst().first)
    let rows = section.components(separatedBy: "\n## ")[0].split(separator: "\n").filter { $0.hasPrefix("| `") }
    let documented = rows.flatMap { row in
      row.split(separator: "|")[0].split(separator: ",").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
    }
    #expect(documented.sorted() == Settings.list.map(\.name).sorted())
    for row in rows {
      let names = row.split(separator: "|")[0]
      let isLive = Settings.list.filter { names.contains("`\($0.name)`") }.map(\.isLive)
      #expect(Set(isLive) == [row.contains("Applied immediately.")], "\(row)")
    }
  }

  @Test("A change of a setting that applies at the next start is found, unless the value is the same in another form")
  func restart() throws {
    let before = try sources(system: "device: default\nlog-level: info\n").load()
    let same = try sources(system: "").load()
    #expect(same.settingsNeedingRestart(after: before).isEmpty)
    let after = try sources(system: "device: other\nlog-level: debug\nearcon: yes\npage-port: 80\nroom: attic\n").load()
    #expect(after.settingsNeedingRestart(after: before).map(\.name) == ["device", "earcon", "page-port", "room"])
  }

  @Test("An endless file is rejected", .timeLimit(.minutes(10)))
  func endless() {
    let error = #expect(throws: ConfigurationError.self) {
      try ConfigurationSources(assistants: .builtIn, flags: ["config": "/dev/zero"], environment: [:]).load()
    }
    #expect(error?.faults.first?.hasPrefix("/dev/zero:1: the file is larger than 256 KiB") == true)
  }

  @Test("The channel of the loudspeaker is a setting, and an invalid one is reported")
  func echoReference() throws {
    #expect(try sources(system: "echo-reference: 1/2\n").load().echoReference == EchoReference(channel: 1, of: 2))
    #expect(try sources(system: "").load().echoReference == nil)
    for wrong in ["2/2", "1", "-1/2", "1/1", "one/two", "1/2/3", "0/33", "0/5000000000"] {
      let error = #expect(throws: ConfigurationError.self) { try sources(system: "echo-reference: \(wrong)\n").load() }
      let reason = "is not a channel, counted from 0, and the number of channels, 2 to 32, as in 1/2"
      #expect(error?.faults.first?.contains("\"\(wrong)\" \(reason)") == true)
    }
  }

  @Test("The volume and the speed of speech are percentages, and others are reported")
  func speech() throws {
    let configuration = try sources(system: "speech-volume: 80\nspeech-speed: 120\nspeech-voice: rms\n").load()
    #expect(configuration.speechVolume == 80)
    #expect(configuration.speechSpeed == 120)
    #expect(configuration.speechVoice == "rms")
    let defaults = try sources(system: "").load()
    #expect(defaults.speechVolume == 100 && defaults.speechSpeed == 100 && defaults.speechVoice == nil)
    #expect(
      try faults(sources(system: "speech-volume: 151\nspeech-speed: fast\n")).map { $0.components(separatedBy: "yaml:")[1] } == [
        "1: \"speech-volume\": \"151\" is not a number from 10 to 150",
        "2: \"speech-speed\": \"fast\" is not a number from 50 to 200",
      ])
  }

  @Test(
    "The patience at the end of a sentence is a word or a number of seconds",
    arguments: [("patient", 1), ("usual", 0.5), ("quick", 0.3), ("0.8", 0.8)])
  func patience(text: String, seconds: Double) throws {
    #expect(try sources(system: "patience: \(text)\n").load().patience.seconds == seconds)
    #expect(try sources(system: "").load().patience == .usual)
    for wrong in ["slow", "0.1", "4", "nan"] {
      #expect(
        try faults(sources(system: "patience: \(wrong)\n"))[0].hasSuffix(
          "is not patient, usual, quick, or a number of seconds from 0.2 to 3"))
    }
  }

  @Test(
    "The minimum confidence is a word or a number from 0 to 1",
    arguments: [("lenient", 0.15), ("usual", 0.3), ("strict", 0.5), ("0.42", 0.42), ("0", 0)])
  func minConfidence(text: String, value: Double) throws {
    #expect(try sources(system: "min-confidence: \(text)\n").load().minConfidence.value == value)
    #expect(try sources(system: "").load().minConfidence == .usual)
    #expect(MinConfidence.usual.value == TurnLoop.Configuration().recognition.minConfidence)
    for wrong in ["high", "-1", "1.1"] {
      #expect(
        try faults(sources(system: "min-confidence: \(wrong)\n"))[0].hasSuffix(
          "is not lenient, usual, strict, or a number from 0 to 1"))
    }
  }

  @Test("The home of Home Assistant can be chosen exactly while it is imported, and is left out until its file exists")
  func home() throws {
    let file = "assistant: clock, home\n"
    let configuration = try sources(system: file + "home-assistant-import: yes\n").load()
    #expect(configuration.assistants.names == ["clock", "home"])
    #expect(try configuration.assistants.choices().map(\.name) == ["clock"])
    #expect(configuration.assistants.missing == ["home"])
    for system in [file, file + "home-assistant-import: false\n"] {
      #expect(try faults(sources(system: system))[0].contains("vocatived.yaml:1: \"assistant\": \"home\" is not one of"))
    }
    let overridden = try sources(
      environment: ["VOCATIVED_HOME_ASSISTANT_IMPORT": "false"], system: file + "home-assistant-import: true\n")
    #expect(try faults(overridden)[0].contains("\"home\" is not one of"))
    #expect(try sources(flags: ["home-assistant-import": "true"], system: file).load().assistants.missing == ["home"])
  }

  @Test("The values without a fault can be read beside the faults of the others")
  func partly() throws {
    let (configuration, faults) = try sources(
      flags: ["log-level": "loud"], environment: ["VOCATIVED_UNLOCKED": "2"], user: "modle: /x\noutput-device: hall\n",
      system: "device: mic\noutput-device: other\nlog-level: debug\nassistant: monney\n"
    ).read()
    #expect(faults.count == 4, "\(faults)")
    #expect(configuration.device == "mic" && configuration.outputDevice == "hall" && configuration.logLevel == .debug)
    #expect(!configuration.isUnlocked && configuration.assistants.isEverything)
  }

  @Test(
    "Settings that contradict each other are found before a start and a reload",
    arguments: [
      ("home-assistant-import: true\n", "set \"home-assistant-uri\" to import its home"),
      ("home-assistant-uri: http://ha:8123\n", "set \"home-assistant-token-file\""),
      ("wyoming-zeroconf: true\n", "wyoming-zeroconf is set, but other computers can't connect"),
    ])
  func contradictions(text: String, reason: String) throws {
    let configuration = try sources(system: text).load()
    let error = try #require(throws: (any Error).self) { try configuration.check() }
    let name = text.prefix { $0 != ":" }
    let place = "\(folder.path)/etc/vocatived.yaml:1: \"\(name)\": "
    #expect("\(error)".hasPrefix(place) && "\(error)".contains(reason) && ExitStatus(for: error) == .configuration)
    #expect(configuration.contradictions == ["\(error)"])
    #expect(try sources(system: "").load().contradictions.isEmpty)
  }

  @Test("The user of handlers is a setting, and an unknown user is reported by name")
  func handlerUser() throws {
    #expect(try sources(system: "handler-user: nobody\n").load().handlerUser == "nobody")
    let error = #expect(throws: HandlerUserError.self) { try HandlerUser(named: "no-such-user") }
    #expect(error?.description.contains("\"no-such-user\": there is no such user") == true)
    #expect(error.map { ExitStatus(for: $0) } == .configuration)
  }
}

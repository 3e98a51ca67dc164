import Foundation
import Testing
import VocativeImport
import VocativeIntents
import VocativeIntentsFile
import VocativeTestSupport
import VocativeUnderstanding

@Suite("Home Assistant import")
struct HomeAssistantImportTests {
  private static let house = Repository.path("Tests/VocativeImportTests/Fixtures/house")

  private static let sentences = """
    language: en
    intents:
      HassTurnOn:
        data:
          - sentences: ["turn on [<the>] {name}", "{name} on"]
            requires_context: { domain: [light, switch] }
            response: light
            metadata: { slot_combination: name_only }
          - sentences: ["turn on the lights in [<the>] {area}"]
            slots: { domain: light }
            response: light
          - sentences: ["turn on the lights [here]"]
            slots: { domain: light }
            requires_context: { area: { slot: true } }
            response: light
      HassLightSet:
        data:
          - sentences: ["set {name} to {brightness}[([ ]%)| percent]", "set {name} to {brightness_level:brightness}"]
            requires_context: { domain: light }
      HassGetState:
        data:
          - sentences: ["is the door {door_states:state}"]
          - sentences: ["is the light {on_off_states:state}"]
      HassBroadcast:
        data:
          - sentences: ["broadcast {message}"]
    lists:
      brightness: { range: { from: 0, to: 100 } }
      brightness_level: { values: [{ in: (max|highest), out: 100 }] }
      door_states: { values: [{ in: "(open|ajar)", out: "on" }, { in: closed, out: "off" }] }
      on_off_states: { values: ["on", "off"] }
      message: { wildcard: true }
    expansion_rules:
      the: (the|my|our)
    skip_words: [please]
    responses:
      intents:
        HassTurnOn:
          light: Turned on
        HassLightSet:
          default: "Set to {{ slots.brightness }} percent"
        HassGetState:
          default: "{% if query.matched %}Yes{% else %}No{% endif %}"
    """

  @Test("Sentences and a home become an intents file that understands them, including slots that are not spoken")
  func sentences() async throws {
    let importing = try Importing()
    let result = try importing.result(of: Self.sentences, with: [Self.house], area: "Lounge")
    let expected = [
      "please turn on my reading lamp": "HassTurnOn name=light.reading_lamp: Turned on",
      "coffee maker on please": "HassTurnOn name=switch.coffee_maker: Turned on",
      "turn on the lights in the kitchen": "HassTurnOn area=kitchen domain=light: Turned on",
      "turn on the lights here": "HassTurnOn area=living_room domain=light: Turned on",
      "set night light to 30%": "HassLightSet brightness=30 name=light.night: Set to 30 percent",
      "set night light to thirty percent": "HassLightSet brightness=30 name=light.night: Set to 30 percent",
      "set book lamp to highest": "HassLightSet brightness=100 name=light.reading_lamp: Set to 100 percent",
      "is the door ajar": "HassGetState state=on: Done.", "is the light off": "HassGetState state=off: Done.",
    ]
    for (words, meaning) in expected { #expect(try await importing.understood(words, result) == meaning) }
    for words in ["turn on the desk fan", "set coffee maker to 30", "turn on broken lamp", "broadcast hello"] {
      #expect(try await importing.understood(words, result) == nil, "\(words)")
    }
  }

  @Test("Unsupported parts are reported with their file, line and reason")
  func findings() throws {
    let importing = try Importing()
    let found = importing.findings(try importing.result(of: Self.sentences, with: [Self.house]))
    let wanted = [
      "sentences.yaml:8: \"metadata\" of a block", "sentences.yaml:12: left out: \"turn on the lights [here]\"",
      "sentences.yaml:26: left out: \"broadcast {message}\" of HassBroadcast: {message} is a wildcard",
      "sentences.yaml:43: the response of HassGetState is a Jinja template", "left out: entities that are disabled or hidden",
      "left out: entities that are not exposed", "left out: \"🏠\" cannot be spoken",
    ]
    for part in wanted { #expect(found.contains { $0.contains(part) }, "\(part) in \(found.joined(separator: "\n"))") }
    #expect(found.contains { $0.contains("set the box's area with --area") })
  }

  @Test("Numbers with halves, signs or steps have the same values as in Home Assistant")
  func ranges() async throws {
    let importing = try Importing()
    let result = try importing.result(
      of: """
        intents:
          Set:
            data:
              - sentences: ["heat to {temperature}[°| degrees]", "volume down {down:step}", "kelvin {color:kelvin}"]
              - sentences: ["freeze to {frost:temperature}", "trim by {trim}"]
        lists:
          temperature: { range: { from: 5, to: 30, fractions: halves } }
          down: { range: { from: 0, to: 100, multiplier: -1 } }
          color: { range: { from: 1000, to: 9000, step: 500 } }
          frost: { range: { from: -20, to: 0, fractions: halves } }
          trim: { range: { from: -2, to: 2, fractions: tenths } }
        """)
    #expect(try await importing.understood("heat to 20.5 degrees", result) == "Set temperature=20.5: Done.")
    #expect(try await importing.understood("heat to twenty°", result) == "Set temperature=20: Done.")
    #expect(try await importing.understood("volume down ten", result) == "Set step=-10: Done.")
    #expect(try await importing.understood("kelvin 2500", result) == "Set kelvin=2500: Done.")
    #expect(try await importing.understood("kelvin 2600", result) == nil)
    for (words, meaning) in [
      ("freeze to minus two point five", "temperature=-2.5"), ("freeze to minus zero point five", "temperature=-0.5"),
      ("freeze to minus three", "temperature=-3"), ("trim by minus one point three", "trim=-1.3"),
      ("trim by one point three", "trim=1.3"),
    ] {
      #expect(try await importing.understood(words, result) == "Set \(meaning): Done.")
    }
  }

  @Test("Rules and lists of a block are local to it, and a block's context narrows rules that use names")
  func local() async throws {
    let importing = try Importing()
    let result = try importing.result(
      of: """
        intents:
          A:
            data:
              - sentences: ["start <thing>"]
                expansion_rules: { thing: "[the ]{kind}" }
                lists: { kind: { values: [oven] } }
              - sentences: ["stop <thing>"]
              - sentences: ["open <thing>"]
                requires_context: { domain: cover }
              - sentences: ["move <thing>"]
                excludes_context: { domain: cover }
        expansion_rules: { thing: "[the] {name}" }
        lists:
          name:
            values:
              - { in: blind, out: b, context: { domain: cover } }
              - { in: robot, out: r, context: { domain: vacuum } }
        """)
    #expect(try await importing.understood("start the oven", result) == "A kind=oven: Done.")
    #expect(try await importing.understood("stop the robot", result) == "A name=r: Done.")
    #expect(try await importing.understood("open blind", result) == "A name=b: Done.")
    #expect(try await importing.understood("open robot", result) == nil)
    #expect(try await importing.understood("move robot", result) == "A name=r: Done.")
    #expect(try await importing.understood("move blind", result) == nil)
  }

  @Test("A value without an attribute that its sentence requires is not understood, as in Home Assistant")
  func missingAttribute() async throws {
    let importing = try Importing()
    let result = try importing.result(
      of: """
        intents:
          Open:
            data:
              - sentences: ["open {name} [in {area}]"]
                requires_context: { domain: cover, device_class: garage }
              - sentences: ["look at {name}"]
                requires_context: { device_class: { value: null } }
        lists:
          name:
            values:
              - { in: door, out: d, context: { domain: cover, device_class: garage } }
              - { in: blind, out: b, context: { domain: cover } }
          area: { values: [shed] }
        """)
    #expect(try await importing.understood("open door in shed", result) == "Open area=shed name=d: Done.")
    #expect(try await importing.understood("open blind", result) == nil)
    #expect(try await importing.understood("look at door", result) == "Open name=d: Done.")
    #expect(try await importing.understood("look at blind", result) == nil)
  }

  @Test("A sentence of two intents is understood as the first and reported")
  func shared() async throws {
    let importing = try Importing()
    let result = try importing.result(
      of: """
        intents:
          A: { data: [{ sentences: ["go [now]"] }] }
          B: { data: [{ sentences: ["go (now|later)"] }] }
        """)
    #expect(try await importing.understood("go now", result) == "A: Done.")
    #expect(try await importing.understood("go later", result) == "B: Done.")
    #expect(
      importing.findings(result).contains { $0.contains("sentences.yaml:3: \"go now\" also matches B, and is understood as A") })
  }

  @Test("An empty phrase, an undefined rule and an unclosed bracket are left out")
  func unusable() async throws {
    let importing = try Importing()
    let result = try importing.result(
      of: """
        intents:
          A:
            data:
              - sentences: ["[go]", "go <nowhere>", "go (on", "go {place}", "go <round>", "stay"]
        expansion_rules: { round: "<round>" }
        """)
    #expect(result.assistant.intents.flatMap(\.phrases).map(\.text) == ["stay"])
    let found = importing.findings(result).joined(separator: "\n")
    for reason in [
      "matches an empty sentence", "the rule <nowhere> is not defined", "no \")\"", "the list {place} is not defined",
      "refers to itself",
    ] {
      #expect(found.contains(reason), "\(reason) in \(found)")
    }
  }

  @Test(
    "A file of an unknown format, or without usable intents, is rejected with its name and the reason",
    arguments: [
      ("a: 1", "expected Home Assistant sentences"), ("intents: 3", "must be a YAML mapping"),
      ("language: de\nintents: {}", "only English"), ("areas: [Kitchen]", "no usable intent remains"),
      ("intents: { A: { data: [{ sentences: [\"say {x}\"] }] } }\nlists: { x: { wildcard: true } }", "{x} is a wildcard"),
      ("lists: { x: { range: { from: 0, to: 1000000 } } }", "too many numbers"), ("intents: [", "YAML error"),
    ])
  func refused(_ text: String, _ reason: String) throws {
    let importing = try Importing()
    let error = #expect(throws: IntentsFileError.self) { try importing.result(of: text) }
    #expect(error?.code == .invalid)
    #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    #expect(error?.description.contains("sentences.yaml:") == true)
  }

  @Test("A sentence that matches an empty one takes the only mention of its parameter with it")
  func unmentioned() async throws {
    let importing = try Importing()
    let result = try importing.result(
      of: """
        intents:
          A: { data: [{ sentences: ["[{level}]", "[{name}]", "go"] }] }
        lists:
          level: { range: { from: 0, to: 9 } }
          name: { values: [lamp] }
        """)
    #expect(try await importing.understood("go", result) == "A: Done.")
    #expect(result.text.contains("parameters:") == false)
  }

  @Test("A question about an alias of two entities asks for a device")
  func sharedAlias() async throws {
    let importing = try Importing()
    let house = try importing.folder.write(
      """
      entities:
        - { name: Bed Light, id: light.a, aliases: [Reader] }
        - { name: Desk Light, id: light.b, aliases: [Reader] }
      """, to: "house.yaml")
    let result = try importing.result(
      of: "intents: { On: { data: [{ sentences: [\"turn on {name}\"], requires_context: { domain: light } }] } }", with: [house])
    let asked = try await importing.understood("turn on reader", result)
    #expect(asked?.hasSuffix("Which device, Bed Light or Desk Light?") == true, "\(asked ?? "")")
  }

  @Test("The aliases of a newer registry take precedence over the former ones, which it no longer updates")
  func newerRegistry() async throws {
    let importing = try Importing()
    let registry = try importing.folder.write(
      """
      {"version": 1, "minor_version": 22, "key": "core.entity_registry", "data": {"entities": [
        {"entity_id": "light.a", "original_name": "Bed Light", "aliases": ["Reader"], "aliases_v2": [null, "Moon"]},
        {"entity_id": "light.b", "original_name": "Desk Light", "aliases": ["Writer"], "aliases_v2": []}]}}
      """, to: "core.entity_registry")
    let result = try importing.result(
      of: "intents: { On: { data: [{ sentences: [\"turn on {name}\"] }] } }", with: [registry])
    for (words, lamp) in [("bed light", "light.a"), ("moon", "light.a"), ("desk light", "light.b")] {
      #expect(try await importing.understood("turn on \(words)", result) == "On name=\(lamp): Done.")
    }
    for words in ["reader", "writer"] { #expect(try await importing.understood("turn on \(words)", result) == nil) }
  }

  @Test("Areas, floors and entities can be lists in YAML")
  func lists() async throws {
    let importing = try Importing()
    let house = try importing.folder.write(
      """
      areas:
        - { name: Kitchen, id: k, aliases: [galley] }
      floors: [Attic]
      entities:
        - { name: "Lamp (new)", id: light.lamp }
        - { names: [Fan, Blower], id: fan.big }
      """, to: "house.yaml")
    let result = try importing.result(
      of: "intents: { Go: { data: [{ sentences: [\"go {area}\", \"go {floor}\", \"go {name}\"] }] } }", with: [house])
    for (words, slot) in [
      ("galley", "area=k"), ("attic", "floor=Attic"), ("lamp new", "name=light.lamp"), ("blower", "name=fan.big"),
    ] {
      #expect(try await importing.understood("go \(words)", result) == "Go \(slot): Done.")
    }
  }

  @Test("A slot with a fixed value has it only in sentences that do not say another one")
  func fixedSlots() async throws {
    let importing = try Importing()
    let result = try importing.result(
      of: """
        intents:
          HassTurnOn:
            data:
              - sentences: ["lights on [in [the] {area}]", "<start> the lights", "(make|let) it bright[er] in ({area}|here) [now]"]
                slots: { domain: light }
                requires_context: { area: { slot: true } }
          Fan:
            data:
              - sentences: ["fan on [at {speed}] [for {minutes} minutes]"]
                slots: { speed: "50", minutes: "5" }
        lists:
          speed: { range: { from: 0, to: 100 } }
          minutes: { range: { from: 1, to: 60 } }
        expansion_rules:
          start: "(start|switch on) [<place>]"
          place: "in {area}"
        """, with: [Self.house], area: "kitchen")
    let expected = [
      "lights on": "HassTurnOn area=kitchen domain=light: Done.",
      "lights on in the lounge": "HassTurnOn area=living_room domain=light: Done.",
      "start the lights": "HassTurnOn area=kitchen domain=light: Done.",
      "switch on in lounge the lights": "HassTurnOn area=living_room domain=light: Done.",
      "make it brighter in here now": "HassTurnOn area=kitchen domain=light: Done.",
      "let it bright in lounge": "HassTurnOn area=living_room domain=light: Done.",
      "fan on": "Fan minutes=5 speed=50: Done.", "fan on at 20": "Fan minutes=5 speed=20: Done.",
      "fan on for 7 minutes": "Fan minutes=7 speed=50: Done.", "fan on at 20 for 7 minutes": "Fan minutes=7 speed=20: Done.",
    ]
    for (words, meaning) in expected { #expect(try await importing.understood(words, result) == meaning, "\(words)") }
    #expect(!importing.findings(result).contains { $0.hasPrefix("sentences.yaml") }, "\(importing.findings(result))")
  }

  @Test("A home without floors is reported once, and only the forms of sentences that need a floor are left out")
  func emptySection() async throws {
    let importing = try Importing()
    let home = try importing.folder.write(
      "{\"areas\": [{\"area_id\": \"k\", \"name\": \"Kitchen\"}], \"floors\": [], \"entities\": []}", to: "home.json")
    let result = try importing.result(
      of: """
        intents:
          Go:
            data:
              - sentences: ["go to ({area}|{floor})", "clean <place>", "climb to {floor}", "stay [on {floor}]"]
        expansion_rules: { place: "(the {floor}|[the] {area})" }
        """, with: [home])
    for (words, meaning) in [("go to kitchen", "Go area=k"), ("clean the kitchen", "Go area=k"), ("stay", "Go")] {
      #expect(try await importing.understood(words, result) == "\(meaning): Done.", "\(result.text)")
    }
    #expect(importing.findings(result) == ["home.json:1: left out: the home has no floors, so the sentences have no {floor}"])
  }

  @Test("A form of a sentence that needs a list without suitable values is left out, and the sentence if it has no other")
  func emptyList() async throws {
    let importing = try Importing()
    let result = try importing.result(
      of: """
        intents:
          Open:
            data:
              - sentences: ["open ({name}|everything)", "lift {name}"]
                excludes_context: { domain: light }
        lists:
          name: { values: [{ in: lamp, out: l, context: { domain: light } }] }
        """)
    #expect(try await importing.understood("open everything", result) == "Open: Done.")
    #expect(importing.findings(result) == ["sentences.yaml:4: left out: \"lift {name}\" of Open: {name} has no value at all"])
  }

  @Test("Rules that refer to others many times are followed once")
  func repeatedRules() async throws {
    let importing = try Importing()
    let rules = (1...11).map { "  r\($0): \"(red <r\($0 - 1)>|blue <r\($0 - 1)>)\"" }
    let result = try importing.result(
      of: """
        intents: { Say: { data: [{ sentences: ["say <r11>"] }] } }
        lists: { thing: { values: [lamp] } }
        expansion_rules:
          r0: "{thing}"
        \(rules.joined(separator: "\n"))
        """)
    #expect(
      try await importing.understood("say red red blue red red red red blue red red blue lamp", result) == "Say thing=lamp: Done."
    )
    #expect(result.findings.isEmpty, "\(importing.findings(result))")
  }

  @Test("Files of a folder that are neither sentences nor a home, and results of earlier imports, are not imported")
  func otherFiles() async throws {
    let importing = try Importing()
    for (name, text) in [
      ("profile.json", "{\"speech_to_text\": {\"system\": \"kaldi\"}}"), ("empty.yml", ""), ("list.yaml", "- a"),
      ("core.label_registry", "{\"data\": {\"labels\": []}}"), ("out.intents.yaml", "intents: { A: { phrases: [go] } }"),
    ] {
      try importing.folder.write(text, to: "folder/\(name)")
    }
    let folder = importing.folder.path + "/folder"
    let error = #expect(throws: IntentsFileError.self) { try AssistantImporter().result(of: [folder]) }
    #expect(error?.code == .missing)
    #expect(error?.description.contains("this folder has nothing to import") == true, "\(String(describing: error))")
    try importing.folder.write("intents: { A: { data: [{ sentences: [stay] }] } }", to: "folder/en.yaml")
    let result = try AssistantImporter().result(of: [folder])
    #expect(try await importing.understood("stay", result) == "A: Done.")
    let named = #expect(throws: IntentsFileError.self) {
      try AssistantImporter().result(of: [folder, folder + "/core.label_registry"])
    }
    #expect(named?.description.contains("core.label_registry:1: unknown format") == true, "\(String(describing: named))")
  }

  @Test("A file of a folder that cannot be read is left out and reported, unless it is named or there is no other file")
  func unreadableFiles() async throws {
    let importing = try Importing()
    let files =
      [
        ("two.yaml", Data("a: 1\n---\nb: 2\n".utf8), "second document"), ("open.json", Data("{\"a\": [".utf8), "YAML error"),
        ("twice.yml", Data("a: 1\na: 2\n".utf8), "appears twice"), ("latin.yaml", Data("a: Caf".utf8) + [0xE9], "not UTF-8"),
        ("desktop.ini", Data([0xFF, 0xFE, 0x5B, 0x00]), "not UTF-8"),
      ] as [(String, Data, String)]
    for (name, contents, _) in files { try importing.folder.write(contents, to: "folder/\(name)") }
    let folder = importing.folder.path + "/folder"
    let alone = #expect(throws: IntentsFileError.self) { try AssistantImporter().result(of: [folder]) }
    #expect(alone?.faults.count == files.count, "\(String(describing: alone))")
    try importing.folder.write("intents: { A: { data: [{ sentences: [stay] }] } }", to: "folder/en.yaml")
    let result = try AssistantImporter().result(of: [folder])
    #expect(try await importing.understood("stay", result) == "A: Done.")
    let found = importing.findings(result)
    #expect(found.count == files.count, "\(found)")
    for (name, _, reason) in files {
      #expect(
        found.contains { $0.hasPrefix("folder/\(name):") && $0.contains(": left out: this file: ") && $0.contains(reason) },
        "\(found)")
      #expect(throws: IntentsFileError.self) { try AssistantImporter().result(of: [folder, "\(folder)/\(name)"]) }
    }
  }

  @Test("A folder inside that cannot be read is reported with a command", .enabled(if: geteuid() != 0, "root reads every folder"))
  func closedFolder() throws {
    let importing = try Importing()
    try importing.folder.write("intents: { A: { data: [{ sentences: [stay] }] } }", to: "folder/en.yaml")
    let closed = importing.folder.path + "/folder/closed"
    try FileManager.default.createDirectory(
      atPath: closed, withIntermediateDirectories: false, attributes: [.posixPermissions: 0])
    defer { chmod(closed, 0o700) }
    let error = #expect(throws: IntentsFileError.self) { try AssistantImporter().result(of: [importing.folder.path + "/folder"]) }
    #expect(error?.code == .missing)
    #expect(error?.description.contains("chmod u+rx") == true && error?.description.contains("folder/closed") == true)
  }
}

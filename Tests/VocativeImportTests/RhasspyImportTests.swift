import Testing
import VocativeImport
import VocativeIntents
import VocativeTestSupport

@Suite("Rhasspy import")
struct RhasspyImportTests {
  @Test("A tag of an optional part leaves the slot out if its words are not said")
  func optionalTags() async throws {
    let importing = try Importing()
    let result = try importing.result(
      of: """
        [Light]
        turn on the light [in the kitchen]{room}
        paint it (red | ){color} [now]{when}
        """, named: "sentences.ini")
    let expected = [
      "turn on the light": "Light: Done.", "turn on the light in the kitchen": "Light room=in the kitchen: Done.",
      "paint it": "Light: Done.", "paint it red": "Light color=red: Done.", "paint it now": "Light when=now: Done.",
    ]
    for (words, meaning) in expected { #expect(try await importing.understood(words, result) == meaning, "\(result.text)") }
    #expect(result.findings.isEmpty, "\(importing.findings(result))")
  }

  @Test("Sentences with local and foreign rules, tags, substitutions, ranges and converters are imported")
  func sentences() async throws {
    let importing = try Importing()
    let result = try importing.result(
      of: """
        # lights
        [ChangeLightState]
        light_name = (((living room lamp):lamp | kitchen light) {name}) | bedroom light {name}
        turn (on | off) {state} [the] <light_name>
        \\[please] light up <light_name> (:){state:on}

        [ChangeLightColor]
        set [the] <ChangeLightState.light_name> to (red | (dark blue):navy) {color!upper}
        dim <ChangeLightState.light_name> to (0..100,5) {level!int} percent
        give me (more | less){amount:some} light

        [GetTime]
        what time is it
        tell me the time [now]
        """, named: "sentences.ini")
    let expected = [
      "turn on the living room lamp": "ChangeLightState name=lamp state=on: Done.",
      "turn off bedroom light": "ChangeLightState name=light state=off: Done.",
      "please light up kitchen light": "ChangeLightState name=kitchen light state=on: Done.",
      "set kitchen light to dark blue": "ChangeLightColor color=NAVY name=kitchen light: Done.",
      "dim kitchen light to 45 percent": "ChangeLightColor level=45 name=kitchen light: Done.",
      "give me less light": "ChangeLightColor amount=some: Done.", "what time is it": "GetTime: Done.",
      "tell me the time now": "GetTime: Done.",
    ]
    for (words, meaning) in expected { #expect(try await importing.understood(words, result) == meaning, "\(result.text)") }
    #expect(try await importing.understood("dim kitchen light to 46 percent", result) == nil)
    #expect(result.findings.isEmpty, "\(importing.findings(result))")
  }

  @Test("An escaped bracket begins an optional part everywhere, as in Rhasspy")
  func escapedBrackets() async throws {
    let importing = try Importing()
    let result = try importing.result(
      of: """
        [A]
        lamp = \\[small] lamp
        \\[please] turn on \\[the] <lamp>
        """, named: "sentences.ini")
    for words in ["turn on lamp", "please turn on the small lamp"] {
      #expect(try await importing.understood(words, result) == "A: Done.", "\(result.text)")
    }
    #expect(result.findings.isEmpty, "\(importing.findings(result))")
  }

  @Test("A rule continues on lines that are indented more than it")
  func continuedRules() async throws {
    let importing = try Importing()
    let result = try importing.result(
      of: """
        [A]
        color = (red |

          # cold
          blue |
          \\[dark] green)
        set it to <color>
          to = to
          go <to> sleep
        [B]
          stay
        """, named: "sentences.ini")
    for words in ["set it to red", "set it to blue", "set it to dark green", "go to sleep"] {
      #expect(try await importing.understood(words, result) == "A: Done.", "\(result.text)")
    }
    #expect(try await importing.understood("stay", result) == "B: Done.")
    #expect(result.findings.isEmpty, "\(importing.findings(result))")
  }

  @Test("Slots are read from files beside the sentences and from Rhasspy's built-in slots")
  func slots() async throws {
    let importing = try Importing()
    try importing.folder.write("(pink floyd | floyd):Pink_Floyd\nabba\n", to: "slots/music/bands")
    let result = try importing.result(
      of: """
        [Play]
        play $music/bands{band} on $rhasspy/days{day}
        louder by $rhasspy/number,1,10{step}
        quieter than $music/bands
        """, named: "sentences.ini")
    #expect(try await importing.understood("play floyd on monday", result) == "Play band=Pink_Floyd day=Monday: Done.")
    #expect(try await importing.understood("louder by 7", result) == "Play step=7: Done.")
    #expect(try await importing.understood("quieter than abba", result) == "Play: Done.")
  }

  @Test("Rhasspy intents can be handled by Hermes skills, and Home Assistant intents are not")
  func hermesHandler() async throws {
    let importing = try Importing()
    let home = try importing.folder.write(
      "language: en\nintents:\n  HassNevermind:\n    data:\n      - sentences: [never mind]\n", to: "home.yaml")
    let result = try importing.result(
      of: "[GetTime]\nwhat time is it\n", named: "sentences.ini", with: [home], handler: .hermes)
    let handlers = Dictionary(uniqueKeysWithValues: result.assistant.intents.map { ($0.name, $0.handler) })
    #expect(handlers == ["GetTime": .hermes, "HassNevermind": nil])
    // No skill is running.
    #expect(try await importing.understood("what time is it", result) == "GetTime: I can't reach anything that could do that.")
    #expect(try await importing.understood("never mind", result) == "HassNevermind: Done.")
  }

  @Test("The saved output of a slot program is used, also of one with arguments, and a slot file replaces a built-in one")
  func savedSlots() async throws {
    let importing = try Importing()
    for program in ["rooms", "songs"] { try importing.folder.write("#!/bin/sh\n", to: "slot_programs/\(program)") }
    try importing.folder.write("kitchen\n", to: "slots/rooms")
    try importing.folder.write("blue moon\n", to: "slots/songs,old")
    try importing.folder.write("holiday\n", to: "slots/rhasspy/days")
    let result = try importing.result(
      of: """
        [A]
        open $rooms{room}
        play $songs,old{song}
        play $songs,new{song} now
        on $rhasspy/days{day}
        """, named: "sentences.ini")
    let expected = [
      "open kitchen": "A room=kitchen: Done.", "play blue moon": "A song=blue moon: Done.", "on holiday": "A day=holiday: Done.",
    ]
    for (words, meaning) in expected { #expect(try await importing.understood(words, result) == meaning, "\(result.text)") }
    let found = importing.findings(result)
    #expect(
      found.count == 1 && found[0].hasPrefix("sentences.ini:4: left out:")
        && found[0].hasSuffix("save the program's output to slots/songs,new"), "\(found)")
  }

  @Test("Unsupported parts are reported with their file, line and reason")
  func findings() async throws {
    let importing = try Importing()
    try importing.folder.write("#!/bin/sh\n", to: "slot_programs/rooms")
    let result = try importing.result(
      of: """
        before all
        [A]
        open (the door:door)
        open $rooms{room}
        open $nothing
        open <nothing>
        open ((a|b){x} c){y}
        open (a
        count (one | two){n!mine}
        """, named: "sentences.ini")
    let found = importing.findings(result)
    let wanted = [
      "sentences.ini:1: left out: \"before all\"", "sentences.ini:3: a substitution outside a tag",
      "sentences.ini:4: left out: \"open $rooms{room}\" of A: $rooms is produced by a program", "sentences.ini:5: left out:",
      "sentences.ini:6: left out: \"open <nothing>\" of A: the rule <nothing> is not defined", "sentences.ini:7: left out:",
      "sentences.ini:8: left out: \"open (a\" of A: missing \")\" at the end",
      "sentences.ini:9: the converter !mine is a program",
    ]
    for part in wanted { #expect(found.contains { $0.hasPrefix(part) }, "\(part) in \(found.joined(separator: "\n"))") }
    #expect(try await importing.understood("open the door", result) == "A: Done.")
    #expect(try await importing.understood("count two", result) == "A n=two: Done.")
  }

  @Test("Recursive rules, deep nesting and tags with huge numbers of values are rejected")
  func hostile() throws {
    let importing = try Importing()
    let choices = String(repeating: "(a | b | c) ", count: 20)
    let result = try importing.result(
      of: """
        [A]
        r = x <r>
        say <r>
        say \(String(repeating: "(", count: 1000))
        say (\(choices)){tag}
        say 1..999999999
        say -9223372036854775807..9223372036854775807
        say (-9223372036854775807..9223372036854775807){n!float}
        say 5..1
        stay
        """, named: "sentences.ini")
    #expect(result.assistant.intents.map { $0.phrases.map(\.text) } == [["stay"]])
    #expect(result.findings.count { $0.outcome == .leftOut } == 7)
  }

  @Test("A slot that refers to itself, also through other slots, is reported with the sentence that uses it")
  func recursiveSlots() async throws {
    let importing = try Importing()
    try importing.folder.write("abba\n$songs more\n", to: "slots/songs")
    try importing.folder.write("the $records\n", to: "slots/albums")
    try importing.folder.write("$albums\n", to: "slots/records")
    try importing.folder.write("$pets and $pets\n", to: "slots/pairs")
    try importing.folder.write("cat\n", to: "slots/pets")
    let result = try importing.result(
      of: """
        [Play]
        play $songs{song}
        sing $songs
        buy $albums{album}
        feed $pairs{pair}
        """, named: "sentences.ini")
    let wanted = [
      "sentences.ini:2: left out: \"play $songs{song}\" of Play: the slot $songs refers to itself",
      "sentences.ini:3: left out: \"sing $songs\" of Play: the slot $songs refers to itself",
      "sentences.ini:4: left out: \"buy $albums{album}\" of Play: the slot $albums refers to itself",
    ]
    #expect(importing.findings(result) == wanted)
    #expect(try await importing.understood("feed cat and cat", result) == "Play pair=cat and cat: Done.")
  }

  @Test("A sentence with a tag inside another one, or with a word for a slot of numbers, is left out and reported")
  func misfits() async throws {
    let importing = try Importing()
    let result = try importing.result(
      of: """
        [Dim]
        room = (kitchen | bath){room}
        dim to (0..100,5){level}
        dim to (low | high){level}
        dim to (full:100){level}
        (dim the <room>){action:dim} now
        brighten the <room>
        [Play]
        play (low | high){level}
        """, named: "sentences.ini")
    let expected = [
      "dim to 45": "Dim level=45: Done.", "dim to full": "Dim level=100: Done.", "brighten the bath": "Dim room=bath: Done.",
      "play high": "Play level=high: Done.",
    ]
    for (words, meaning) in expected { #expect(try await importing.understood(words, result) == meaning, "\(result.text)") }
    let found = importing.findings(result)
    #expect(found.count == 2, "\(found)")
    #expect(found.contains { $0.hasPrefix("sentences.ini:4: left out: \"dim to {Dim_level:level}\"") }, "\(found)")
    #expect(found.contains { $0.hasPrefix("sentences.ini:6: left out:") && $0.contains("have another slot") }, "\(found)")
  }

  @Test("Several sentence files of a profile become one assistant")
  func profile() async throws {
    let importing = try Importing()
    try importing.folder.write("[A]\ngo\n", to: "profile/sentences.ini")
    try importing.folder.write("[A]\nwalk\n[B]\nstay with $pets{pet}\n", to: "profile/intents/more.ini")
    try importing.folder.write("cat\n", to: "profile/slots/pets")
    let result = try AssistantImporter().result(of: [importing.folder.path + "/profile"])
    #expect(try await importing.understood("walk", result) == "A: Done.")
    #expect(try await importing.understood("stay with cat", result) == "B pet=cat: Done.")
  }

  @Test("The last dot of a reference separates the intent from its rule")
  func dottedIntents() async throws {
    let importing = try Importing()
    let result = try importing.result(
      of: """
        [de.fhem:SetOnOff]
        rooms = (kitchen | bath){room}
        light in <rooms>
        [GetState]
        state of <de.fhem:SetOnOff.rooms>
        """, named: "sentences.ini")
    #expect(try await importing.understood("state of bath", result) == "GetState room=bath: Done.", "\(result.text)")
    #expect(result.findings.isEmpty, "\(importing.findings(result))")
  }

  @Test("A profile's folder is imported with the other files in it")
  func profileFolder() async throws {
    let importing = try Importing()
    try importing.folder.write("[A]\ngo\n", to: "profile/sentences.ini")
    try importing.folder.write("{\"intent\": {\"system\": \"fsticuffs\"}}", to: "profile/profile.json")
    try importing.folder.write("", to: "profile/profile.yml")
    let result = try AssistantImporter().result(of: [importing.folder.path + "/profile"])
    #expect(try await importing.understood("go", result) == "A: Done.")
  }
}

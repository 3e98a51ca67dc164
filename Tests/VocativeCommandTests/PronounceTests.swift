import Foundation
import Testing
import VocativeTestSupport

@Suite("Pronunciations on the command line")
struct PronounceTests {
  @Test("pronounce prints the phones of each word and their source")
  func sources() async throws {
    let outcome = try await VocativeProgram().run("pronounce", "--json", "goal", "smartplug", "MQTT", "Nguyen's $20", "Saoirse")
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(
      outcome.objects.compactMap { $0["word"] as? String } == [
        "goal", "smartplug", "mqtt", "nguyen's", "twenty", "dollars", "saoirse",
      ])
    #expect(
      outcome.objects.compactMap { $0["source"] as? String }
        == ["dictionary", "guessed", "spelled", "derived", "dictionary", "dictionary", "guessed"])
    #expect(outcome.objects.first?["pronunciations"] as? [String] == ["G OW L"])
    #expect(outcome.objects.first?["confidence"] == nil)
    let confidence = try #require(outcome.objects[1]["confidence"] as? Double)
    #expect(confidence > 0.5 && confidence <= 1)
    #expect(outcome.objects.map { $0["uncertain"] as? Bool } == [false, false, false, false, false, false, true])
  }

  @Test("Each regular variant is printed with its rules, and a word in the user's dictionary has no variants")
  func variants() async throws {
    let program = try VocativeProgram()
    let outcome = try await program.run("pronounce", "off", "goal")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(
      lines == [
        "\"off\" as AO F (from the dictionary)",
        "  also as AA F (low-back-merger, probability 1.0: AO is pronounced as AA, except before R)",
        "\"goal\" as G OW L (from the dictionary)",
      ])
    let object = try await program.run("pronounce", "--json", "off").objects.first
    let variant = try #require((object?["variants"] as? [[String: Any]])?.first)
    #expect(variant["pronunciation"] as? String == "AA F")
    #expect(variant["rules"] as? [String] == ["low-back-merger"])
    #expect(variant["probability"] as? Double == 1)
    try program.folder.write("off AO F\n", to: "config/vocative/pronunciations.dict")
    #expect(try await program.run("pronounce", "off").output == "\"off\" as AO F (from your dictionary)\n")
  }

  @Test("A word without a pronunciation is reported, the others are printed, and the status is 1")
  func unknown() async throws {
    let program = try VocativeProgram()
    let outcome = try await program.run("pronounce", "привет", "🎉", "goal")
    #expect(outcome.status == 1)
    let path = program.folder.path + "/config/vocative/pronunciations.dict"
    #expect(outcome.output.contains("\"привет\": its pronunciation is unknown; write how it sounds in \(path)\n"))
    #expect(outcome.output.contains("\"🎉\": it contains no words\n"))
    #expect(outcome.output.contains("\"goal\" as G OW L (from the dictionary)"))
    let objects = try await program.run("pronounce", "--json", "привет").objects
    #expect(objects.first?["pronunciations"] as? [String] == [])
    #expect(try await program.run("pronounce").status == 64)
  }

  @Test("The user's dictionary takes precedence over all others, and its faults are reported with file and line")
  func userDictionary() async throws {
    let program = try VocativeProgram()
    let uncertain = try await program.run("pronounce", "Saoirse")
    let path = program.folder.path + "/config/vocative/pronunciations.dict"
    #expect(uncertain.output.contains("write how it sounds in \(path)"))
    try program.folder.write("saoirse S IH R SH AH\n", to: "config/vocative/pronunciations.dict")
    let own = try await program.run("pronounce", "Saoirse")
    #expect(own.output == "\"saoirse\" as S IH R SH AH (from your dictionary)\n", "\(own.error)")

    let other = try program.folder.write("saoirse S IH R SH AH\ngoal G OL\n", to: "other.dict")
    let broken = try await program.run("pronounce", "Saoirse", environment: ["VOCATIVE_PRONUNCIATIONS": other])
    #expect(broken.status == 65)
    #expect(broken.error.contains("\(other):2: \"OL\" is not a phone"), "\(broken.error)")
    let asked = try await program.run("ask", "what time is it", environment: ["VOCATIVE_PRONUNCIATIONS": other])
    #expect(asked.status == 0 && asked.error.contains("warning: user dictionary: \(other):2: \"OL\" is not a phone"), "\(asked)")
    let doctor = try await program.run("doctor", "--json", environment: ["VOCATIVE_PRONUNCIATIONS": other])
    #expect(doctor.status == 1)
    #expect(doctor.output.contains("correct or remove that line of \(other)"), "\(doctor.output)")
    let text = try #require("goal G OW L\nzoë Z OW IY\n".data(using: .isoLatin1))
    try program.folder.write(text, to: "other.dict")
    let latin = try await program.run("pronounce", "Saoirse", environment: ["VOCATIVE_PRONUNCIATIONS": other])
    #expect(latin.status == 65 && latin.error.contains("\(other):2: this is not UTF-8 text; save the file as UTF-8"), "\(latin)")
    let missing = try await program.run("pronounce", "Saoirse", environment: ["VOCATIVE_PRONUNCIATIONS": "/nonexistent.dict"])
    #expect(missing.status == 66)
    #expect(missing.error.contains("/nonexistent.dict: there is no such file"))
    let folder = try await program.run("pronounce", "goal", environment: ["VOCATIVE_PRONUNCIATIONS": program.folder.path])
    #expect(folder.status == 66 && folder.error.contains("\(program.folder.path): this is a folder"), "\(folder)")
    let unset = try await program.run("doctor", "--json", environment: ["VOCATIVE_PRONUNCIATIONS": "/nonexistent.dict"])
    #expect(unset.output.contains("ls -l /nonexistent.dict    (or unset VOCATIVE_PRONUNCIATIONS)"), "\(unset.output)")
  }

  @Test("check lists guessed words with their locations, and asks for a hint if a guess is uncertain")
  func check() async throws {
    let program = try VocativeProgram()
    let text = """
      wake: [hey zyloband]
      intents:
        Call:
          phrases: ["call {who}", "start the smartplugs"]
          response: ok
      lists:
        who:
          - Priya
          - Xochitl
          - { id: s, spoken: Saoirse, pronunciation: { saoirse: S IH R SH AH } }
      pronunciations:
        zyloband: Z AY L OW B AE N D
      """
    let file = try program.folder.write(text, to: "call.yaml")
    let outcome = try await program.run("check", file)
    #expect(outcome.status == 0, "\(outcome.error)")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.contains { $0.hasPrefix("\(file):8: \"priya\" as P R IY AH (guessed, confidence 0.") && !$0.contains("hint") })
    #expect(
      lines.contains {
        $0.hasPrefix("\(file):9: \"xochitl\"") && $0.contains("uncertain") && $0.hasSuffix("a pronunciation hint")
      })
    #expect(
      lines.contains {
        $0.hasPrefix("\(file):4: \"smartplugs\"") && $0.contains("in the phrase \"start the smartplugs\" of Call")
      })
    #expect(!outcome.output.contains("saoirse\" as"), "its author gave it a hint")
    #expect(!outcome.output.contains("zyloband\" as"), "its author gave it a hint")

    let object = try #require(try await program.run("check", "--json", file).objects.first)
    let guessed = try #require(object["guessed"] as? [[String: Any]])
    #expect(guessed.compactMap { $0["location"] as? String } == ["\(file):8", "\(file):4", "\(file):9"])
  }

  @Test("check names unused pronunciations, and values of a list that sound alike, with their lines")
  func warnings() async throws {
    let program = try VocativeProgram()
    let text = """
      wake: [hey garden]
      intents:
        Light:
          phrases: ["light the {room}"]
          response: ok
      lists:
        room:
          - Hall
          - { id: 7, spoken: [the lorry, haul] }
          - attic
      pronunciations:
        attic: AE T IH K
        atic: AE T IH K
      """
    let file = try program.folder.write(text, to: "light.yaml")
    let outcome = try await program.run("check", file)
    #expect(outcome.status == 0, "\(outcome.error)")
    let lines = outcome.output.split(separator: "\n").filter { $0.hasPrefix("warning: ") }
    #expect(lines.count == 2, "\(outcome.output)")
    #expect(lines.first?.hasPrefix("warning: \(file):13: the pronunciation of \"atic\" is not used") == true)
    let alike = "warning: \(file):9: \"haul\" (7) of the list \"room\" sounds like \"hall\" at \(file):8,"
    #expect(lines.last?.hasPrefix(alike) == true && lines.last?.hasSuffix("another spoken form") == true)
  }

  @Test("check names all words that cannot be pronounced in the order of their lines")
  func unknownWords() async throws {
    let program = try VocativeProgram()
    let text =
      "wake: [hey garden]\nintents:\n  A:\n    phrases: [go to 東京, go to 北京]\n    response: ok\n"
      + "  B:\n    phrases: [call 上海]\n    response: ok\n"
    let file = try program.folder.write(text, to: "trip.yaml")
    let outcome = try await program.run("check", file)
    #expect(outcome.status == 65)
    let lines = outcome.error.split(separator: "\n").filter { $0.contains("cannot be guessed") }
    #expect(lines.count == 3, "\(outcome.error)")
    #expect(lines.prefix(2).allSatisfy { $0.contains("\(file):4: ") } && lines.last?.contains("\(file):7: ") == true)
  }
}

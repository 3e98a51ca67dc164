import AssistantTestSupport
import Testing
import Vocative
import VocativeTestSupport

@Suite("Decimals, days with a time and cards in intents files")
struct FileValueTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func assistant(_ intents: String) throws -> AskedAssistant {
    try folder.script("cat", named: "echo.sh")
    return try AskedAssistant(IntentsFile.load(path: folder.write("wake: hey house\nintents:\n" + intents, to: "house.yaml")))
  }

  @Test("Numbers with decimals come from a range of a phrase and from a parameter, and handlers receive them in digits")
  func decimals() async throws {
    let house = try assistant(
      """
        Heat:
          phrases: ["set the heating to {5..30,0.5:level} [degrees]", "set the heating"]
          parameters: { level: { required: true, prompt: "To how many degrees?" } }
          response: "The heating is at {{level}}."
        Pour:
          phrases: ["pour {amount} liters"]
          parameters: { amount: { type: number, range: [0.25, 2], step: 0.25, default: "0.5" } }
          handler: { command: [./echo.sh, "{amount}"], timeout: 300 }
          response: "{{amount}} liters."
      """)
    #expect(try await house.ask("set the heating to twenty one and a half").slots == ["level": "21.5"])
    #expect(try await house.dialog(for: "set the heating to 21.5 degrees") == "The heating is at 21.5.")
    #expect(
      try await house.dialogs(for: "set the heating", "twenty one point five") == [
        "To how many degrees?", "The heating is at 21.5.",
      ])
    #expect(try await house.dialog(for: "pour three quarters liters") == "0.75 liters.")
    #expect(try await house.ask("pour one point one liters").intent == nil)
  }

  @Test("Handlers receive a number with decimals, and a day with a time in ISO 8601 format")
  func handlers() async throws {
    try folder.script("echo \"$1 $2\"", named: "say.sh")
    let house = try assistant(
      """
        Warm:
          phrases: ["warm the bath to {level} degrees {when}"]
          parameters: { level: { type: number, range: [20, 40], step: 0.1 }, when: { type: day-and-time } }
          handler: { command: [./say.sh, "{level}", "{when}"], timeout: 300 }
      """)
    let answer = try await house.ask("warm the bath to 36.5 degrees at six in the evening on december 24 2030")
    #expect(answer.slots == ["level": "36.5", "when": "2030-12-24T18:00"])
    #expect(answer.dialog == "36.5 2030-12-24T18:00")
  }

  @Test("Dialogs name a day as it is called today, and its year only if it is another one")
  func days() async throws {
    let house = try assistant(
      """
        Reserve:
          phrases: ["reserve a table {days}"]
          parameters: { days: { type: day, multiple: true } }
          confirm: "A table {{days}}?"
          response: "I've reserved a table {{days}}."
      """)
    for (words, day) in [
      ("tomorrow", "tomorrow"), ("today and tomorrow", "today and tomorrow"),
      ("december twenty fourth twenty ninety", "December twenty fourth twenty ninety"),
    ] {
      #expect(
        try await house.dialogs(for: "reserve a table \(words)", "yes") == ["A table \(day)?", "I've reserved a table \(day)."])
    }
    let later = try #require(try await house.dialogs(for: "reserve a table the day after tomorrow").first)
    #expect(Weekday.allCases.contains { later == "A table \($0.name)?" }, "\(later)")
  }

  @Test("An intent says what its card shows, with its parameters and the values of its handler")
  func card() async throws {
    try folder.script(#"echo '{"values": {"saved": 600, "part": 0.5}}'"#, named: "goal.sh")
    let house = try assistant(
      """
        Goal:
          phrases: ["[how is] my {goal} goal [until {when}]"]
          parameters: { goal: { list: goal }, when: { type: day } }
          handler: { command: [./goal.sh], timeout: 300 }
          response: "You have saved {{saved}}."
          card:
            title: "{{goal}} goal"
            rows: [{ label: Saved, value: "${{saved}}" }, { label: Until, value: "{{when}}" }, { label: "{{goal}}", value: yes }]
            progress: "{{part}}"
        Rest: { phrases: [good night], response: Sleep well., card: { title: Good night } }
      lists:
        goal: [vacation]
      """)
    let answer = try await house.ask("how is my vacation goal")
    #expect(answer.dialog == "You have saved 600.")
    #expect(
      answer.card
        == ResponseCard(title: "vacation goal", rows: [.init("Saved", "$600"), .init("vacation", "yes")], progress: 0.5))
    #expect(try await house.ask("good night").card == ResponseCard(title: "Good night", rows: []))
  }

  @Test("The card of a handler comes first, and a failure has no card of the file")
  func handlerCard() async throws {
    func card(_ script: String) async throws -> ResponseCard? {
      try folder.script(script, named: "handler.sh")
      return try await assistant(
        """
          Go: { phrases: [go], handler: { command: [./handler.sh], timeout: 300 }, card: { title: Gone, progress: "{{part}}" } }
        """
      ).ask("go").card
    }
    #expect(try await card(#"echo '{"card": {"title": "Mine"}}'"#)?.title == "Mine")
    #expect(try await card("echo no; exit 1")?.title != "Gone")
    #expect(try await card(#"echo '{"part": "many"}'"#) == ResponseCard(title: "Gone", rows: []))
  }
}

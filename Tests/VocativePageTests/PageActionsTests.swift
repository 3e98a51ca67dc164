import Foundation
import Testing
import Vocative
import VocativePage
import VocativeTestSupport

@Suite("Features and activities on the page", .tags(.long))
struct PageActionsTests {
  @Test("Features are listed with their reasons, and turned off and on")
  func features() async throws {
    let page = try await RunningPage()
    #expect(
      try await page.get("/").text.contains(
        "<button aria-label=\"Turn money: Spending off\">Turn off</button>"))
    #expect(
      try await page.post("/features", ["feature": "money.Spending", "state": "off"]).status == 303)
    #expect(await page.runtime.features().first { $0.name == "Spending" }?.isAvailable == false)
    #expect(try await page.get("/").text.contains("Spending is turned off."))
    #expect(
      try await page.post("/features", ["feature": "money.Spending", "state": "on"]).status == 303)
    #expect(await page.runtime.features().first { $0.name == "Spending" }?.isAvailable == true)
    let refused = try await page.post("/features", ["feature": "money.Dancing", "state": "on"])
    #expect(refused.status == 422 && refused.text.contains("is not a feature"), "\(refused.text)")
    #expect(try await page.post("/features", ["feature": "money.Spending"]).status == 422)
  }

  @Test("Only activities that may be handed off are shown, and an old one is refused")
  func activities() async throws {
    let page = try await RunningPage()
    #expect(
      try await page.get("/").text.contains("There is nothing to continue on another device."))
    let history = try page.runtime.memory.activities
    try await history.add(
      Activity(
        ActivityType("bank.simple.goal-details", eligibility: [.search]), title: "Search only"))
    try await history.add(
      Activity(ActivityType("test.unknown", eligibility: [.handOff]), title: "Show the red house"))
    let html = try await page.get("/").text
    #expect(
      html.contains("aria-label=\"Continue Show the red house\"")
        && !html.contains("Continue Search only"))
    #expect(try await page.post("/activities", ["activity": "nothing"]).status == 422)
    let entry = try #require(try await history.entries(eligibleFor: .handOff).first)
    let answer = try await page.post("/activities", ["activity": entry.id])
    #expect(
      answer.status == 422 && answer.text.contains("I don&#39;t know how to continue with that."),
      "\(answer.text)")
  }

  @Test("A card leads to its activity until another card is shown")
  func card() async throws {
    let page = try await RunningPage()
    func dispatch(_ id: String) -> Dispatch {
      Dispatch(
        id: id, assistant: "money", intent: "Goal", title: "Goal", values: [:], topic: "money.Goal",
        source: .text, session: "",
        date: Date(timeIntervalSince1970: 1_000_000))
    }
    let goal = Activity(
      ActivityType("bank.simple.goal-details"), title: "Show vacation details",
      state: ["goal": "summer-vacation"])
    let response = IntentResponse.success("Half of it.", activity: goal)
    let interaction = Interaction(dispatch: dispatch("first"), response: response, duration: .zero)
    page.hub.receive(
      .event(
        TurnEvent(
          time: 0,
          kind: .responded(intent: "Goal", code: .success, dialog: "Half of it.", card: nil),
          interaction: interaction,
          assistant: "money")))
    #expect(try await page.get("/").text.contains("<button>Show vacation details</button>"))
    #expect(try await page.post("/card", ["card": "other"]).status == 422)
    let opened = try await page.post("/card", ["card": "first"])
    #expect(opened.status == 303, "\(opened.text)")
    #expect(
      try await page.post("/card", ["card": "first"]).status == 422, "another card is shown now")
  }
}

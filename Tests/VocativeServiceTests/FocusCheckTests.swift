import Testing
import VocativeService

@Suite("Checking the focus of the log")
struct FocusCheckTests {
  private static let topics = ["money.Goals.GoalProgress", "money.Spending.SafeToSpend", "home.SwitchLight"]

  @Test(
    "A focus on an assistant, a feature or an intent is right, whatever its case",
    arguments: [nil, "money", "Money.Goals", "money.goals.goalprogress", "home.SwitchLight"])
  func right(focus: String?) {
    #expect(FocusCheck.warning(about: focus, at: "--focus", topics: Self.topics) == nil)
  }

  @Test(
    "A focus that matches nothing is reported with the path of what is most similar",
    arguments: [
      ("Money.Golas", "did you mean \"money.Goals\"?"), ("GoalProgress", "did you mean \"money.Goals.GoalProgress\"?"),
      ("Golas", "did you mean \"money.Goals\"?"), ("monney", "did you mean \"money\"?"),
      ("money.GoalProgress", "did you mean \"money.Goals.GoalProgress\"?"),
      ("Nonsense", "write it as ASSISTANT, ASSISTANT.FEATURE or ASSISTANT.FEATURE.INTENT, such as Money.Goals"),
    ])
  func wrong(focus: String, remedy: String) {
    #expect(
      FocusCheck.warning(about: focus, at: "--focus", topics: Self.topics)
        == "--focus: \"\(focus)\" is not an assistant, feature or intent that is served, so only problems are shown; \(remedy)"
    )
  }
}

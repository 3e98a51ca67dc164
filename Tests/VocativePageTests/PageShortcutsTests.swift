import Testing
import Vocative
import VocativePage
import VocativeTestSupport

@Suite("Voice shortcuts on the page", .tags(.long))
struct PageShortcutsTests {
  @Test("A suggestion can be added with a phrase, is shown as added, and is understood from then on")
  func addSuggestion() async throws {
    let page = try await RunningPage()
    let html = try await page.get("/").text
    #expect(html.contains("<button aria-label=\"Add Safe to spend\">Add</button>"))
    let answer = try await page.post("/shortcuts", ["intent": "SafeToSpend", "values": "{}", "phrase": "how rich am i"])
    #expect(answer.status == 303)
    let after = try await page.get("/?done=added").text
    #expect(after.contains("Shortcut added."))
    #expect(after.contains("“how rich am i”</a></p>"))
    #expect(!after.contains("<button aria-label=\"Add Safe to spend\">Add</button>"))
    var conversation = TypedConversation(runtime: page.runtime)
    let said = try await conversation.say("how rich am i")
    #expect(said.contains { if case .responded("SafeToSpend", .success, _, _) = $0.kind { true } else { false } })
  }

  @Test("A phrase for several requests has one request per line")
  func addWorkflow() async throws {
    let page = try await RunningPage()
    let answer = try await page.post(
      "/shortcuts", ["phrase": "monday morning", "requests": "safe to spend\r\nvacation goal\r\n"])
    #expect(answer.status == 303)
    #expect(try await page.runtime.shortcuts.all().first?.steps.map(\.intent) == ["SafeToSpend", "GoalProgress"])
  }

  @Test("A phrase can be changed, and a shortcut can be deleted")
  func editAndDelete() async throws {
    let page = try await RunningPage()
    _ = try await page.post("/shortcuts", ["phrase": "how rich am i", "requests": "safe to spend"])
    let shortcut = try #require(try await page.runtime.shortcuts.all().first)
    #expect(try await page.post("/shortcuts/\(shortcut.id)", ["phrase": "what have i got left"]).status == 303)
    #expect(try await page.runtime.shortcuts.all().first?.invocationPhrase == "what have i got left")
    #expect(try await page.post("/shortcuts/\(shortcut.id)/delete", ["id": shortcut.id]).status == 303)
    #expect(try await page.runtime.shortcuts.all().isEmpty)
    #expect(try await page.post("/shortcuts/\(shortcut.id)/delete", ["id": shortcut.id]).status == 422)
  }

  @Test(
    "An invalid shortcut is refused on the page with a remedy",
    arguments: [
      (["phrase": "safe to spend", "requests": "vacation goal"], "Safe to spend"),
      (["phrase": "", "requests": "vacation goal"], "no words"),
      (["phrase": "lots of fun", "requests": "make me a sandwich"], "is not a request to this assistant"),
      (["phrase": "lots of fun", "requests": " "], "Write what the phrase stands for"),
      (["phrase": "lots of fun", "intent": "Nothing", "values": "no json"], "suggestion is out of date"),
    ])
  func refusals(form: [String: String], reason: String) async throws {
    let page = try await RunningPage()
    let answer = try await page.post("/shortcuts", form)
    #expect(answer.status == 422)
    #expect(answer.text.contains(reason))
    #expect(answer.text.contains("role=\"alert\""))
    #expect(try await page.runtime.shortcuts.all().isEmpty)
  }

  // MARK: Private shortcuts

  private static let passphrase = "seven green bottles"
  private static let secret = ["phrase": "sesame street", "requests": "protected goal"]

  @Test("A private shortcut requires the passphrase, and the page shows neither its phrase nor its title")
  func privateShortcut() async throws {
    let page = try await RunningPage(passphrase: Self.passphrase)
    let refused = try await page.post("/shortcuts", Self.secret)
    #expect(refused.status == 422)
    #expect(refused.text.contains("is private; on the page, give the passphrase with it"))
    var form = Self.secret
    form["passphrase"] = Self.passphrase
    #expect(try await page.post("/shortcuts", form).status == 303)
    #expect(try await page.runtime.shortcuts.all().map(\.invocationPhrase) == ["sesame street"])
    for path in ["/", "/?done=added"] {
      let html = try await page.get(path).text
      #expect(html.contains("a shortcut that is not shown"))
      #expect(!html.contains("sesame") && !html.contains("Protected goal") && !html.contains("green"))
    }
    #expect(try await page.post("/shortcuts", Self.secret).status == 422, "the passphrase is good for one form")
  }

  @Test(
    "A phrase similar to a private one is refused without revealing its action, and a private shortcut can only be deleted")
  func privateNeighbour() async throws {
    let page = try await RunningPage(passphrase: Self.passphrase)
    var form = Self.secret
    form["passphrase"] = Self.passphrase
    _ = try await page.post("/shortcuts", form)
    let answer = try await page.post("/shortcuts", ["phrase": "sesame street", "requests": "vacation goal"])
    #expect(answer.status == 422)
    #expect(answer.text.contains("too similar to one of your private phrases"))
    #expect(!answer.text.contains("Protected goal"))
    let shortcut = try #require(try await page.runtime.shortcuts.all().first)
    #expect(try await page.post("/shortcuts/\(shortcut.id)", ["phrase": "open the door"]).status == 422)
    #expect(try await page.runtime.shortcuts.all().first?.invocationPhrase == "sesame street")
    #expect(try await page.post("/shortcuts/\(shortcut.id)/delete", ["id": shortcut.id]).status == 303)
  }

  @Test("A form with a wrong passphrase counts as a guess, and the answer states the time to wait")
  func guessing() async throws {
    let page = try await RunningPage(passphrase: Self.passphrase)
    var form = Self.secret
    form["passphrase"] = "open sesame"
    var answers: [String] = []
    for _ in 0..<3 { answers.append(try await page.post("/shortcuts", form).text) }
    #expect(answers.first?.contains("not the passphrase") == true)
    #expect(answers.last?.contains("Try again in 30 seconds.") == true)
    form["passphrase"] = Self.passphrase
    #expect(try await page.post("/shortcuts", form).status == 422)
    #expect(try await page.runtime.shortcuts.all().isEmpty)
  }

  @Test("The page does not show the phrase of a private shortcut that was spoken")
  func privateSaid() async throws {
    let page = try await RunningPage(passphrase: Self.passphrase)
    let step = Shortcut(intent: "ProtectedGoal", values: [:], title: "Protected goal")
    _ = try await page.runtime.shortcuts.add(phrase: "sesame street", steps: [step])
    try await page.ask("sesame street")
    for path in ["/", "/kiosk"] { #expect(try await !page.get(path).text.contains("sesame")) }
  }

  @Test("The page never shows text from its URL")
  func reflection() async throws {
    #expect(try await !RunningPage().get("/?done=%3Cb%3Ehello").text.contains("hello"))
  }
}

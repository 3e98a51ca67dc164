import Foundation
import Synchronization
import Testing
import Vocative
import VocativePage
import VocativeTestSupport

/// Draws one of every kind of view.
private final class EverythingPresenter: ReplacingPresenter {
  func configure(
    parameters: Set<InterfaceParameter>, of interaction: Interaction, interactiveBehavior: InteractiveBehavior,
    context: InterfaceContext
  ) async -> Presentation {
    let nasty = "<script>alert('1')</script><a href=\"x\" onclick='y'>"
    let pictures = [Picture([0xFF, 0xD8, 0xFF])].compactMap(\.self)
    let view = InterfaceView.stack([
      .countdown(Countdown(to: Date(timeIntervalSince1970: 1_795_000_000.25), text: nasty), caption: nasty),
      .text(nasty, .heading), .amount(CurrencyAmount(cents: 100), caption: nasty), .progress(1.5, caption: nasty),
      .labelled(nasty, .text(nasty)), .labelled("", .text(nasty)),
      .list([.text(nasty, .caption), .stack([.list([.text("deep")])])]),
      .image(InterfaceImage(.symbol("📷"), description: nasty)),
      .list(pictures.map { .image(InterfaceImage(.file($0), description: nasty)) }),
      .chart(InterfaceChart(title: nasty, bars: [.init(nasty, -2, written: nasty), .init("b", .infinity, written: "")])),
    ])
    return Presentation(view, showing: Set(interaction.interfaceParameters))
  }
}

/// Draws countdowns to moments that no calendar has.
private final class EndlessPresenter: ReplacingPresenter {
  func configure(
    parameters: Set<InterfaceParameter>, of interaction: Interaction, interactiveBehavior: InteractiveBehavior,
    context: InterfaceContext
  ) async -> Presentation {
    let ends = [9.2e15, 1e300, -1e300, .infinity, .nan].map { Date(timeIntervalSince1970: $0) }
    return Presentation(
      .stack(ends.map { .countdown(Countdown(to: $0, text: "soon")) }), showing: Set(interaction.interfaceParameters))
  }
}

@Suite("Content of the page")
struct PageContentTests {
  private func card(_ page: RunningPage, _ path: String = "/") async throws -> String {
    let html = try await page.get(path).text
    let start = try #require(html.range(of: "<article"))
    let end = try #require(html.range(of: "</article>"))
    return String(html[start.lowerBound..<end.upperBound])
  }

  @Test("The page and the kiosk show the last card without a script", arguments: ["/", "/kiosk"])
  func lastCard(path: String) async throws {
    let page = try await RunningPage()
    #expect(try await page.get(path).text.contains("Nothing was asked yet."))
    try await page.ask("coffee expense")
    try await page.ask("vacation goal")
    let card = try await card(page, path)
    #expect(card.contains("<h3>🏖 Summer Vacation</h3>"))
    #expect(card.contains("You have saved one thousand two hundred forty dollars"))
    #expect(card.contains("<progress max=\"100\" value=\"62\""))
    #expect(card.contains("$760.00</span> to go"))
    #expect(!card.contains("Coffee"))
  }

  @Test("An expense is shown as the remaining amount")
  func expense() async throws {
    let page = try await RunningPage()
    try await page.ask("coffee expense")
    #expect(try await card(page).contains("<span class=\"sum\">$22.50</span> left of $40.00"))
  }

  @Test("A response without a presenter has the default card")
  func defaultCard() async throws {
    let page = try await RunningPage()
    try await page.ask("safe to spend")
    #expect(try await card(page).contains("<dt>In the account</dt><dd><p>$6,124.80</p></dd>"))
  }

  @Test("Every kind of view is escaped, and has no controls")
  func displayOnly() async throws {
    let page = try await RunningPage(presenters: [EverythingPresenter.self])
    try await page.ask("vacation goal")
    let card = try await card(page)
    #expect(card.contains("&lt;script&gt;"))
    #expect(card.contains("deep"))
    for tag in ["script", "a", "button", "input", "form", "select", "textarea", "iframe", "video", "details"] {
      #expect(!card.contains("<\(tag) ") && !card.contains("<\(tag)>"), "\(tag)")
    }
    // Text in quotation marks is an attribute's value, whatever it contains.
    let tags = card.replacing(/"[^"]*"/, with: "")
    #expect(tags.firstMatch(of: /<[^>]*\s(on\w+|href|tabindex|contenteditable)=/) == nil)
  }

  @Test("A countdown to an implausible moment is shown as one to the last or first moment that can be written")
  func endless() async throws {
    let page = try await RunningPage(presenters: [EndlessPresenter.self])
    try await page.ask("vacation goal")
    let card = try await card(page)
    let ends = card.matches(of: /data-end="([^"]*)">soon</).map { String($0.1) }
    let (last, first) = ("253402300799000", "-62135769600000")
    #expect(ends == [last, last, first, last, first])
  }

  @Test("The page shows a spotted phrase with its strength and score, then the understood command")
  func heard() async throws {
    let page = try await RunningPage()
    page.hub.receive(.event(TurnEvent(time: 1, kind: .spotted(phrase: "hey assistant", start: 0.2, end: 0.9, score: 12.34))))
    try await page.ask("vacation goal")
    let html = try await page.get("/").text
    #expect(html.contains("clear, score 12.3"))
    #expect(html.contains("GoalProgress(goal: summer-vacation), confidence 1.00"))
  }

  @Test("Private content is not shown")
  func privacy() async throws {
    let page = try await RunningPage()
    let response = IntentResponse.success("It holds a fortune.", card: ResponseCard(title: "Fortune", rows: []))
    page.hub.receive(
      .event(
        TurnEvent(
          time: 1, kind: .responded(intent: "ProtectedGoal", code: .success, dialog: response.dialog, card: response.card),
          isPrivate: true)))
    let html = try await page.get("/").text
    #expect(!html.lowercased().contains("fortune"))
    #expect(html.contains("This answer is spoken and not shown."))
  }

  @Test("The page shows questions and the assistant's state")
  func question() async throws {
    let page = try await RunningPage()
    page.hub.receive(.state(.listening))
    try await page.ask("i spent money on coffee")
    let html = try await page.get("/kiosk").text
    #expect(html.contains("data-state=\"listening\""))
    #expect(html.contains("How much did you spend?"))
  }

  @Test("Presenters are called only while the page has viewers")
  func headless() async throws {
    let page = try await RunningPage(presenters: [CountingPresenter.self])
    let before = CountingPresenter.made.withLock { $0 }
    try await page.ask("vacation goal")
    #expect(CountingPresenter.made.withLock { $0 } == before)
    _ = try await page.get("/")
    #expect(CountingPresenter.made.withLock { $0 } > before)
  }
}

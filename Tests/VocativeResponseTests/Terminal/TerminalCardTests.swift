import Foundation
import Testing
import VocativeIntents
import VocativeResponse

/// Draws one view of each kind instead of the values.
private final class EverythingPresenter: ReplacingPresenter {
  func configure(
    parameters: Set<InterfaceParameter>, of interaction: Interaction, interactiveBehavior: InteractiveBehavior,
    context: InterfaceContext
  ) async -> Presentation {
    let beach = Picture([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]).map {
      InterfaceImage(.file($0), description: "a beach")
    }
    let view = InterfaceView.stack([
      .progress(0.62, caption: "$1,240.00 of $2,000.00 saved"), .amount(CurrencyAmount(cents: 76_000), caption: "to go"),
      .labelled("Since", .text("May 3, 2026")),
      .labelled("For", .text("two weeks by the sea with the whole family and the dog")),
      .list(
        [
          .stack([.text("Mom · yesterday", .caption), .text("Look who is here!")]),
          .image(InterfaceImage(.symbol("📷"), description: "2 photos")),
        ] + [beach].compactMap(\.self).map(InterfaceView.image)),
      .chart(
        InterfaceChart(
          title: "Spent", bars: [.init("Coffee", 17.5, written: "$17.50"), .init("Rent", 35, written: "$35.00")])),
    ])
    return Presentation(view, showing: Set(interaction.interfaceParameters))
  }
}

@Suite("Terminal cards")
struct TerminalCardTests {
  private func lines(
    _ interaction: Interaction = .goal(), presenters: [any ResponsePresenter.Type] = [], columns: Int, isColored: Bool = false
  ) async -> [String] {
    let interface = ResponseInterface(
      presenters: presenters, context: .terminal(columns: columns), budget: .seconds(3600))
    return TerminalCard.lines(
      for: await interface.present(interaction), style: TerminalStyle(columns: columns, isColored: isColored))
  }

  @Test(
    "A countdown shows the remaining time, rounded up to seconds",
    arguments: [(0.0, "10:00"), (0.4, "10:00"), (1, "9:59"), (595, "0:05"), (600, "0:00"), (700, "0:00"), (-3000, "1:00:00")])
  func countdown(passed: Double, shown: String) {
    let start = Date(timeIntervalSince1970: 1_795_000_000)
    let card = InterfaceCard(
      ResponseCard(title: "Timer", rows: [.init("Left", Countdown(to: start + 600, text: "until 12:10"))]), intent: "StartTimer",
      dialog: "Ten minutes.", code: .success)
    #expect(card.countsDown)
    #expect(card.countdownEnd == start + 600)
    let lines = TerminalCard.lines(for: card, style: TerminalStyle(columns: 40), now: start + passed)
    #expect(lines == ["Timer", "Left  \(shown) until 12:10"])
  }

  @Test("The default card has a title, a bar and aligned values")
  func plain() async {
    #expect(
      await lines(columns: 60) == [
        "Vacation", "█████████████████████████░░░░░░░░░░░░░░░ 62%", "Saved   $1,240.00", "Target  $2,000.00", "To go   $760.00",
      ])
  }

  @Test("Every kind of view has its lines")
  func everything() async {
    #expect(
      await lines(presenters: [EverythingPresenter.self], columns: 40) == [
        "Vacation",
        "█████████████████████░░░░░░░░░░░░░ 62%",
        "$1,240.00 of $2,000.00 saved",
        "$760.00 to go",
        "Since  May 3, 2026",
        "For    two weeks by the sea with the",
        "       whole family and the dog",
        "• Mom · yesterday",
        "  Look who is here!",
        "• 📷 2 photos",
        "• [picture: a beach]",
        "Spent",
        "Coffee  ████████████              $17.50",
        "Rent    ████████████████████████  $35.00",
      ])
  }

  @Test("A coloured card has a bold title, and every colour ends on its own line")
  func colored() async {
    let drawn = await lines(columns: 30, isColored: true)
    #expect(drawn.first == "\u{1B}[1mVacation\u{1B}[0m")
    #expect(drawn[1].hasPrefix("\u{1B}[32m█"))
    for line in drawn { #expect(line.matches(of: /\e\[[1-9]\d*m/).count == line.matches(of: /\e\[0m/).count) }
  }

  @Test("No line is wider than the terminal", arguments: [20, 24, 40, 80])
  func width(_ columns: Int) async {
    for presenters in [[], [EverythingPresenter.self]] as [[any ResponsePresenter.Type]] {
      for line in await lines(presenters: presenters, columns: columns) {
        #expect(line.count + line.count { $0 == "📷" } <= columns, "\(line)")
      }
    }
  }

  @Test("A title of wide characters is clipped at the terminal's width")
  func wideTitle() async {
    let wide = Interaction(
      dispatch: Interaction.goal().dispatch,
      response: .success("", card: ResponseCard(title: String(repeating: "🏡", count: 30), rows: [])), duration: .zero)
    #expect(await lines(wide, columns: 20) == [String(repeating: "🏡", count: 9) + "…"])
  }

  @Test("Progress outside 0 to 100 % is drawn full or empty", arguments: [(3000, 20, "150%"), (-10, 0, "-1%")])
  func beyond(saved: Int, filled: Int, percent: String) async {
    let bar = await lines(.goal(saved: saved), columns: 26)[1]
    #expect(bar == String(repeating: "█", count: filled) + String(repeating: "░", count: 20 - filled) + " " + percent)
  }

  @Test("An assistant's text cannot control the terminal")
  func control() async {
    let nasty = Interaction(
      dispatch: Interaction.goal().dispatch,
      response: .success(
        "", card: ResponseCard(title: "a\u{1B}[2Jb", rows: [.init("x\u{7}", "y\u{9B}31m\u{202E}z"), .init("", "1\u{8}2")])),
      duration: .zero)
    let drawn = await lines(nasty, columns: 40)
    #expect(drawn.count == 3)
    for scalar in drawn.joined().unicodeScalars {
      #expect(![.control, .format].contains(scalar.properties.generalCategory), "\(scalar.value)")
    }
  }

  @Test("A response with only a dialog has no card")
  func dialogOnly() async { #expect(await lines(.goal(hasCard: false), columns: 40) == []) }

  @Test(
    "Colour is used only if the terminal supports it and the user allows it",
    arguments: [
      (true, [:], true), (false, [:], false), (true, ["NO_COLOR": "1"], false), (true, ["NO_COLOR": ""], true),
      (true, ["TERM": "dumb"], false),
    ] as [(Bool, [String: String], Bool)])
  func color(isTerminal: Bool, environment: [String: String], isColored: Bool) {
    #expect(TerminalStyle(columns: 80, isTerminal: isTerminal, environment: environment).isColored == isColored)
  }
}

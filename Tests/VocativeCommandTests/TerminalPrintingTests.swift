import Foundation
import Synchronization
import Testing
import Vocative
import VocativeCommand
import VocativeTestSupport

/// The output on a terminal, and the display of the presenter that a test controls.
private final class Screen: Sendable {
  @TaskLocal static var current = Screen()

  private let text = Mutex("")
  private let gate = Mutex<Gate?>(nil)
  private let displays: AsyncStream<InterfaceDisplay>
  private let appear: AsyncStream<InterfaceDisplay>.Continuation

  init() { (displays, appear) = AsyncStream.makeStream(of: InterfaceDisplay.self) }

  var written: String { text.withLock { $0 } }
  func write(_ more: String) {
    text.withLock { $0 += more }
    let gate = gate.withLock { gate in
      defer { gate = nil }
      return gate
    }
    gate?.wait()
  }

  /// Blocks the next writer after its text.
  func block(at gate: Gate) { self.gate.withLock { $0 = gate } }
  func appeared(on display: InterfaceDisplay) { appear.yield(display) }

  /// Waits until the presenter is on the screen.
  func display() async throws -> InterfaceDisplay {
    try #require(await displays.first { _ in true })
  }
}

/// Shows a text that the test can change.
private final class ChangingPresenter: ReplacingPresenter {
  private let screen = Screen.current

  func configure(
    parameters: Set<InterfaceParameter>, of interaction: Interaction, interactiveBehavior: InteractiveBehavior,
    context: InterfaceContext
  ) async -> Presentation {
    Presentation(.text("one minute left"), showing: Set(interaction.interfaceParameters))
  }

  func didAppear(on display: InterfaceDisplay) async { screen.appeared(on: display) }
}

@Suite("Terminal output")
struct TerminalPrintingTests {
  private static let event = makeEvent(saying: "Tea is drawing.")

  private static func makeEvent(saying dialog: String) -> TurnEvent {
    let response = IntentResponse.success(dialog, card: ResponseCard(title: "Tea", rows: [.init("Left", "1 minute")]))
    let interaction = Interaction(
      dispatch: Dispatch(
        id: "1", assistant: "kitchen", intent: "Tea", title: "Tea", values: [:], parameters: [], topic: "kitchen", source: .voice,
        session: "s", date: Date(timeIntervalSince1970: 0)),
      response: response, duration: .zero)
    return TurnEvent(
      time: 0, kind: .responded(intent: "Tea", code: .success, dialog: dialog, card: response.card), interaction: interaction)
  }

  @Test("Spoken and received texts cannot control the terminal")
  func hostileTexts() async throws {
    let evil = "\u{1B}[2J\u{9B}31mfine\r\n0.00 s  error: forged\u{202E}"
    let events: [TurnEvent.Kind] = [
      .spotted(phrase: evil, start: 0, end: 1, score: 1),
      .understood(text: evil, intent: evil, slots: [evil: evil], confidence: 1),
      .rejected(reason: evil, best: evil, dialog: evil),
      .asked(dialog: evil, parameter: evil),
      .responded(
        intent: evil, code: .success, dialog: evil, card: ResponseCard(title: evil, rows: [.init(evil, evil)], progress: nil)),
      .error(code: evil, message: evil),
    ]
    for style in [EventPrinter.Style.json, .text(TerminalStyle(columns: 400, isColored: false))] {
      let screen = Screen()
      let printing = TerminalPrinting(printer: EventPrinter(style: style), presenters: { _ in [] }, write: screen.write)
      try await printing.finish {
        for kind in events { printing.print(TurnEvent(time: 0, kind: kind)) }
        printing.print(evil)
      }
      let steering = screen.written.unicodeScalars.filter {
        $0 != "\n" && [.control, .format, .lineSeparator].contains($0.properties.generalCategory)
      }
      #expect(steering.isEmpty, "\(steering.map(\.value))")
      #expect(screen.written.contains("fine"))
      let forged = screen.written.split(separator: "\n").dropLast().filter { $0.hasPrefix("0.00 s  error: forged") }
      #expect(forged.isEmpty, "\(screen.written)")
    }
  }

  @Test(
    "A keyphrase is printed with its strength as a word, and with its score if scores are requested",
    arguments: [(0.4, "weak"), (5, "clear"), (19.9, "clear"), (46.6, "strong")])
  func strength(score: Double, word: String) {
    let event = TurnEvent(time: 1, kind: .spotted(phrase: "hey assistant", start: 0, end: 1, score: score))
    func lines(showsScores: Bool) -> [String] {
      let style = EventPrinter.Style.text(TerminalStyle(columns: 80, isColored: false))
      return EventPrinter(style: style, timeFormat: "%1.0f", showsScores: showsScores).lines(for: event, card: nil)
    }
    #expect(lines(showsScores: false) == ["1  heard \"hey assistant\" (\(word))"])
    #expect(lines(showsScores: true) == ["1  heard \"hey assistant\" (\(word), score \(score))"])
  }

  private func printing(on screen: Screen, isColored: Bool) -> TerminalPrinting {
    Screen.$current.withValue(screen) {
      TerminalPrinting(
        printer: EventPrinter(style: .text(TerminalStyle(columns: 60, isColored: isColored)), timeFormat: "%1.0f"),
        presenters: { $0 == "kitchen" ? [ChangingPresenter.self] : [] }, write: screen.write)
    }
  }

  @Test("A changed card is redrawn in place, and the dialog above it stays")
  func changing() async throws {
    let screen = Screen()
    let printing = printing(on: screen, isColored: true)
    try await printing.finish {
      printing.print(Self.event)
      let display = try await screen.display()
      let before = screen.written
      #expect(before.hasSuffix("   > Tea is drawing.\n     \u{1B}[1mTea\u{1B}[0m\n     one minute left\n"))
      #expect(await display.update(.stack([.text("ten seconds left"), .text("get a cup")])))
      #expect(
        await eventuallyWrites(screen, more: before) == "\u{1B}[3A\u{1B}[J"
          + before.replacing("one minute left", with: "ten seconds left\n     get a cup"))
      let second = screen.written
      #expect(await display.update(.text("ready")))
      #expect(
        await eventuallyWrites(screen, more: second)
          == "\u{1B}[4A\u{1B}[J" + before.replacing("one minute left", with: "ready"), "four lines now, all of them its own")
    }
  }

  @Test("Of two changes of a card, the later one stays, even if its drawing begins first")
  func twoChanges() async throws {
    let screen = Screen()
    let printing = printing(on: screen, isColored: true)
    try await printing.finish {
      printing.print(Self.event)
      let display = try await screen.display()
      let gate = Gate()
      screen.block(at: gate)
      await display.update(.text("first"))
      await gate.arrived()
      // Both changes wait for the end of the drawing, and the one with the higher priority is drawn before the other.
      for (text, priority) in [("earlier", TaskPriority.low), ("later", TaskPriority.high)] {
        let (updates, update) = AsyncStream.makeStream(of: Void.self)
        Task.detached(priority: priority) {
          await display.update(.text(text))
          update.finish()
        }
        for await _ in updates {}
      }
      for _ in 0..<1000 { await Task.yield() }
      gate.open()
      #expect(await eventually { screen.written.components(separatedBy: "\u{1B}[J").count == 4 })
      #expect(screen.written.hasSuffix("     later\n"), "\(screen.written)")
    }
  }

  private static func update(_ left: String) throws -> TurnEvent {
    let card = ResponseCard(title: "Tea", rows: [.init("Left", left)])
    let interaction = try #require(event.interaction).showing(card)
    return TurnEvent(time: 0, kind: .updated(intent: "Tea", card: card), interaction: interaction)
  }

  @Test("A card that the assistant changes is redrawn in place, and printed again if the terminal cannot move the cursor")
  func updates() async throws {
    for isColored in [true, false] {
      let screen = Screen()
      let printing = TerminalPrinting(
        printer: EventPrinter(style: .text(TerminalStyle(columns: 60, isColored: isColored)), timeFormat: "%1.0f"),
        presenters: { _ in [] }, write: screen.write)
      try await printing.finish {
        printing.print(Self.event)
        printing.print(try Self.update("ten seconds"))
      }
      let plain = screen.written.replacing(#/\u{1B}\[[012]m/#, with: "")
      let first = "   > Tea is drawing.\n     Tea\n     Left  1 minute\n"
      let again = "     Tea\n     Left  ten seconds\n"
      #expect(
        plain == first
          + (isColored ? "\u{1B}[3A\u{1B}[J" + first.replacing("1 minute", with: "ten seconds") : again))
    }
  }

  @Test(
    "A card is redrawn from the first row of its dialog, however many rows the terminal wraps the dialog to",
    arguments: [(55, 3), (56, 4), (115, 4), (116, 5)])
  func wrapped(length: Int, rows: Int) async throws {
    let screen = Screen()
    let printing = TerminalPrinting(
      printer: EventPrinter(style: .text(TerminalStyle(columns: 60, isColored: true)), timeFormat: "%1.0f"),
      presenters: { _ in [] }, write: screen.write)
    try await printing.finish {
      printing.print(Self.makeEvent(saying: String(repeating: "a", count: length)))
      printing.print(try Self.update("ten seconds"))
    }
    #expect(screen.written.contains("\u{1B}[\(rows)A\u{1B}[J"), "\(screen.written)")
  }

  @Test("The presenters of an assistant do not draw the cards of others")
  func otherAssistant() async throws {
    let screen = Screen()
    let printing = printing(on: screen, isColored: false)
    let interaction = try #require(Self.event.interaction)
    let dispatch = Dispatch(
      id: "2", assistant: "garden", intent: "Tea", title: "Tea", values: [:], topic: "garden", source: .voice, session: "s",
      date: Date(timeIntervalSince1970: 0))
    let other = Interaction(dispatch: dispatch, response: interaction.response, duration: .zero)
    try await printing.finish {
      printing.print(TurnEvent(time: 0, kind: Self.event.kind, interaction: other))
      printing.print(Self.event)
    }
    let words = "   > Tea is drawing.\n     Tea\n"
    #expect(screen.written == words + "     Left  1 minute\n" + words + "     one minute left\n")
  }

  @Test("A card that leads somewhere is printed with the command that continues there", arguments: [true, false])
  func destination(isRemembered: Bool) {
    let details = ActivityType("kitchen.tea", eligibility: isRemembered ? [.search] : [])
    let response = IntentResponse.success("Here.", activity: Activity(details, title: "🫖 Green tea details"))
    let dispatch = Dispatch(
      id: "1", assistant: "kitchen", intent: "Tea", title: "Tea", values: [:], topic: "kitchen", source: .text, session: "s",
      date: Date(timeIntervalSince1970: 0))
    let interaction = Interaction(dispatch: dispatch, response: response, duration: .zero)
    let kind = TurnEvent.Kind.responded(intent: "Tea", code: .success, dialog: "Here.", card: nil)
    func printer(storesActivities: Bool) -> EventPrinter {
      EventPrinter(style: .text(TerminalStyle(columns: 80)), timeFormat: "%1.0f", storesActivities: storesActivities)
    }
    let hint = "     🫖 Green tea details: vocative activities continue \"green tea details\""
    func lines(isPrivate: Bool, storesActivities: Bool = true) -> [String] {
      printer(storesActivities: storesActivities).lines(
        for: TurnEvent(time: 0, kind: kind, isPrivate: isPrivate, interaction: interaction), card: nil)
    }
    #expect(lines(isPrivate: false) == ["   > Here."] + (isRemembered ? [hint] : []))
    #expect(lines(isPrivate: true) == ["   > Here."])
    #expect(lines(isPrivate: false, storesActivities: false) == ["   > Here."])
  }

  @Test("A card is not redrawn after other output")
  func scrolled() async throws {
    let screen = Screen()
    let printing = printing(on: screen, isColored: true)
    try await printing.finish {
      printing.print(Self.event)
      let display = try await screen.display()
      printing.print("somebody came in")
      #expect(await eventually { screen.written.hasSuffix("somebody came in\n") })
      let before = screen.written
      await display.update(.text("ready"))
      printing.print("and left")
      #expect(await eventuallyWrites(screen, more: before) == "and left\n")
    }
  }

  @Test("A card is not redrawn if the terminal cannot move the cursor")
  func plain() async throws {
    let screen = Screen()
    let printing = printing(on: screen, isColored: false)
    try await printing.finish {
      printing.print(Self.event)
      let display = try await screen.display()
      await display.update(.text("ready"))
      printing.print("later")
    }
    #expect(screen.written == "   > Tea is drawing.\n     Tea\n     one minute left\nlater\n")
  }

  /// Returns the text that is written after the previous output.
  private func eventuallyWrites(_ screen: Screen, more before: String) async -> String {
    _ = await eventually { screen.written.count > before.count }
    return String(screen.written.dropFirst(before.count))
  }
}

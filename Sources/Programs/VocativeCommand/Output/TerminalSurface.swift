import Foundation
import ProgramOutput
package import Vocative

/// Returns the presenters for the cards of an assistant.
package typealias AssistantPresenters = @Sendable (_ assistant: String) -> [any ResponsePresenter.Type]

/// Prints events in order, each response with its card.
///
/// Presenters draw the cards and may update the last one.
actor TerminalSurface {
  private let printer: EventPrinter
  private let presenters: AssistantPresenters
  private let write: @Sendable (String) -> Void
  private let writeError: @Sendable (String) -> Void
  private var shown: (assistant: String, interface: ResponseInterface)?
  /// The last printed card, while it can still be redrawn.
  private var last: (event: TurnEvent, rowCount: Int)?
  /// Redraws a card that counts down every second.
  private var ticking: Task<Void, Never>?

  /// - Parameters:
  ///   - write: Writes text with its line ends to the terminal.
  ///   - writeError: Writes errors with their line ends; JSON contains them among the other events.
  init(
    printer: EventPrinter, presenters: @escaping AssistantPresenters,
    write: @escaping @Sendable (String) -> Void = { StandardOutput.write($0) },
    writeError: @escaping @Sendable (String) -> Void = { StandardError.write($0) }
  ) {
    self.printer = printer
    self.presenters = presenters
    self.write = write
    self.writeError = writeError
  }

  func print(_ event: TurnEvent) async {
    let former = last
    forgetLast()
    let card = await card(for: event)
    if case .updated = event.kind, let former, let card, isRedrawing {
      last = former
      redraw(card)
    } else {
      let lines = printer.lines(for: event, card: card)
      if case .error = event.kind, case .text = printer.style { return writeError(Self.text(lines)) }
      write(Self.text(lines))
      guard card != nil else { return }
      last = (event, rowCount(of: lines))
    }
    await shown?.interface.didAppear()
    if let card, let end = card.countdownEnd { tick(card, until: end) }
  }

  /// Keeps the countdowns of the last card up to date, from their ends.
  private func tick(_ card: InterfaceCard, until end: Date) {
    ticking = Task { [weak self] in
      while (try? await Task.sleep(for: .seconds(1))) != nil {
        // A drawing after the end shows the last change.
        let isOver = Date() >= end
        await self?.redraw(card)
        if isOver { return }
      }
    }
  }

  private func forgetLast() {
    last = nil
    ticking?.cancel()
    ticking = nil
  }

  func print(_ line: String) {
    forgetLast()
    write(PrintableText.lines(line) + "\n")
  }

  /// Leaves the screen unchanged.
  func finish() async {
    forgetLast()
    await shown?.interface.dismiss()
  }

  private func card(for event: TurnEvent) async -> InterfaceCard? {
    guard case .text(let style) = printer.style else { return nil }
    let other: InterfaceCard?
    switch event.kind {
    case .responded(let intent, let code, let dialog, let card):
      other = card.map { InterfaceCard($0, intent: intent, dialog: dialog, code: code) }
    case .updated(let intent, let card): other = InterfaceCard(card, intent: intent, dialog: "", code: .success)
    case .spotted, .understood, .rejected, .asked, .error: return nil
    }
    guard let interaction = event.interaction else { return other }
    return await interface(for: interaction.dispatch.assistant, style: style).present(interaction)
  }

  /// Returns the interface of an assistant; that of another one is dismissed.
  private func interface(for assistant: String, style: TerminalStyle) async -> ResponseInterface {
    if let shown, shown.assistant == assistant { return shown.interface }
    await shown?.interface.dismiss()
    let interface = ResponseInterface(
      presenters: presenters(assistant), context: .terminal(columns: style.columns)
    ) { [weak self] card in
      Task { await self?.redraw(card) }
    }
    shown = (assistant, interface)
    return interface
  }

  /// Redraws a card with its last change in place, if no other line was printed since.
  private func redraw(_ card: InterfaceCard) {
    guard let last, last.event.interaction?.dispatch.id ?? "" == card.id, isRedrawing else { return }
    let latest = shown?.interface.card.flatMap { $0.id == card.id ? $0 : nil }
    let lines = printer.lines(for: last.event, card: latest ?? card)
    self.last = (last.event, rowCount(of: lines))
    write("\u{1B}[\(last.rowCount)A\u{1B}[J" + Self.text(lines))
  }

  /// Returns the number of rows on the screen, above which the cursor must move to redraw the lines.
  private func rowCount(of lines: [String]) -> Int {
    guard case .text(let style) = printer.style else { return lines.count }
    return lines.reduce(0) { $0 + TerminalText.rows(of: $1, in: style.columns) }
  }

  /// Whether the output is a terminal that can move its cursor.
  private var isRedrawing: Bool { if case .text(let style) = printer.style { style.isColored } else { false } }

  private static func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }
}

/// Passes events to a terminal from any context, without waiting for the drawing.
package final class TerminalPrinting: Sendable {
  private enum Item: Sendable {
    case event(TurnEvent)
    case line(String)
  }

  private let items: AsyncStream<Item>.Continuation
  private let work: Task<Void, Never>

  /// - Parameters:
  ///   - write: Writes text with its line ends; to standard output by default.
  ///   - writeError: Writes errors with their line ends; to standard error by default.
  package init(
    printer: EventPrinter, presenters: @escaping AssistantPresenters,
    write: @escaping @Sendable (String) -> Void = { StandardOutput.write($0) },
    writeError: @escaping @Sendable (String) -> Void = { StandardError.write($0) }
  ) {
    let (stream, continuation) = AsyncStream.makeStream(of: Item.self)
    items = continuation
    work = Task {
      let surface = TerminalSurface(printer: printer, presenters: presenters, write: write, writeError: writeError)
      for await item in stream {
        switch item {
        case .event(let event): await surface.print(event)
        case .line(let line): await surface.print(line)
        }
      }
      await surface.finish()
    }
  }

  /// Prints an event in order.
  package func print(_ event: TurnEvent) { items.yield(.event(event)) }

  /// Prints a line in order.
  package func print(_ line: String) { items.yield(.line(line)) }

  /// Runs the work, then waits until everything is printed, whether the work succeeds or fails.
  package func finish(after work: () async throws -> Void) async throws {
    do {
      try await work()
    } catch {
      await finish()
      throw error
    }
    await finish()
  }

  private func finish() async {
    items.finish()
    await work.value
  }
}

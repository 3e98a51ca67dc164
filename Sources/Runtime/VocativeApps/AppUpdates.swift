import AppProtocol

/// The cards that follow the answers of an app, until they are shown.
struct AppUpdates {
  /// The maximum number of answers whose cards may change at the same time; older ones end.
  static let maxCount = 16

  private struct Open {
    let cards: AsyncStream<AppCard>
    let card: AsyncStream<AppCard>.Continuation
    /// Whether the app has sent the last card, which may not be shown yet.
    var isComplete = false
  }

  private var open: [Int: Open] = [:]

  /// Expects cards for the answer to a request.
  mutating func begin(_ id: Int) {
    // Only the latest card is worth showing.
    let (cards, card) = AsyncStream.makeStream(of: AppCard.self, bufferingPolicy: .bufferingNewest(1))
    open[id] = Open(cards: cards, card: card)
    if open.count > Self.maxCount, let oldest = open.keys.min() { end(oldest) }
  }

  /// Returns the cards for the answer to a request; nil if none are expected.
  func cards(of id: Int) -> AsyncStream<AppCard>? { open[id]?.cards }

  /// Receives a card; returns whether it was expected.
  mutating func receive(_ card: AppCard?, of id: Int, isLast: Bool) -> Bool {
    guard let expected = open[id], !expected.isComplete else { return false }
    if let card { expected.card.yield(card) }
    if isLast {
      expected.card.finish()
      open[id]?.isComplete = true
    }
    return true
  }

  /// Expects no more cards; returns whether the app may still send any.
  @discardableResult
  mutating func end(_ id: Int) -> Bool {
    let ended = open.removeValue(forKey: id)
    ended?.card.finish()
    return ended?.isComplete == false
  }

  /// Expects no more cards, because the process is gone.
  mutating func endAll() { for id in open.keys { end(id) } }
}

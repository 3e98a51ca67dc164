import AudioSamples
import VocativeIntents

/// Changes of the card of the last answer.
extension TurnLoop {
  /// Follows the card of an answer, until something else is said or shown.
  func followCard(of event: TurnEvent) {
    guard event.replacesCard else { return }
    cardUpdates?.cancel()
    cardUpdates = event.interaction?.response.updates.map { updates in
      Task { [weak self] in
        try? await updates.run { [weak self] card in await self?.show(card, of: event) }
      }
    }
  }

  private func show(_ card: ResponseCard, of event: TurnEvent) {
    // The task may have been cancelled while it waited for the loop.
    guard !Task.isCancelled else { return }
    report.emit(event.updated(with: card, at: SpeechAudio.seconds(of: now)))
  }

  /// Returns the events from now on, except private ones; a slow reader misses the oldest ones.
  public func events() -> AsyncStream<TurnEvent> {
    let (events, event) = AsyncStream.makeStream(of: TurnEvent.self, bufferingPolicy: .bufferingNewest(64))
    let reader = report.addReader(event)
    event.onTermination = { [weak self] _ in Task { await self?.removeReader(reader) } }
    return events
  }

  private func removeReader(_ reader: Int) { report.removeReader(reader) }
}

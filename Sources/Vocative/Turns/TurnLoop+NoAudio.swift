import VocativeCapture

/// The timeouts of a loop whose source delivers no audio.
extension TurnLoop {
  /// The condition that stops the audio since the last frame; nil if there is none.
  var outage: CaptureCondition? {
    guard let statistics = source?.statistics, statistics.outages > outagesBeforeFrame else { return nil }
    return statistics.conditions.filter(\.isOutage).min { $0.rawValue < $1.rawValue }
  }

  /// Starts a timeout on the wall clock: without audio, the audio's clock and all its timeouts stand still.
  func watchAudio() {
    audioWatch?.cancel()
    guard source?.isLive == true, case .awake = machine.state else { return }
    let timeout = Duration.seconds(configuration.commandTimeout)
    audioWatch = Task { [weak self, clock] in
      while let position = await self?.now, (try? await clock.sleep(for: timeout)) != nil {
        await self?.giveUp(ifNothingCameSince: position)
      }
    }
  }

  private func giveUp(ifNothingCameSince position: Int) async {
    guard now == position else { return }
    try? await withFloorUnlessCancelled {
      guard now == position, !Task.isCancelled else { return }
      try await act(on: machine.finish(), isLive: true)
    }
  }
}

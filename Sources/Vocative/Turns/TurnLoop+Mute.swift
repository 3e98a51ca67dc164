extension TurnLoop {
  /// Mutes the microphone: frames and earlier audio are discarded, and an open question is dropped.
  ///
  /// An answer that is being spoken is finished. The mute persists across restarts, unless only a skill has requested it.
  ///
  /// - Parameter holder: The side that mutes it.
  /// - Throws: `MuteFileError` if it is muted now, but not after a restart.
  public func mute(by holder: MuteHolder = .owner) async throws {
    try await setMute(muting.holders.union([holder]), by: holder)
  }

  /// Removes the mute of one side; the loop listens again if no other side mutes the microphone.
  ///
  /// A question that was typed meanwhile is dropped, so that the next words in the room are not taken for its answer.
  ///
  /// - Parameter holder: The side whose mute is removed.
  /// - Throws: `MuteFileError` if the mute is removed now, but returns after a restart.
  public func unmute(by holder: MuteHolder = .owner) async throws {
    try await setMute(muting.holders.subtracting([holder]), by: holder)
  }

  /// Removes the mutes of all sides.
  ///
  /// - Throws: `MuteFileError` if it listens now, but is muted after a restart.
  public func unmuteForAll() async throws {
    try await setMute([], by: nil)
  }

  /// Sets the sides that mute the microphone.
  ///
  /// The new state applies immediately, before it is stored. If the floor is taken, its holder discards the audio from before when it is
  /// done.
  private func setMute(_ holders: Set<MuteHolder>, by side: MuteHolder?) async throws(MuteFileError) {
    let isKept = muting.set(holders, by: side)
    emitState()
    let isFree = floor.takeIfFree()
    // Audio from before must not wait for a slow disk.
    async let isDone: Void = isFree ? yieldFloor() : ()
    let kept: Result<Void, MuteFileError>
    do throws(MuteFileError) {
      if isKept { try await muting.keep() }
      kept = .success(())
    } catch {
      kept = .failure(error)
    }
    await isDone
    try kept.get()
  }

  /// Drops a question that waited for a typed answer until the microphone was unmuted; the caller holds the floor.
  func dropQuestionIfUnmuted() async {
    guard muting.mustDropQuestion else { return }
    muting.mustDropQuestion = false
    // An answer to a question that is asked now is heard.
    if machine.state == .idle { await dropQuestion() }
  }

  /// Discards the audio from before muting; the caller holds the floor.
  func forgetIfMuted() async {
    while muting.mustForget {
      muting.mustForget = false
      finishTurn(expectsAnswer: false)
      isHearingSpeech = false
      do {
        try await hearing.forgetAudio()
      } catch {
        emit(.error(code: "mute", message: "the decoder could not end the utterance: \(error)"))
      }
      // A request that was asking may take a moment to end, and the audio must not wait for it.
      await dropQuestion()
      emitState()
    }
  }
}

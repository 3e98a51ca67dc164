/// The mute state of the microphone and its file.
struct Mute {
  private let file: MuteFile?
  /// The fault of the file, until the owner mutes or unmutes.
  private(set) var fault: MuteFileError?
  private var isFaultReported = false
  /// The sides that mute it.
  private(set) var holders: Set<MuteHolder> = []
  /// Whether the audio from before muting must still be discarded.
  var mustForget = false
  /// Whether it is muted.
  var isOn: Bool { !holders.isEmpty }

  /// Reads the file; a damaged file means muted, because the microphone may have been muted for a good reason.
  init(_ file: MuteFile?) {
    self.file = file
    do throws(MuteFileError) { holders = try file?.holders() ?? [] } catch { (holders, fault) = ([.owner], error) }
  }

  /// Returns the fault of the file the first time; nil after that.
  mutating func takeFault() -> MuteFileError? {
    defer { isFaultReported = true }
    return isFaultReported ? nil : fault
  }

  /// Sets the sides that mute it.
  ///
  /// - Parameters:
  ///   - holders: All sides that mute it now.
  ///   - side: The side that requests the change; nil for the owner on behalf of all sides.
  mutating func set(_ holders: Set<MuteHolder>, by side: MuteHolder?) throws(MuteFileError) {
    mustForget = !holders.isEmpty && (mustForget || !isOn)
    self.holders = holders
    guard side?.isKept != false else { return }
    // Only the owner may replace a damaged file.
    if side == nil || side == .owner { fault = nil }
    guard fault == nil else { return }
    // The file is written even without a change, because the last write may have failed.
    try file?.write(holders.filter(\.isKept))
  }
}

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
  /// The new state applies immediately. If the floor is taken, its holder discards the audio from before when it is done.
  private func setMute(_ holders: Set<MuteHolder>, by side: MuteHolder?) async throws(MuteFileError) {
    let kept = Result { () throws(MuteFileError) in try muting.set(holders, by: side) }
    emitState()
    if floor.takeIfFree() { await yieldFloor() }
    try kept.get()
  }

  /// Discards the audio from before muting; the caller holds the floor.
  func forgetIfMuted() async {
    while muting.mustForget {
      muting.mustForget = false
      conversation.cancel()
      finishTurn(expectsAnswer: false)
      isHearingSpeech = false
      do {
        try await hearing.forgetAudio()
      } catch {
        emit(.error(code: "mute", message: "the decoder could not end the utterance: \(error)"))
      }
      emitState()
    }
  }
}

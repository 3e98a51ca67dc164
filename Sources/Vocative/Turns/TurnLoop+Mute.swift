/// Whether a microphone is not listened to, and where that is kept.
struct Mute {
  private let file: MuteFile?
  /// What is wrong with the file, as long as the owner has not muted or unmuted since.
  private(set) var fault: MuteFileError?
  private var isFaultTold = false
  /// The sides that have muted it.
  private(set) var holders: Set<MuteHolder> = []
  /// Whether what was heard before is still to be forgotten.
  var mustForget = false
  /// Whether it is muted.
  var isOn: Bool { !holders.isEmpty }

  /// As the file says; muted when it cannot say, since somebody may have muted the microphone for good reason.
  init(_ file: MuteFile?) {
    self.file = file
    do throws(MuteFileError) { holders = try file?.holders() ?? [] } catch { (holders, fault) = ([.owner], error) }
  }

  /// What was wrong with the file, once.
  mutating func takeFault() -> MuteFileError? {
    defer { isFaultTold = true }
    return isFaultTold ? nil : fault
  }

  /// Changes the sides that mute it.
  ///
  /// - Parameters:
  ///   - holders: All sides that mute it from now on.
  ///   - side: The side that changes it; nil for the owner, on behalf of all.
  mutating func set(_ holders: Set<MuteHolder>, by side: MuteHolder?) throws(MuteFileError) {
    mustForget = !holders.isEmpty && (mustForget || !isOn)
    self.holders = holders
    guard side?.isKept != false else { return }
    // While the file cannot say, only the owner decides what it is to say.
    if side == nil || side == .owner { fault = nil }
    guard fault == nil else { return }
    // Also without a change, as the file may not have been written the last time.
    try file?.write(holders.filter(\.isKept))
  }
}

extension TurnLoop {
  /// Listens to nothing from now on: frames are thrown away, what was heard is forgotten, and a question is dropped.
  ///
  /// An answer that is being spoken is finished. It is muted after a restart too, unless a skill has muted it.
  ///
  /// - Parameter holder: Who mutes it.
  /// - Throws: `MuteFileError` when it is muted, and will not be after a restart.
  public func mute(by holder: MuteHolder = .owner) throws {
    defer { settleMute() }
    try muting.set(muting.holders.union([holder]), by: holder)
  }

  /// Takes back the mute of one side; it listens again if nobody else has muted it.
  ///
  /// - Parameter holder: Whose mute it was: nobody takes back another's.
  /// - Throws: `MuteFileError` when it is taken back, and will not be after a restart.
  public func unmute(by holder: MuteHolder = .owner) throws {
    defer { settleMute() }
    try muting.set(muting.holders.subtracting([holder]), by: holder)
  }

  /// Listens again, whoever has muted it.
  ///
  /// - Throws: `MuteFileError` when it listens, and will be muted after a restart.
  public func unmuteForAll() throws {
    defer { settleMute() }
    try muting.set([], by: nil)
  }

  private func settleMute() {
    if !floor.isTaken {
      forgetIfMuted()
      floor.admit(isIdle: machine.state == .idle)
    }
    tellState()
  }

  /// Forgets what was heard before it was muted, when nobody acts on it any more.
  func forgetIfMuted() {
    guard muting.mustForget, !floor.isTaken else { return }
    muting.mustForget = false
    lastRecognition = nil
    conversation.cancel()
    finishTurn(expectsAnswer: false)
    do {
      try detector.forgetAudio()
    } catch {
      tell(.error(code: "mute", message: "the decoder did not end what was being said: \(error)"))
    }
    tellState()
  }
}

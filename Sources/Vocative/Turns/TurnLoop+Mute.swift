/// Whether a microphone is not listened to, and where that is kept.
struct Mute {
  private let file: MuteFile?
  /// What is wrong with the file, as long as nobody has muted or unmuted since.
  private(set) var fault: MuteFileError?
  private var isFaultTold = false
  private(set) var isOn = false
  /// Whether what was heard before is still to be forgotten.
  var mustForget = false

  /// As the file says; muted when it cannot say, since somebody may have muted the microphone for good reason.
  init(_ file: MuteFile?) {
    self.file = file
    do throws(MuteFileError) { isOn = try file?.read() ?? false } catch { (isOn, fault) = (true, error) }
  }

  /// What was wrong with the file, once.
  mutating func takeFault() -> MuteFileError? {
    defer { isFaultTold = true }
    return isFaultTold ? nil : fault
  }

  mutating func set(_ isOn: Bool, isKept: Bool) throws(MuteFileError) {
    self.isOn = isOn
    mustForget = isOn
    guard isKept else { return }
    fault = nil
    try file?.write(isOn)
  }
}

extension TurnLoop {
  /// Listens to nothing from now on: frames are thrown away, what was heard is forgotten, and a question is dropped.
  ///
  /// An answer that is being spoken is finished.
  ///
  /// - Parameter isKept: Whether it is muted after a restart too.
  /// - Throws: `MuteFileError` when it is muted, and will not be after a restart.
  public func mute(isKept: Bool = true) throws {
    defer { settleMute() }
    try muting.set(true, isKept: isKept)
  }

  /// Listens again.
  ///
  /// - Throws: `MuteFileError` when it listens, and will be muted after a restart.
  public func unmute() throws {
    defer { settleMute() }
    try muting.set(false, isKept: true)
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

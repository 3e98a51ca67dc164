import CALSA

/// An open ALSA playback device for mono 16 bit audio.
///
/// Playing does not block for longer than the audio lasts: a device that stops accepting audio fails after `stallMilliseconds`.
/// Opening and closing block as long as the driver does.
public struct PlaybackPCM: ~Copyable {
  /// The PCM name as given to ALSA.
  public let device: String
  private let handle: OpaquePointer
  /// Milliseconds without progress after which the device is considered dead.
  private let stallMilliseconds: Int32

  /// Milliseconds between checks for the end of the audio and for cancellation.
  private static let pollMilliseconds: Int32 = 100
  /// Consecutive restarts, without any sample played, after which the device is considered dead.
  private static let maxRecoveries = 10

  /// Opens `device` for mono 16 bit playback at `rate` Hz; ALSA converts if the card needs another format.
  ///
  /// - Parameter stallMilliseconds: Milliseconds without accepted audio after which the device is considered dead.
  /// - Throws: `ALSAError` if the device is missing, busy, forbidden or cannot play this format.
  public init(device: String, rate: Int, stallMilliseconds: Int32 = 5000) throws(ALSAError) {
    let opened: OpaquePointer
    do throws(ALSAError) {
      opened = try Self.open(device)
    } catch {
      // The card may have been plugged in after the configuration was read.
      guard error.code == .noSuchDevice else { throw error }
      ALSAConfiguration.reload()
      opened = try Self.open(device)
    }
    // Sound-server plugins ignore the mode passed to snd_pcm_open.
    snd_pcm_nonblock(opened, 1)
    let latencyMicroseconds: UInt32 = 200_000
    let set = snd_pcm_set_params(
      opened, SND_PCM_FORMAT_S16_LE, SND_PCM_ACCESS_RW_INTERLEAVED, 1, UInt32(rate), 1, latencyMicroseconds)
    guard set >= 0 else {
      snd_pcm_close(opened)
      throw ALSAError(settingUp: device, operation: "snd_pcm_set_params", status: set)
    }
    handle = opened
    self.device = device
    self.stallMilliseconds = stallMilliseconds
  }

  deinit {
    snd_pcm_close(handle)
  }

  private static func open(_ device: String) throws(ALSAError) -> OpaquePointer {
    var opened: OpaquePointer?
    let status = snd_pcm_open(&opened, device, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK))
    guard status >= 0, let opened else { throw ALSAError(operation: "snd_pcm_open", device: device, status: status) }
    return opened
  }

  /// Plays mono samples and returns after the last one has been heard, or early once `isCancelled` returns true.
  ///
  /// Cancelling drops the remaining samples. Playback continues after an underrun or a system sleep.
  ///
  /// - Throws: `ALSAError` if the device is gone, cannot be restarted, or accepts no audio for too long.
  public func play(_ samples: [Int16], isCancelled: () -> Bool) throws(ALSAError) {
    var position = 0
    var recoveries = 0
    // This clock stops while the system sleeps, so a night of sleep does not count as a stall.
    var lastProgress = SuspendingClock.now
    while position < samples.count {
      if isCancelled() {
        snd_pcm_drop(handle)
        return
      }
      let count = min(samples.count - position, 1024)
      let written = samples.withUnsafeBufferPointer { buffer in
        snd_pcm_writei(handle, buffer.baseAddress?.advanced(by: position), snd_pcm_uframes_t(count))
      }
      if written > 0 {
        position += Int(written)
        recoveries = 0
        lastProgress = .now
        continue
      }
      if written == 0 || Int32(written) == -EAGAIN {
        // Some devices report that they are ready and then accept no audio. A failure here recurs at the next write, which
        // handles it.
        if snd_pcm_wait(handle, Self.pollMilliseconds) > 0 { poll(nil, 0, Self.pollMilliseconds / 20) }
      } else if try recover(from: Int32(written)) {
        recoveries += 1
        guard recoveries <= Self.maxRecoveries else { throw lost(Int32(written)) }
      }
      try checkProgress(since: lastProgress)
    }
    try drain(isCancelled: isCancelled)
  }

  /// Restarts the device after a failed write; returns false if that must wait, because the device is not awake yet.
  private func recover(from status: Int32) throws(ALSAError) -> Bool {
    var recovered: Int32 = 0
    switch -status {
    case EINTR: return false
    case EPIPE, ESTRPIPE:
      switch PCMRecovery(of: handle, from: status) {
      case .prepared: break
      case .resumed:
        // The audio in the device fills its buffer, so no further write would start it.
        if snd_pcm_state(handle) == SND_PCM_STATE_PREPARED { recovered = snd_pcm_start(handle) }
      case .asleep:
        poll(nil, 0, Self.pollMilliseconds)
        return false
      case .failed(let prepared): recovered = prepared
      }
    default: recovered = status
    }
    guard recovered >= 0 else { throw lost(status) }
    return true
  }

  private func lost(_ status: Int32) -> ALSAError {
    ALSAError(operation: "snd_pcm_writei", device: device, status: status, code: .lost)
  }

  /// Waits until all audio in the device has been heard.
  private func drain(isCancelled: () -> Bool) throws(ALSAError) {
    let start = SuspendingClock.now
    while true {
      let status = snd_pcm_drain(handle)
      switch -status {
      case EAGAIN:
        // The driver of a card answers so even after the last sample, and only the state of the device shows the end.
        if snd_pcm_state(handle) == SND_PCM_STATE_SETUP { return }
      // Unlike an underrun or a sleep this close to the end, these errors mean that the end was not heard.
      case ENODEV, EIO: throw ALSAError(operation: "snd_pcm_drain", device: device, status: status, code: .lost)
      default: return
      }
      if isCancelled() {
        snd_pcm_drop(handle)
        return
      }
      poll(nil, 0, Self.pollMilliseconds / 5)
      try checkProgress(since: start)
    }
  }

  private func checkProgress(since start: SuspendingClock.Instant) throws(ALSAError) {
    guard SuspendingClock.now - start >= .milliseconds(stallMilliseconds) else { return }
    throw ALSAError(
      operation: "snd_pcm_wait", device: device, status: -ETIMEDOUT, code: .lost,
      reason: "the device is open but has played no audio for \(stallMilliseconds) ms")
  }
}

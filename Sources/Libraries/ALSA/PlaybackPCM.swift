import CALSA

/// An open ALSA playback device for mono 16 bit audio.
///
/// Nothing here blocks for longer than the audio lasts: a device that stops taking audio is an error after `stallMilliseconds`.
public struct PlaybackPCM: ~Copyable {
  /// The PCM name as given to ALSA.
  public let device: String
  private let handle: OpaquePointer
  /// Milliseconds without any progress after which the device counts as dead.
  private let stallMilliseconds: Int32

  /// How often the end of the audio and the wish to stop are looked for, in milliseconds.
  private static let pollMilliseconds: Int32 = 100
  /// Underruns one after the other, without a sample played, after which the device counts as dead.
  private static let mostRecoveries = 10

  /// Opens `device` for mono 16 bit playback at `rate` Hz, with ALSA converting where the card needs another format.
  ///
  /// - Parameter stallMilliseconds: How long the device may take no audio before it counts as dead.
  /// - Throws: `ALSAError` when the device is missing, busy, forbidden or cannot play this format.
  public init(device: String, rate: Int, stallMilliseconds: Int32 = 5000) throws(ALSAError) {
    var opened: OpaquePointer?
    let status = snd_pcm_open(&opened, device, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK))
    guard status >= 0, let opened else { throw ALSAError(operation: "snd_pcm_open", device: device, status: status) }
    // Plugins of the sound servers' kind do not learn of the mode they are opened with.
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

  /// Plays mono samples and returns when all of them have been heard, or early, with the rest dropped, once `isCancelled` says so.
  ///
  /// An underrun or a sleep of the system in between is played over.
  ///
  /// - Throws: `ALSAError` when the device is gone, cannot be restarted, or takes no audio for too long.
  public func play(_ samples: [Int16], isCancelled: () -> Bool) throws(ALSAError) {
    var position = 0
    var recoveries = 0
    // A clock that stands still while the system sleeps: a night is no stall.
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
        // Some devices say that they are ready and take nothing. A failure comes again with the next write, which handles it.
        if snd_pcm_wait(handle, Self.pollMilliseconds) > 0 { poll(nil, 0, Self.pollMilliseconds / 20) }
      } else {
        recoveries += 1
        try recover(from: Int32(written), recoveries: recoveries)
      }
      try checkProgress(since: lastProgress)
    }
    try drain(isCancelled: isCancelled)
  }

  private func recover(from status: Int32, recoveries: Int) throws(ALSAError) {
    var recovered: Int32 = 0
    switch -status {
    case EINTR: return
    case EPIPE, ESTRPIPE:
      switch PCMRecovery(of: handle, from: status) {
      case .prepared: break
      case .resumed:
        // What the device still holds fills it, so that no write would start it.
        if snd_pcm_state(handle) == SND_PCM_STATE_PREPARED { recovered = snd_pcm_start(handle) }
      case .asleep:
        poll(nil, 0, Self.pollMilliseconds)
        return
      case .failed(let prepared): recovered = prepared
      }
    default: recovered = status
    }
    guard recovered >= 0, recoveries <= Self.mostRecoveries else {
      throw ALSAError(operation: "snd_pcm_writei", device: device, status: status, code: .lost)
    }
  }

  /// Waits until what the device holds has been heard.
  private func drain(isCancelled: () -> Bool) throws(ALSAError) {
    let start = SuspendingClock.now
    while true {
      let status = snd_pcm_drain(handle)
      switch -status {
      case EAGAIN: break
      // Unlike an underrun or a sleep so near the end, these mean that the end was not heard.
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
      reason: "the device is open and has played nothing for \(stallMilliseconds) ms")
  }
}

import CALSA

/// An open ALSA playback device for mono 16 bit audio.
public struct PlaybackPCM: ~Copyable {
  /// The PCM name as given to ALSA.
  public let device: String
  private let handle: OpaquePointer

  /// Opens `device` for mono 16 bit playback at `rate` Hz, with ALSA converting where the card needs another format.
  ///
  /// - Throws: `ALSAError` when the device is missing, busy, forbidden or cannot play this format.
  public init(device: String, rate: Int) throws(ALSAError) {
    var opened: OpaquePointer?
    let status = snd_pcm_open(&opened, device, SND_PCM_STREAM_PLAYBACK, 0)
    guard status >= 0, let opened else { throw ALSAError(operation: "snd_pcm_open", device: device, status: status) }
    let latencyMicroseconds: UInt32 = 200_000
    let set = snd_pcm_set_params(
      opened, SND_PCM_FORMAT_S16_LE, SND_PCM_ACCESS_RW_INTERLEAVED, 1, UInt32(rate), 1, latencyMicroseconds)
    guard set >= 0 else {
      snd_pcm_close(opened)
      throw ALSAError(operation: "snd_pcm_set_params", device: device, status: set, code: .unsupportedFormat)
    }
    handle = opened
    self.device = device
  }

  deinit {
    snd_pcm_close(handle)
  }

  /// Plays mono samples and returns when all of them have been heard, or early, with the rest dropped, once `isCancelled` says so.
  ///
  /// - Throws: `ALSAError` when the device is gone or cannot be restarted.
  public func play(_ samples: [Int16], isCancelled: () -> Bool) throws(ALSAError) {
    var position = 0
    while position < samples.count {
      if isCancelled() {
        snd_pcm_drop(handle)
        return
      }
      let count = min(samples.count - position, 1024)
      let written = samples.withUnsafeBufferPointer { buffer in
        snd_pcm_writei(handle, buffer.baseAddress?.advanced(by: position), snd_pcm_uframes_t(count))
      }
      if written >= 0 {
        position += Int(written)
        continue
      }
      let recovered = snd_pcm_recover(handle, Int32(written), 1)
      guard recovered >= 0 else {
        throw ALSAError(operation: "snd_pcm_writei", device: device, status: Int32(written), code: .lost)
      }
    }
    snd_pcm_drain(handle)
  }
}

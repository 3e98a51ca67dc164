import CALSA

/// The state of a device after an overrun or underrun (`EPIPE`) or a system suspend (`ESTRPIPE`).
///
/// ALSA's own recovery (`snd_pcm_recover`) would block until the system has fully woken.
enum PCMRecovery {
  /// The device is ready to be started.
  case prepared
  /// The device has resumed, or is ready to be started if it does not start by itself.
  case resumed
  /// The device is not awake yet.
  case asleep
  /// The device cannot be recovered; the value is ALSA's negative error code.
  case failed(Int32)

  /// Recovers a device from `EPIPE` or `ESTRPIPE`.
  init(of handle: OpaquePointer, from status: Int32) {
    if status == -ESTRPIPE {
      let resumed = snd_pcm_resume(handle)
      if resumed == -EAGAIN {
        self = .asleep
        return
      }
      if resumed >= 0 {
        self = .resumed
        return
      }
    }
    let prepared = snd_pcm_prepare(handle)
    self = prepared >= 0 ? .prepared : .failed(prepared)
  }
}

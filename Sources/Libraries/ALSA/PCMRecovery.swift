import CALSA

/// What becomes of a device after its buffer ran over or empty (`EPIPE`), or the system slept (`ESTRPIPE`).
///
/// ALSA's own recovery (`snd_pcm_recover`) would wait for as long as the system takes to wake.
enum PCMRecovery {
  /// It is ready to be started.
  case prepared
  /// It goes on, or, where it does not start by itself, is ready to be started.
  case resumed
  /// It is not awake yet.
  case asleep
  /// It cannot be brought back: ALSA's negative error.
  case failed(Int32)

  /// Brings a device back from one of these two.
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

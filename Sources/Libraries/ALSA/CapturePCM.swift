import CALSA

/// An open ALSA capture device.
///
/// The handle is not thread-safe, so this type can be neither copied nor sent: it has one owner on one thread.
public struct CapturePCM: ~Copyable {
  /// The result of a read.
  public enum Reading: Equatable, Sendable {
    /// The number of frames written to the buffer, which may be fewer than requested.
    case frames(Int)
    /// Nothing arrived within the time limit.
    case timedOut
    /// The device overran or was suspended, and has been restarted; the audio before this point is missing.
    case recovered(Interruption)
    /// The system has slept and the device is not awake yet; try again shortly.
    case suspended
  }

  /// The reason for missing audio.
  public enum Interruption: Equatable, Sendable {
    /// The buffer was full before it was read (`EPIPE`).
    case overrun
    /// The system slept (`ESTRPIPE`).
    case suspended
  }

  /// The PCM name as given to ALSA.
  public let device: String
  /// The negotiated format, which may differ from the requested one.
  public let format: PCMFormat
  private let handle: OpaquePointer

  /// Opens and starts `device` for capture, as close to `rate` Hz, 16 bit and `channels` channels as the device allows.
  ///
  /// A higher rate takes precedence over a lower one, which lacks part of the audio.
  ///
  /// - Throws: `ALSAError` if the device is missing, busy, forbidden or offers no known format.
  public init(device: String, rate: Int, channels: Int, periodFrames: Int, bufferFrames: Int) throws(ALSAError) {
    var opened: OpaquePointer?
    // Non-blocking: a device that stops in the middle of a read must not hold its reader forever.
    let status = snd_pcm_open(&opened, device, SND_PCM_STREAM_CAPTURE, Int32(SND_PCM_NONBLOCK))
    guard status >= 0, let opened else { throw ALSAError(operation: "snd_pcm_open", device: device, status: status) }
    // Sound-server plugins ignore the mode passed to snd_pcm_open.
    snd_pcm_nonblock(opened, 1)
    let agreed: PCMFormat
    do throws(ALSAError) {
      agreed = try Self.negotiate(
        opened, device: device, rate: rate, channels: channels, periodFrames: periodFrames, bufferFrames: bufferFrames)
      let started = snd_pcm_start(opened)
      guard started >= 0 else { throw ALSAError(operation: "snd_pcm_start", device: device, status: started) }
    } catch {
      snd_pcm_close(opened)
      throw error
    }
    self.device = device
    format = agreed
    handle = opened
  }

  deinit {
    snd_pcm_close(handle)
  }

  /// Frames that the device has recorded and that have not been read yet.
  public var queuedFrames: Int { max(0, snd_pcm_avail_update(handle)) }

  /// Waits up to `timeoutMilliseconds` and reads whole interleaved frames into `buffer`; recovers from overruns and suspends.
  ///
  /// - Throws: `ALSAError` if the device is gone or cannot be restarted.
  public func read(into buffer: UnsafeMutableRawBufferPointer, timeoutMilliseconds: Int32) throws(ALSAError) -> Reading {
    let ready = snd_pcm_wait(handle, timeoutMilliseconds)
    if ready == 0 { return .timedOut }
    if ready < 0 { return try recover(from: ready, operation: "snd_pcm_wait") }
    let count = snd_pcm_readi(handle, buffer.baseAddress, snd_pcm_uframes_t(buffer.count / format.frameByteCount))
    if count < 0 { return try recover(from: Int32(count), operation: "snd_pcm_readi") }
    return .frames(Int(count))
  }

  private func recover(from status: Int32, operation: String) throws(ALSAError) -> Reading {
    let interruption: Interruption
    switch -status {
    case EINTR, EAGAIN: return .frames(0)
    case EPIPE: interruption = .overrun
    case ESTRPIPE: interruption = .suspended
    default: throw ALSAError(running: device, operation: operation, status: status)
    }
    switch PCMRecovery(of: handle, from: status) {
    case .prepared, .resumed: break
    case .asleep: return .suspended
    // A device that cannot be restarted reports the reason here, not in the read. For example, a dead sound server reports EIO.
    case .failed(let prepared): throw ALSAError(running: device, operation: "snd_pcm_prepare", status: prepared)
    }
    // A card that resumes by itself is already running, and ALSA refuses to start it again.
    if snd_pcm_state(handle) == SND_PCM_STATE_PREPARED {
      let started = snd_pcm_start(handle)
      guard started >= 0 else { throw ALSAError(running: device, operation: "snd_pcm_start", status: started) }
    }
    return .recovered(interruption)
  }

  private static func negotiate(
    _ handle: OpaquePointer, device: String, rate: Int, channels: Int, periodFrames: Int, bufferFrames: Int
  ) throws(ALSAError) -> PCMFormat {
    var allocated: OpaquePointer?
    guard snd_pcm_hw_params_malloc(&allocated) >= 0, let parameters = allocated else {
      throw ALSAError(operation: "snd_pcm_hw_params_malloc", device: device, status: ENOMEM)
    }
    defer { snd_pcm_hw_params_free(parameters) }
    func check(_ status: Int32, _ operation: String) throws(ALSAError) {
      guard status >= 0 else { throw ALSAError(settingUp: device, operation: operation, status: status) }
    }

    try check(snd_pcm_hw_params_any(handle, parameters), "snd_pcm_hw_params_any")
    // Plug devices convert rates by linear interpolation; the capture stage has a better converter.
    try check(snd_pcm_hw_params_set_rate_resample(handle, parameters, 0), "snd_pcm_hw_params_set_rate_resample")
    try check(
      snd_pcm_hw_params_set_access(handle, parameters, SND_PCM_ACCESS_RW_INTERLEAVED), "snd_pcm_hw_params_set_access")
    guard
      let sample = PCMFormat.Sample.allCases.first(where: {
        snd_pcm_hw_params_test_format(handle, parameters, $0.native) == 0
      })
    else { throw ALSAError(operation: "snd_pcm_hw_params_test_format", device: device, status: EINVAL, code: .unsupportedFormat) }
    try check(snd_pcm_hw_params_set_format(handle, parameters, sample.native), "snd_pcm_hw_params_set_format")
    var grantedChannels = UInt32(channels)
    try check(
      snd_pcm_hw_params_set_channels_near(handle, parameters, &grantedChannels), "snd_pcm_hw_params_set_channels_near")
    // Without this, the nearest rate to 16 kHz of many cards would be 11,025 Hz instead of 22,050 Hz. It fails without a higher rate.
    var leastRate = UInt32(rate)
    snd_pcm_hw_params_set_rate_min(handle, parameters, &leastRate, nil)
    var grantedRate = UInt32(rate)
    try check(snd_pcm_hw_params_set_rate_near(handle, parameters, &grantedRate, nil), "snd_pcm_hw_params_set_rate_near")
    let scale = Double(grantedRate) / Double(rate)
    var grantedPeriod = snd_pcm_uframes_t(Double(periodFrames) * scale)
    try check(
      snd_pcm_hw_params_set_period_size_near(handle, parameters, &grantedPeriod, nil), "snd_pcm_hw_params_set_period_size_near")
    var grantedBuffer = snd_pcm_uframes_t(Double(bufferFrames) * scale)
    try check(
      snd_pcm_hw_params_set_buffer_size_near(handle, parameters, &grantedBuffer), "snd_pcm_hw_params_set_buffer_size_near")
    try check(snd_pcm_hw_params(handle, parameters), "snd_pcm_hw_params")
    return PCMFormat(
      sample: sample, rate: Int(grantedRate), channels: Int(grantedChannels), periodFrames: Int(grantedPeriod),
      bufferFrames: Int(grantedBuffer))
  }
}

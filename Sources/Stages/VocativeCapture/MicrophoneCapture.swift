import ALSA
import AudioSamples
import Logging

/// One run of a microphone source on the capture thread: opens and reads the device, and opens it again if it is lost.
struct MicrophoneCapture {
  private let source: MicrophoneSource
  private let sink: AudioFrames.Sink
  private var conditions: CaptureConditions
  private var timeline = CaptureTimeline()
  private var backOff: BackOff
  /// The position of the next sample.
  private var sampleTime = 0
  private var hasHeard = false
  private var heardSinceOpening = 0
  private var openings = 0
  /// Whether the device has been lost before, or an attempt to open it has failed.
  private var hasFailed = false
  private var deniedSince: Duration?

  /// The interval at which cancellation is checked while the device delivers no audio.
  private static let poll = Duration.milliseconds(200)
  /// More audio than a device has in its buffer, and more times the speed of a microphone than any clock has.
  private static let (maxBacklog, maxSpeed) = (Duration.seconds(2), 30)

  init(of source: MicrophoneSource, into sink: AudioFrames.Sink) {
    self.source = source
    self.sink = sink
    conditions = CaptureConditions(of: source)
    backOff = BackOff(first: source.configuration.firstRetryDelay, maxDelay: source.configuration.maxRetryDelay)
  }

  /// Captures until the frames are no longer wanted or a permanent error occurs.
  mutating func run() throws(CaptureError) {
    defer { source.statistics.setConditions([]) }
    while !sink.isCancelled {
      do throws(CaptureError) {
        try capture()
      } catch {
        try waitOut(error)
      }
    }
  }

  /// Opens the device and reads it until it is lost.
  private mutating func capture() throws(CaptureError) {
    // Before the device starts to record.
    let opening = SuspendingClock.now
    let pcm = try open()
    source.logger.debug("opened \(source.label): \(pcm.format)")
    openings += 1
    heardSinceOpening = 0
    deniedSince = nil
    if openings > 1 { source.statistics.update { $0.reopenings += 1 } }
    conditions.opened(at: pcm.format.rate, sampleTime: sampleTime)
    timeline.interrupt()
    var assembler = try assembler(for: pcm.format)
    let block = UnsafeMutableRawBufferPointer.allocate(
      byteCount: pcm.format.frameByteCount * pcm.format.periodFrames, alignment: 16)
    defer { block.deallocate() }
    // A device that delivers nothing may still report a full block.
    block.initializeMemory(as: UInt8.self, repeating: 0)
    var idle = Duration.zero
    var isUnclocked = false
    while !sink.isCancelled {
      let start = SuspendingClock.now
      switch try read(pcm, into: block) {
      case .frames(0), .suspended:
        sink.wait(for: Self.poll / 10)
        try pass(Self.poll / 10, of: &idle)
      case .timedOut: try pass(Self.poll, of: &idle)
      case .frames(let count):
        idle = .zero
        let lostSamples = lostSamples(before: count, from: pcm)
        if lostSamples > 0 {
          sampleTime += lostSamples
          assembler = try self.assembler(for: pcm.format)
        }
        let bytes = UnsafeRawBufferPointer(rebasing: block.prefix(count * pcm.format.frameByteCount))
        let frames = try assembler.frames(from: pcm.format.sample.floats(in: bytes), isLast: false)
        hear(frames, until: assembler.endSampleTime)
        if count < pcm.format.periodFrames { conditions.shortRead(of: count, in: pcm.format, at: sampleTime) }
        let droppedFrames = source.statistics.counts.droppedFrames
        for frame in frames { guard sink.send(frame) else { return } }
        if source.statistics.counts.droppedFrames > droppedFrames { conditions.dropped(at: sampleTime) }
        if !isUnclocked, isTooFast(since: opening) {
          isUnclocked = true
          source.logger.notice("\(source.label): the device has no clock, so it is read at the speed of a microphone")
        }
        if isUnclocked { sink.wait(for: .seconds(Double(count) / Double(pcm.format.rate))) }
      case .recovered(let interruption):
        timeline.interrupt()
        conditions.interrupted(by: interruption, at: sampleTime)
        // A device may overrun at every start, and must neither keep a core busy nor count as working.
        sink.wait(for: Self.poll / 10)
        // A read is longer than the interval only if the process or the system was stopped.
        try pass(min(SuspendingClock.now - start, Self.poll), of: &idle)
      }
    }
  }

  /// Returns whether a device delivers audio as fast as it is read, which would keep a core busy, as ALSA's `null` and `file` do.
  private func isTooFast(since opening: SuspendingClock.Instant) -> Bool {
    .seconds(SpeechAudio.seconds(of: heardSinceOpening)) > Self.maxBacklog + (SuspendingClock.now - opening) * Self.maxSpeed
  }

  private mutating func hear(_ frames: [AudioFrame], until end: Int) {
    conditions.heard(frames, in: sampleTime..<end)
    heardSinceOpening += end - sampleTime
    hasHeard = true
    sampleTime = end
    // A device that is lost again immediately must not reset the delay between attempts.
    if heardSinceOpening >= AudioFrame.sampleRate { backOff.reset() }
  }

  /// Returns the number of samples missing before a read: at least one after an interruption, so that the gap is visible.
  private mutating func lostSamples(before count: Int, from pcm: borrowing CapturePCM) -> Int {
    let rate = Double(pcm.format.rate)
    let lost = timeline.read(
      .seconds(Double(count) / rate), queued: .seconds(Double(pcm.queuedFrames) / rate), at: source.clock.now())
    guard let lost else { return 0 }
    let samples = max(1, Int((lost / .seconds(1) * Double(AudioFrame.sampleRate)).rounded()))
    source.statistics.update { $0.lostSamples += samples }
    return samples
  }

  private mutating func pass(_ time: Duration, of idle: inout Duration) throws(CaptureError) {
    idle += time
    // After such a long gap, the audio does not continue the previous audio.
    if idle >= .seconds(1) { timeline.interrupt() }
    guard idle >= source.configuration.stallTimeout else { return }
    throw .stalled(device: source.label, seconds: Int(source.configuration.stallTimeout.components.seconds))
  }

  // MARK: Errors

  private mutating func waitOut(_ error: CaptureError) throws(CaptureError) {
    guard let condition = CaptureCondition(error), mayWait(for: condition) else { throw error }
    hasFailed = true
    conditions.lost(by: condition, detail: error.description, at: sampleTime)
    // The meaning of a device name may depend on the cards that are present.
    if condition == .missing || error.isUnsuitable { ALSAConfiguration.reload() }
    source.clock.wait(backOff.next(), sink)
  }

  private mutating func mayWait(for condition: CaptureCondition) -> Bool {
    switch source.unavailability {
    case .fail: return false
    case .failAtStart where !hasHeard: return false
    case .failAtStart, .wait: break
    }
    guard condition == .denied else {
      deniedSince = nil
      return true
    }
    // A device that was just plugged in belongs to root until udev assigns it to its group.
    let since = deniedSince ?? source.clock.now()
    deniedSince = since
    return hasFailed && source.clock.now() - since < source.configuration.accessGrace
  }

  // MARK: The device

  private func assembler(for format: PCMFormat) throws(CaptureError) -> FrameAssembler {
    let reference = source.configuration.echoReference?.channel
    if let reference {
      guard reference >= 0, reference < format.channels, format.channels > 1 else {
        throw .echoReference(device: source.label, channel: reference, channels: format.channels)
      }
    }
    return try FrameAssembler(rate: format.rate, channels: format.channels, reference: reference, sampleTime: sampleTime)
  }

  private func open() throws(CaptureError) -> CapturePCM {
    do throws(ALSAError) {
      return try CapturePCM(
        device: source.label, rate: AudioFrame.sampleRate, channels: source.configuration.echoReference?.channels ?? 1,
        periodFrames: AudioFrame.sampleCount,
        bufferFrames: AudioFrame.sampleRate)
    } catch {
      throw .device(error)
    }
  }

  private func read(
    _ pcm: borrowing CapturePCM, into block: UnsafeMutableRawBufferPointer
  ) throws(CaptureError) -> CapturePCM.Reading {
    do throws(ALSAError) {
      return try pcm.read(into: block, timeoutMilliseconds: Int32(Self.poll / .milliseconds(1)))
    } catch {
      throw .device(error)
    }
  }
}

extension CaptureCondition {
  /// Creates the condition that an error indicates; nil for an error that waiting does not resolve.
  fileprivate init?(_ error: CaptureError) {
    switch error {
    case .stalled: self = .stalled
    case .device(let error):
      switch error.code {
      case .noSuchDevice: self = .missing
      case .busy: self = .busy
      case .accessDenied: self = .denied
      case .lost, .unsupportedFormat, .other: self = .failing
      }
    case .echoReference, .conversion: self = .failing
    case .file, .stream: return nil
    }
  }
}

extension CaptureError {
  /// Whether the device cannot record as required; its name may select another device later.
  fileprivate var isUnsuitable: Bool {
    switch self {
    case .device(let error): error.code == .unsupportedFormat
    case .echoReference, .conversion: true
    case .stalled, .file, .stream: false
    }
  }
}

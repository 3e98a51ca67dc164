import Foundation

/// A capture device that plays samples into ALSA by the clock, then silence, and fails when it is told to.
public struct SimulatedMicrophone: Sendable {
  /// The raw file that the device plays; a descriptor of it is open while the device is.
  public let path: String
  /// Times faster than real time; 0 never delivers anything.
  public var speed = 20
  /// The only rate the device offers, in Hz.
  public var rate = 16_000
  /// The only channel count the device offers.
  public var channels = 1
  /// Whether the device runs on by itself after a suspend; others have to be started again.
  public var resumes = true
  /// Whether the recording is played again after its end; silence follows otherwise.
  public var repeats = false
  /// What goes wrong, in the order of time; each opening goes on where the last one ended then, and else begins anew.
  public var faults: [SoundFault] = []
  private let schedule = SoundFaultSchedule()

  /// A device that plays interleaved samples.
  public init(playing samples: [Int16]) throws {
    path = try ProcessFolder.file("microphone.raw", holding: SyntheticAudio.bytes(samples))
  }

  /// The PCM name to open the device by.
  public var device: String {
    get throws {
      try SoundSystem.prepare()
      try schedule.write(faults)
      return "simulated:FILE=\(path),SPEED=\(speed),RATE=\(rate),CHANNELS=\(channels),RESUMES=\(resumes ? 1 : 0)"
        + ",REPEATS=\(repeats ? 1 : 0),FAULTS=\(schedule.path)"
    }
  }

  /// Puts another recording in the place of this one: it is played from the next opening on.
  public func replace(with samples: [Int16]) throws {
    try Data(SyntheticAudio.bytes(samples)).write(to: URL(filePath: path), options: .atomic)
  }

  /// How often the device was opened, or tried to be; 0 for one without faults.
  public var openings: Int { schedule.openings }
}

/// A capture device that delivers a raw file without pacing: ALSA's `file` plugin, which repeats old audio after its end.
public struct RecordedMicrophone: Sendable {
  /// The raw file that the device delivers; a descriptor of it is open while the device is.
  public let path: String

  /// A device that delivers mono samples in any format it is opened with.
  public init(playing samples: [Int16]) throws {
    path = try ProcessFolder.file("recorded.raw", holding: SyntheticAudio.bytes(samples))
  }

  /// The PCM name to open the device by.
  public var device: String {
    get throws {
      try SoundSystem.prepare()
      return "recorded:FILE=\(path)"
    }
  }
}

/// A playback device that keeps what it is given, and fails when it is told to.
public struct SimulatedLoudspeaker: Sendable {
  /// The raw file that holds what was played; a descriptor of it is open while the device is.
  public let path = ProcessFolder.path("loudspeaker.raw")
  /// Times faster than real time.
  public var speed = 20
  /// Whether the device runs on by itself after a suspend; others have to be started again.
  public var resumes = true
  /// What goes wrong, in the order of time.
  public var faults: [SoundFault] = []
  private let schedule = SoundFaultSchedule()

  /// A device that plays mono audio of any usual rate.
  public init() {}

  /// The PCM name to open the device by.
  public var device: String {
    get throws {
      try SoundSystem.prepare()
      try schedule.write(faults)
      return "loudspeaker:FILE=\(path),SPEED=\(speed),RESUMES=\(resumes ? 1 : 0),FAULTS=\(schedule.path)"
    }
  }

  /// Everything that was played so far.
  public var samples: [Int16] {
    get throws {
      let bytes = try Data(contentsOf: URL(filePath: path))
      return bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    }
  }
}

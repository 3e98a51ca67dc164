import Foundation

/// A capture device that plays samples into ALSA in simulated real time, then silence, with scheduled faults.
public struct SimulatedMicrophone: Sendable {
  /// The raw file that the device plays; it has an open descriptor while the device is open.
  public let path: String
  /// The speed relative to real time; 0 never delivers audio.
  public var speed = 20
  /// The only rate the device offers, in Hz.
  public var rate = 16_000
  /// Whether the device offers the rates of most sound cards instead: 8, 11.025, 22.05, 44.1 and 48 kHz.
  public var hasCommonRates = false
  /// The only channel count the device offers.
  public var channels = 1
  /// Whether the device resumes by itself after a suspend; other devices must be restarted.
  public var resumes = true
  /// Whether the recording repeats after its end; otherwise silence follows.
  public var repeats = false
  /// The faults, in time order; with faults, each opening continues where the last one ended, otherwise it starts over.
  public var faults: [SoundFault] = []
  private let schedule = SoundFaultSchedule()

  /// Creates a device that plays interleaved samples.
  public init(playing samples: [Int16]) throws {
    path = try ProcessFolder.file("microphone.raw", holding: SyntheticAudio.bytes(samples))
  }

  /// The PCM name of the device.
  public var device: String {
    get throws {
      try SoundSystem.prepare()
      try schedule.write(faults)
      return "simulated:FILE=\(path),SPEED=\(speed),RATE=\(rate),COMMON=\(hasCommonRates ? 1 : 0),CHANNELS=\(channels)"
        + ",RESUMES=\(resumes ? 1 : 0),REPEATS=\(repeats ? 1 : 0),FAULTS=\(schedule.path)"
    }
  }

  /// Replaces the recording from the next opening on.
  public func replace(with samples: [Int16]) throws {
    try Data(SyntheticAudio.bytes(samples)).write(to: URL(filePath: path), options: .atomic)
  }

  /// The number of attempts to open the device; 0 without faults.
  public var openings: Int { schedule.openings }
}

/// A capture device that delivers a raw file as fast as possible: ALSA's `file` plugin, which repeats old audio after its end.
public struct RecordedMicrophone: Sendable {
  /// The raw file of the device; it has an open descriptor while the device is open.
  public let path: String

  /// Creates a device that delivers mono samples in any format.
  public init(playing samples: [Int16]) throws {
    path = try ProcessFolder.file("recorded.raw", holding: SyntheticAudio.bytes(samples))
  }

  /// The PCM name of the device.
  public var device: String {
    get throws {
      try SoundSystem.prepare()
      return "recorded:FILE=\(path)"
    }
  }
}

/// A playback device that records its audio, with scheduled faults.
public struct SimulatedLoudspeaker: Sendable {
  /// The raw file with the played audio; it has an open descriptor while the device is open.
  public let path = ProcessFolder.path("loudspeaker.raw")
  /// The speed relative to real time.
  public var speed = 20
  /// Whether the device resumes by itself after a suspend; other devices must be restarted.
  public var resumes = true
  /// The faults, in time order.
  public var faults: [SoundFault] = []
  private let schedule = SoundFaultSchedule()

  /// Creates a device that plays mono audio of any common rate.
  public init() {}

  /// The PCM name of the device.
  public var device: String {
    get throws {
      try SoundSystem.prepare()
      try schedule.write(faults)
      return "loudspeaker:FILE=\(path),SPEED=\(speed),RESUMES=\(resumes ? 1 : 0),FAULTS=\(schedule.path)"
    }
  }

  /// All audio played so far.
  public var samples: [Int16] {
    get throws {
      let bytes = try Data(contentsOf: URL(filePath: path))
      return bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    }
  }
}

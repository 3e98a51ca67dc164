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
  /// Frames handed over before the device overruns once.
  public var overrunAt: Int?
  /// Frames handed over before the device is suspended once.
  public var suspendAt: Int?
  /// Whether the device runs on by itself after a suspend; others have to be started again.
  public var resumes = true
  /// Frames handed over before the device is unplugged.
  public var goneAt: Int?

  /// A device that plays interleaved samples.
  public init(playing samples: [Int16]) throws {
    path = try ProcessFolder.file("microphone.raw", holding: SyntheticAudio.bytes(samples))
  }

  /// The PCM name to open the device by.
  public var device: String {
    get throws {
      try SoundSystem.prepare()
      return "simulated:FILE=\(path),SPEED=\(speed),RATE=\(rate),CHANNELS=\(channels),OVERRUN=\(overrunAt ?? -1)"
        + ",SUSPEND=\(suspendAt ?? -1),RESUMES=\(resumes ? 1 : 0),GONE=\(goneAt ?? -1)"
    }
  }
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

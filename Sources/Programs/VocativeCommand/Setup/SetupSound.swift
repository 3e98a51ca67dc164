import Foundation
import Logging
import Vocative

/// Finds and checks the microphone and the loudspeaker.
struct SetupSound: Sendable {
  let logger: Logger

  /// The result of listening to a person.
  struct Heard: Sendable {
    /// The level of the loudest moment in dBFS.
    let level: Double
    /// The verdict, with a remedy.
    let verdict: String
    /// Whether the level is good enough for commands.
    let isGood: Bool
  }

  /// The seconds for a spoken sentence.
  private static let sentenceSeconds = 4.0
  /// The seconds for finding a microphone.
  private static let probeSeconds = 0.3
  /// The maximum number of microphones to try.
  private static let maxProbes = 8
  /// The maximum number of attempts to open a busy microphone, and the pause between two.
  ///
  /// The thread of a former recording closes the microphone after the last frame, up to 0.2 s later.
  private static let (maxOpenings, openingPause) = (6, Duration.milliseconds(100))
  /// The levels in dBFS below which nothing is heard, and below which speech is quiet.
  private static let (silent, quiet) = (-65.0, -45.0)

  /// Returns the first microphone that delivers sound; nil if there is none.
  func firstMicrophone(of devices: SoundDevices) async -> String? {
    let names = devices.pcms.filter(\.captures).map(\.name)
    let ordered = names.filter { $0 == "default" } + names.filter { $0 != "default" }
    for name in ordered.prefix(Self.maxProbes) {
      if case .success(let samples) = await record(from: name, seconds: Self.probeSeconds, show: { _ in }),
        samples.contains(where: { $0 != 0 })
      {
        return name
      }
    }
    return nil
  }

  /// Listens to a person.
  ///
  /// - Parameter show: Receives the level while the person speaks.
  func listen(on device: String, show: @escaping @Sendable (InputLevel) -> Void) async -> Result<Heard, SetupFault> {
    switch await record(from: device, seconds: Self.sentenceSeconds, show: show) {
    case .failure(let fault): return .failure(fault)
    case .success(let samples): return .success(Self.heard(in: samples))
    }
  }

  /// Speaks a sentence.
  func speak(_ text: String, on device: String) async -> Result<Void, SetupFault> {
    do throws(SpeechError) {
      try await SpeakingSynthesizer(engine: try .installed(), output: .device(device)).speak(text)
      return .success(())
    } catch {
      let isOfDevice = error.code == .playbackFailed
      return .failure(SetupFault(reason: isOfDevice ? error.cause : error.reason, isOfDevice: isOfDevice))
    }
  }

  private func record(
    from device: String, seconds: Double, show: @escaping @Sendable (InputLevel) -> Void
  ) async -> Result<[Int16], SetupFault> {
    var openings = 1
    while true {
      do {
        return .success(try await samples(from: device, seconds: seconds, show: show))
      } catch {
        if error.isOfBusyDevice, openings < Self.maxOpenings, (try? await Task.sleep(for: Self.openingPause)) != nil {
          openings += 1
          continue
        }
        let isOfDevice = error.isOfMissingDevice
        return .failure(SetupFault(reason: isOfDevice ? "\(error)" : ErrorMessage.text(for: error), isOfDevice: isOfDevice))
      }
    }
  }

  private func samples(
    from device: String, seconds: Double, show: (InputLevel) -> Void
  ) async throws(CaptureError) -> [Int16] {
    var samples: [Int16] = []
    let source = MicrophoneSource(device: device, whenUnavailable: .fail, logger: logger)
    for try await frame in LimitedSource(source, seconds: seconds).frames() {
      samples += frame.samples
      show(InputLevel(of: frame.samples))
    }
    return samples
  }

  /// Judges the loudest tenth of a second, and clipping.
  private static func heard(in samples: [Int16]) -> Heard {
    let step = AudioFrame.sampleRate / 10
    let levels = stride(from: 0, to: samples.count, by: step).map { start in
      InputLevel(of: Array(samples[start..<min(start + step, samples.count)])).rms
    }
    let level = levels.max() ?? InputLevel.floor
    if InputLevel(of: samples).clippedSamples > 0 {
      return Heard(level: level, verdict: "too loud: turn the gain down with alsamixer -V capture", isGood: false)
    }
    if level < silent {
      return Heard(
        level: level, verdict: "silent: the microphone is muted, or not plugged in; try alsamixer -V capture", isGood: false)
    }
    if level < quiet {
      return Heard(
        level: level, verdict: "quiet: turn the gain up with alsamixer -V capture, or come closer", isGood: false)
    }
    return Heard(level: level, verdict: "good", isGood: true)
  }
}

/// The reason why a device does not work.
struct SetupFault: Error, Sendable {
  /// The reason, with a remedy.
  let reason: String

  /// - Parameter isOfDevice: Whether another device may help, which the next question asks for.
  init(reason: String, isOfDevice: Bool = false) {
    let remedy = "Plug it in, or type the name of another device at this question; \"vocative devices\" lists the names."
    self.reason = isOfDevice ? "\(reason)\n\(remedy)" : reason
  }
}

import Foundation
import Logging
import Testing
import VocativeCapture
import VocativeTestSupport

/// The kinds of sources.
enum Conformer: String, CaseIterable, Sendable {
  case soundFile
  case rawStream
  case recordedMicrophone
  case simulatedMicrophone

  var conformance: AudioSourceConformance {
    AudioSourceConformance { samples, endless in
      switch self {
      case .soundFile:
        let samples = endless ? Array(repeating: samples, count: 60).flatMap { $0 } : samples
        let path = try SoundFiles.write(samples, rate: AudioFrame.sampleRate)
        return SourceUnderTest(source: AudioFileSource(path: path, logger: .silent), path: path)
      case .rawStream:
        let stream = try RawStream(holding: SyntheticAudio.bytes(samples), isOpen: endless)
        return SourceUnderTest(source: stream.source, owner: stream)
      case .recordedMicrophone:
        let microphone = try RecordedMicrophone(playing: samples)
        return SourceUnderTest(source: MicrophoneSource(device: try microphone.device, logger: .silent), path: microphone.path)
      case .simulatedMicrophone:
        let microphone = try SimulatedMicrophone(playing: samples)
        return SourceUnderTest(source: MicrophoneSource(device: try microphone.device, logger: .silent), path: microphone.path)
      }
    }
  }

  /// Whether the source ends with the samples, so that the last frame may be short.
  var hasEnd: Bool { self == .soundFile || self == .rawStream }
}

@Suite("Audio source conformance", .timeLimit(.minutes(10)))
struct ConformingSourcesTests {
  @Test("Every source delivers its samples unchanged, in full frames without gaps", arguments: Conformer.allCases)
  func samples(of conformer: Conformer) async throws {
    try await conformer.conformance.deliversSamples(SyntheticAudio.noise(count: conformer.hasEnd ? 16_100 : 16_000))
  }

  @Test("Every source ends for a cancelled reader and releases its device or file", arguments: Conformer.allCases)
  func cancellation(of conformer: Conformer) async throws {
    try await conformer.conformance.endsWhenCancelled()
  }

  @Test("Every source wakes a reader that is cancelled while it waits", arguments: Conformer.allCases)
  func cancellationOfWaiting(of conformer: Conformer) async throws {
    try await conformer.conformance.wakesWhenCancelled()
  }

  @Test("Every source releases its device or file when its reader leaves the loop", arguments: Conformer.allCases)
  func leaving(of conformer: Conformer) async throws {
    try await conformer.conformance.endsWhenTheLoopIsLeft()
  }
}

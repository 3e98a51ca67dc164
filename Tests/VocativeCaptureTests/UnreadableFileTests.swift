import Foundation
import SoundFile
import Testing
import VocativeCapture
import VocativeTestSupport

@Suite("Unreadable sound files", .timeLimit(.minutes(10)))
struct UnreadableFileTests {
  @Test("A missing file is named in the error")
  func missing() async throws {
    try await expect(.missing, of: ProcessFolder.path("missing.wav"))
  }

  @Test("A file of zero bytes is reported as empty")
  func empty() async throws {
    try await expect(.empty, of: try ProcessFolder.file("empty.wav", holding: []))
  }

  @Test("A header without audio is reported as empty")
  func headerOnly() async throws {
    try await expect(.empty, of: try ProcessFolder.file("header.wav", holding: SoundFiles.wavHeader(dataByteCount: 0)))
  }

  @Test("A recording whose header was never completed is reported with a command that repairs it")
  func unfinished() async throws {
    let bytes = SoundFiles.wavHeader(dataByteCount: 0) + [UInt8](repeating: 1, count: 20_000)
    let error = try await expect(.empty, of: try ProcessFolder.file("unfinished.wav", holding: bytes))
    #expect(error.reason.contains("sox --ignore-length"))
  }

  @Test("A truncated AIFF, AU, Wave64 or RF64 recording is an error", arguments: [SoundFiles.Kind.aiff, .au, .w64, .rf64])
  func truncated(kind: SoundFiles.Kind) async throws {
    let whole = try SoundFiles.write(SyntheticAudio.noise(count: 16_000), rate: 16_000, as: kind)
    #expect(try await AudioFileSource(path: whole, logger: .silent).samples().count == 16_000)
    let bytes = try Data(contentsOf: URL(filePath: whole))
    try await expect(.truncated, of: try ProcessFolder.file("truncated.\(kind)", holding: bytes.prefix(bytes.count / 2)))
  }

  @Test("A truncated recording is an error")
  func truncated() async throws {
    let bytes = SoundFiles.wavHeader(dataByteCount: 32_000) + [UInt8](repeating: 1, count: 20_000)
    let path = try ProcessFolder.file("truncated.wav", holding: bytes)
    let error = try await expect(.truncated, of: path)
    #expect(error.reason.contains("32000") && error.reason.contains("20000"))
  }

  @Test("A FLAC recording that is truncated anywhere is an error", arguments: 1...9, [0, 0.6])
  func truncatedFLAC(tenths: Int, compression: Double) async throws {
    let noise = SyntheticAudio.noise(count: 48_000)
    let whole = try SoundFiles.write(noise, rate: 16_000, as: .flac, compression: compression)
    let bytes = try Data(contentsOf: URL(filePath: whole))
    let path = try ProcessFolder.file("truncated.flac", holding: bytes.prefix(bytes.count * tenths / 10))
    let error = try await expect(.damaged, of: path)
    #expect(error.reason.hasPrefix("the audio is damaged or truncated; copy or record the file again (libsndfile: "))
  }

  @Test(
    "An Ogg recording that is truncated anywhere after its headers is an error", arguments: 2...9)
  func truncatedOgg(tenths: Int) async throws {
    let whole = try SoundFiles.write(SyntheticAudio.noise(count: 48_000), rate: 16_000, as: .ogg)
    #expect(try await AudioFileSource(path: whole, logger: .silent).samples().count == 48_000)
    let bytes = try Data(contentsOf: URL(filePath: whole))
    let path = try ProcessFolder.file("truncated.ogg", holding: bytes.prefix(bytes.count * tenths / 10))
    let error = try await expect(.truncated, of: path)
    #expect(error.reason.contains("truncated"))
  }

  @Test(
    "A sample value that is not audio is reported as damage with its value",
    arguments: [
      (Float.nan, "not a number"), (Float.infinity, "infinite"), (-Float.infinity, "infinite"),
      (Float(1e30), "1e+30 times full scale"),
    ])
  func impossible(sample: Float, words: String) async throws {
    let floats = [Float](repeating: 0.1, count: 10_000) + [sample]
    let error = try await expect(.damaged, of: SoundFiles.write(floats: floats, rate: 16_000))
    #expect(error.reason.contains(words))
  }

  @Test("A file of floats that is slightly too loud is read and clipped")
  func loudFloats() async throws {
    let path = try SoundFiles.write(floats: [Float](repeating: 3, count: 320), rate: 16_000)
    #expect(try await AudioFileSource(path: path, logger: .silent).samples().allSatisfy { $0 == .max })
  }

  @Test("Channels that cancel each other out are an error, but channels that only differ are not")
  func oppositePhase() async throws {
    let noise = SyntheticAudio.noise(count: 16_000).map { $0 / 4 }
    let opposite = try SoundFiles.write(noise.flatMap { [$0, -$0] }, rate: 16_000, channels: 2)
    let error = try await expect(.damaged, of: opposite)
    #expect(error.reason.contains("one is inverted") && error.reason.contains("remix 1"))
    let one = try SoundFiles.write(noise.flatMap { [$0, 0] }, rate: 16_000, channels: 2)
    #expect(try await AudioFileSource(path: one, logger: .silent).samples().count == 16_000)
    let silent = try SoundFiles.silence(seconds: 1, rate: 16_000, channels: 2)
    #expect(try await AudioFileSource(path: silent, logger: .silent).samples().count == 16_000)
  }

  @Test("An unsupported sample rate is reported with the file", arguments: [2_147_483_647, 3])
  func rate(_ rate: Int) async throws {
    let header = SoundFiles.wavHeader(rate: rate, dataByteCount: 64_000)
    let path = try ProcessFolder.file("rate.wav", holding: header + [UInt8](repeating: 1, count: 64_000))
    let error = try await expect(.damaged, of: path)
    #expect(error.reason.contains("\(rate) Hz"))
  }

  @Test("A text file is rejected")
  func text() async throws {
    let path = try ProcessFolder.file("notes.wav", holding: Array("remember the milk\n".utf8))
    let error = try await expect(.notAudio, of: path)
    #expect(error.reason.hasPrefix("not a sound file"))
  }

  @Test("A file with hundreds of channels is rejected with the maximum")
  func channels() async throws {
    let error = try await expect(.tooLarge, of: SoundFiles.silence(seconds: 1, rate: 16_000, channels: 200))
    #expect(error.reason.contains("200 channels") && error.reason.contains("the maximum is 32"))
  }

  @Test("A recording that is loaded completely is rejected if it is too long")
  func tooLong() async throws {
    let source = AudioFileSource(path: try SoundFiles.silence(seconds: 4, rate: 16_000), logger: .silent)
    #expect(try await source.samples(atMost: 4).count == 64_000)
    let error = await #expect(throws: CaptureError.self) { try await source.samples(atMost: 3.9) }
    guard case .file(let fault) = error else { throw UnexpectedOutcome(description: "\(String(describing: error))") }
    #expect(fault.code == .tooLarge && fault.reason.contains("split it into shorter files"))
  }

  @Test("A folder is rejected")
  func folder() async throws {
    let error = try await expect(.folder, of: ProcessFolder.url.path(percentEncoded: false))
    #expect(error.reason.contains("folder"))
  }

  @Test("An unreadable file is distinguished from a missing one", .disabled(if: getuid() == 0, "root may read everything"))
  func forbidden() async throws {
    let path = try SoundFiles.write([1, 2, 3], rate: 16_000)
    chmod(path, 0)
    try await expect(.accessDenied, of: path)
  }

  @discardableResult
  private func expect(_ code: SoundFileError.Code, of path: String) async throws -> SoundFileError {
    let failure = await AudioFileSource(path: path, logger: .silent).failure()
    guard case .file(let error) = failure else {
      throw UnexpectedOutcome(description: "\(String(describing: failure)) instead of an error of the file")
    }
    #expect(error.code == code)
    #expect(error.path == path)
    #expect(error.description.hasPrefix(path))
    return error
  }
}

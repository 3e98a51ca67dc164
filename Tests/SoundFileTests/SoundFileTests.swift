import SoundFile
import Testing
import VocativeTestSupport

@Suite("Sound files")
struct SoundFileTests {
  @Test("Reading a written file returns the same samples")
  func roundTrip() throws {
    let samples = SyntheticAudio.noise(count: 1000)
    let path = ProcessFolder.path("written.wav")
    try SoundFileWriter.write(samples, rate: 22_050, to: path)
    let reader = try SoundFileReader(path: path)
    #expect(reader.rate == 22_050)
    #expect(reader.channels == 1)
    #expect(reader.frameCount == 1000)
    #expect(try reader.read(frames: 600).map { Int16($0 * 32_768) } == Array(samples[..<600]))
    #expect(try reader.read(frames: 600).map { Int16($0 * 32_768) } == Array(samples[600...]))
    #expect(try reader.read(frames: 600) == [])
  }

  @Test("An unwritable file is named in the error")
  func unwritable() {
    let path = ProcessFolder.path("missing/written.wav")
    let error = #expect(throws: SoundFileError.self) { try SoundFileWriter.write([1], rate: 16_000, to: path) }
    #expect(error?.code == .unwritable)
    #expect(error?.path == path)
  }
}

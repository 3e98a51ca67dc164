import CSndfile
import Foundation

/// Writes sound files for tests: valid ones through libsndfile, invalid ones byte by byte.
public enum SoundFiles {
  /// The file format.
  public enum Kind: Int32, Sendable {
    /// A WAV file.
    case wav = 0x010000
    /// A FLAC file.
    case flac = 0x170000
    /// An Ogg file with Vorbis audio.
    case ogg = 0x200000
    /// An AIFF file.
    case aiff = 0x020000
    /// An AU file.
    case au = 0x030000
    /// A Wave64 file.
    case w64 = 0x0B0000
    /// A WAV file with 64-bit sizes.
    case rf64 = 0x220000
  }

  /// Writes interleaved 16-bit samples to a new file and returns its path.
  ///
  /// - Parameter compression: From 0 to 1, for a FLAC file; less compression gives smaller blocks.
  public static func write(
    _ samples: [Int16], rate: Int, channels: Int = 1, as kind: Kind = .wav, compression: Double = 0.6
  ) throws -> String {
    let path = ProcessFolder.path("sound.\(kind)")
    var information = SF_INFO()
    information.samplerate = Int32(rate)
    information.channels = Int32(channels)
    information.format = kind.rawValue | Int32(kind == .ogg ? SF_FORMAT_VORBIS : SF_FORMAT_PCM_16)
    guard let file = sf_open(path, Int32(SFM_WRITE), &information) else { throw CocoaError(.fileWriteUnknown) }
    var level = compression
    if kind == .flac { sf_command(file, Int32(SFC_SET_COMPRESSION_LEVEL), &level, Int32(MemoryLayout<Double>.size)) }
    let written = sf_write_short(file, samples, sf_count_t(samples.count))
    guard sf_close(file) == 0, written == samples.count else { throw CocoaError(.fileWriteUnknown) }
    return path
  }

  /// Writes mono samples to a new WAV file of 32-bit floats, without validation, and returns its path.
  public static func write(floats: [Float], rate: Int) throws -> String {
    let path = ProcessFolder.path("floats.wav")
    var information = SF_INFO()
    information.samplerate = Int32(rate)
    information.channels = 1
    information.format = Int32(SF_FORMAT_WAV | SF_FORMAT_FLOAT)
    guard let file = sf_open(path, Int32(SFM_WRITE), &information) else { throw CocoaError(.fileWriteUnknown) }
    let written = sf_write_float(file, floats, sf_count_t(floats.count))
    guard sf_close(file) == 0, written == floats.count else { throw CocoaError(.fileWriteUnknown) }
    return path
  }

  /// Returns the 44-byte header of a 16-bit WAV file, with any claimed length.
  public static func wavHeader(rate: Int = 16_000, channels: Int = 1, dataByteCount: UInt32) -> [UInt8] {
    func little(_ value: UInt32, _ count: Int = 4) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
    }
    let frameByteCount = UInt32(2 * channels)
    return Array("RIFF".utf8) + little(dataByteCount &+ 36) + Array("WAVEfmt ".utf8) + little(16) + little(1, 2)
      + little(UInt32(channels), 2) + little(UInt32(rate)) + little(UInt32(rate) &* frameByteCount) + little(frameByteCount, 2)
      + little(16, 2) + Array("data".utf8) + little(dataByteCount)
  }

  /// Creates a WAV file of silence that takes no disk space, and returns its path.
  public static func silence(seconds: Int, rate: Int, channels: Int = 1) throws -> String {
    let byteCount = seconds * rate * channels * 2
    let header = wavHeader(rate: rate, channels: channels, dataByteCount: UInt32(byteCount))
    let path = try ProcessFolder.file("silence.wav", holding: header)
    guard truncate(path, header.count + byteCount) == 0 else { throw CocoaError(.fileWriteUnknown) }
    return path
  }
}

import CSndfile
import Foundation

/// An open sound file, read from front to back in blocks: WAV, FLAC, Ogg and whatever else libsndfile reads.
public struct SoundFileReader: ~Copyable {
  /// The file as it was named.
  public let path: String
  /// Frames per second, in Hz.
  public let rate: Int
  /// Interleaved channels.
  public let channels: Int
  /// Frames the header promises; nil when the file does not say.
  public let frameCount: Int?
  private let handle: OpaquePointer

  private static let mostChannels = 32
  /// Times full scale that a sample may be: 60 dB, far more than any gain that somebody has left in a file of floats.
  private static let maxSample: Float = 1000

  /// Opens a sound file for reading.
  ///
  /// - Throws: `SoundFileError` when the file is missing, unreadable, empty, truncated or not audio.
  public init(path: String) throws(SoundFileError) {
    try Self.checkReadable(path)
    var information = SF_INFO()
    guard let opened = sf_open(path, Int32(SFM_READ), &information) else {
      throw SoundFileError(code: .notAudio, path: path, reason: "not a sound file: \(Self.message(nil))")
    }
    guard information.channels > 0, information.samplerate > 0 else {
      sf_close(opened)
      throw SoundFileError(code: .notAudio, path: path, reason: "the header names no channels or no rate")
    }
    guard information.channels <= Self.mostChannels else {
      sf_close(opened)
      throw SoundFileError(
        code: .tooLarge, path: path,
        reason: "the file has \(information.channels) channels, and \(Self.mostChannels) are the most; keep those with speech")
    }
    if let shortfall = Self.shortfall(of: opened) {
      sf_close(opened)
      throw SoundFileError(
        code: .truncated, path: path,
        reason: "the file is cut short: its header promises \(shortfall.promised) bytes of audio and \(shortfall.found) are there"
      )
    }
    guard !Self.isCutOggStream(path, information) else {
      sf_close(opened)
      throw SoundFileError(
        code: .truncated, path: path, reason: "the file is cut short: its Ogg stream has no last page")
    }
    guard information.frames != 0 else {
      sf_close(opened)
      throw SoundFileError(code: .empty, path: path, reason: "the file holds a header and no audio")
    }
    handle = opened
    self.path = path
    rate = Int(information.samplerate)
    channels = Int(information.channels)
    // A stream of unknown length is reported as the largest count there is.
    frameCount = information.frames == Int64.max ? nil : Int(information.frames)
  }

  deinit {
    sf_close(handle)
  }

  /// Reads up to `frames` interleaved frames, full scale at ±1; an empty array at the end.
  ///
  /// - Throws: `SoundFileError` when the data cannot be decoded.
  public func read(frames: Int) throws(SoundFileError) -> [Float] {
    var count: sf_count_t = 0
    let samples = [Float](unsafeUninitializedCapacity: frames * channels) { buffer, initialized in
      count = sf_readf_float(handle, buffer.baseAddress, sf_count_t(frames))
      initialized = Int(max(count, 0)) * channels
    }
    // Some decoders report damage with the last samples before it, and only once.
    if sf_error(handle) != 0 {
      throw SoundFileError(code: .damaged, path: path, reason: Self.message(handle))
    }
    if let sample = samples.first(where: { !(abs($0) <= Self.maxSample) }) {
      throw SoundFileError(code: .damaged, path: path, reason: Self.reason(for: sample))
    }
    return samples
  }

  private static func reason(for sample: Float) -> String {
    let value = sample.isNaN ? "not a number" : sample.isInfinite ? "infinite" : "\(sample) times full scale"
    return "a sample is \(value), which no recording has; the file is damaged, or its numbers are not audio scaled to ±1"
  }

  private static func checkReadable(_ path: String) throws(SoundFileError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw SoundFileError(
        code: errno == EACCES ? .accessDenied : .missing, path: path, reason: String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw SoundFileError(code: .notAudio, path: path, reason: "this is a folder, not a sound file")
    }
    guard access(path, R_OK) == 0 else {
      throw SoundFileError(code: .accessDenied, path: path, reason: String(cString: strerror(errno)))
    }
    guard status.st_size > 0 || status.st_mode & S_IFMT != S_IFREG else {
      throw SoundFileError(code: .empty, path: path, reason: "the file is empty")
    }
  }

  /// How much of the promised audio is missing, from the notes libsndfile keeps while it parses a header.
  ///
  /// libsndfile reads what is there and reports no error; a recording that stops half-way must not pass for a whole one.
  private static func shortfall(of handle: OpaquePointer) -> (promised: Int, found: Int)? {
    var log = [CChar](repeating: 0, count: 8192)
    sf_command(handle, Int32(SFC_GET_LOG_INFO), &log, Int32(log.count))
    let text = String(decoding: log.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    for line in text.split(separator: "\n") {
      guard let match = line.firstMatch(of: #/data\s*: (\d+) \(should be (\d+)\)/#),
        let promised = Int(match.1), let found = Int(match.2), promised > found
      else { continue }
      // Programs that write to a pipe cannot know the length and write the largest there is, or nearly.
      return promised >= 0x7FFF_0000 ? nil : (promised, found)
    }
    return nil
  }

  /// Whether an Ogg stream ends without the page that is marked as its last one.
  ///
  /// libsndfile reads up to where the file stops, and reports no error.
  private static func isCutOggStream(_ path: String, _ information: SF_INFO) -> Bool {
    guard information.format & Int32(SF_FORMAT_TYPEMASK) == Int32(SF_FORMAT_OGG), let file = FileHandle(forReadingAtPath: path)
    else { return false }
    defer { try? file.close() }
    // A page has at most 65,307 bytes, so that the last one begins in the last of these. A pipe has no end to look at.
    guard let size = try? file.seekToEnd(),
      (try? file.seek(toOffset: size - min(size, UInt64(mostPageBytes)))) != nil, let data = try? file.readToEnd()
    else { return false }
    return !OggPage.endsStream([UInt8](data))
  }

  private static let mostPageBytes = 65_307

  private static func message(_ handle: OpaquePointer?) -> String {
    let text = String(cString: sf_strerror(handle))
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}

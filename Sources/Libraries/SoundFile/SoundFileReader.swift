import CSndfile
import Foundation

/// An open sound file, read from start to end in blocks: WAV, FLAC, Ogg and the other formats of libsndfile.
public struct SoundFileReader: ~Copyable {
  /// The path as given by the user.
  public let path: String
  /// Frames per second, in Hz.
  public let rate: Int
  /// The number of interleaved channels.
  public let channels: Int
  /// The number of frames that the header declares; nil if it is unknown.
  public let frameCount: Int?
  private let handle: OpaquePointer

  private static let maxChannels = 32
  /// The maximum sample value relative to full scale: 60 dB, far above any gain left in a floating-point file.
  private static let maxSample: Float = 1000

  /// Opens a sound file for reading.
  ///
  /// - Throws: `SoundFileError` if the file is missing, unreadable, empty, truncated or not audio.
  public init(path: String) throws(SoundFileError) {
    try Self.checkReadable(path)
    var information = SF_INFO()
    guard let opened = sf_open(path, Int32(SFM_READ), &information) else {
      throw SoundFileError(
        code: .notAudio, path: path,
        reason: "not a sound file, or its header is damaged; use a WAV, FLAC or Ogg file (libsndfile: \(Self.message(nil)))")
    }
    guard information.channels > 0, information.samplerate > 0 else {
      sf_close(opened)
      throw SoundFileError(
        code: .notAudio, path: path, reason: "the header has no channel count or no sample rate; record the file again")
    }
    guard information.channels <= Self.maxChannels else {
      sf_close(opened)
      throw SoundFileError(
        code: .tooLarge, path: path,
        reason:
          "the file has \(information.channels) channels; the maximum is \(Self.maxChannels). Keep only the channels with speech"
      )
    }
    if let shortfall = Self.shortfall(of: opened) {
      sf_close(opened)
      throw SoundFileError(
        code: .truncated, path: path,
        reason: "the file is truncated: its header declares \(shortfall.declared) bytes, but it has \(shortfall.found)"
      )
    }
    guard !Self.isCutOggStream(path, information) else {
      sf_close(opened)
      throw SoundFileError(
        code: .truncated, path: path, reason: "the file is truncated: its Ogg stream has no last page")
    }
    guard information.frames != 0 else {
      sf_close(opened)
      throw SoundFileError(code: .empty, path: path, reason: Self.reasonForNoAudio(in: path))
    }
    handle = opened
    self.path = path
    rate = Int(information.samplerate)
    channels = Int(information.channels)
    // libsndfile reports a stream of unknown length as the maximum count.
    frameCount = information.frames == Int64.max ? nil : Int(information.frames)
  }

  deinit {
    sf_close(handle)
  }

  /// Reads up to `frames` interleaved frames, full scale at ±1; returns an empty array at the end.
  ///
  /// - Throws: `SoundFileError` if the data cannot be decoded.
  public func read(frames: Int) throws(SoundFileError) -> [Float] {
    var count: sf_count_t = 0
    let samples = [Float](unsafeUninitializedCapacity: frames * channels) { buffer, initialized in
      count = sf_readf_float(handle, buffer.baseAddress, sf_count_t(frames))
      initialized = Int(max(count, 0)) * channels
    }
    // Some decoders report damage together with the last good samples, and only once.
    if sf_error(handle) != 0 {
      throw SoundFileError(
        code: .damaged, path: path,
        reason: "the audio is damaged or truncated; copy or record the file again (libsndfile: \(Self.message(handle)))")
    }
    if let sample = samples.first(where: { !(abs($0) <= Self.maxSample) }) {
      throw SoundFileError(code: .damaged, path: path, reason: Self.reason(for: sample))
    }
    return samples
  }

  private static func reason(for sample: Float) -> String {
    let value = sample.isNaN ? "not a number" : sample.isInfinite ? "infinite" : "\(sample) times full scale"
    return "a sample is \(value), which is not audio; the file is damaged, or its samples are not scaled to ±1"
  }

  private static func reasonForNoAudio(in path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0, status.st_size > maxHeaderBytes else { return "the file has a header but no audio" }
    return "its header declares no audio, as if the recording was interrupted; if it is a WAV file, repair it with: "
      + "sox --ignore-length in.wav out.wav"
  }

  private static func checkReadable(_ path: String) throws(SoundFileError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw SoundFileError(
        code: errno == EACCES ? .accessDenied : .missing, path: path, reason: String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw SoundFileError(code: .folder, path: path, reason: "this is a folder, not a sound file")
    }
    guard access(path, R_OK) == 0 else {
      throw SoundFileError(code: .accessDenied, path: path, reason: String(cString: strerror(errno)))
    }
    guard status.st_size > 0 || status.st_mode & S_IFMT != S_IFREG else {
      throw SoundFileError(code: .empty, path: path, reason: "the file is empty")
    }
  }

  /// Returns how much of the declared audio is missing, from libsndfile's log of the header.
  ///
  /// libsndfile reads the available audio without an error, but a recording that stops half-way must not be accepted as complete.
  private static func shortfall(of handle: OpaquePointer) -> (declared: Int, found: Int)? {
    var log = [CChar](repeating: 0, count: 8192)
    sf_command(handle, Int32(SFC_GET_LOG_INFO), &log, Int32(log.count))
    let text = String(decoding: log.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    for line in text.split(separator: "\n") {
      // The chunk of a WAV or AIFF file or the header of an AU file, and the whole of a Wave64 or RF64 file.
      guard let match = line.firstMatch(of: #/(?:data|SSND|Data Size|riff|Riff size)\s*: (\d+) \(should be (\d+)\)/#),
        let declared = Int(match.1), let found = Int(match.2), declared > found
      else { continue }
      // Programs that write to a pipe cannot know the length and write the maximum, or nearly the maximum.
      return declared >= 0x7FFF_0000 ? nil : (declared, found)
    }
    return nil
  }

  /// Whether an Ogg stream ends without a page that is marked as its last one.
  ///
  /// libsndfile reads up to the end of the file and reports no error.
  private static func isCutOggStream(_ path: String, _ information: SF_INFO) -> Bool {
    guard information.format & Int32(SF_FORMAT_TYPEMASK) == Int32(SF_FORMAT_OGG), let file = FileHandle(forReadingAtPath: path)
    else { return false }
    defer { try? file.close() }
    // A page has at most 65,307 bytes, so the last one begins within this range. A pipe has no end to read.
    guard let size = try? file.seekToEnd(),
      (try? file.seek(toOffset: size - min(size, UInt64(maxPageBytes)))) != nil, let data = try? file.readToEnd()
    else { return false }
    return !OggPage.endsStream([UInt8](data))
  }

  private static let maxPageBytes = 65_307
  /// More bytes than the header of a recording has.
  private static let maxHeaderBytes = 4096

  private static func message(_ handle: OpaquePointer?) -> String {
    let text = String(cString: sf_strerror(handle))
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}

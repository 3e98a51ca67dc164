import CSndfile

/// Writes mono 16 bit WAV files.
public enum SoundFileWriter {
  /// Writes mono samples at `rate` Hz to a WAV file, replacing an existing file.
  ///
  /// - Throws: `SoundFileError` if the file cannot be written.
  public static func write(_ samples: [Int16], rate: Int, to path: String) throws(SoundFileError) {
    var information = SF_INFO()
    information.samplerate = Int32(rate)
    information.channels = 1
    information.format = Int32(SF_FORMAT_WAV | SF_FORMAT_PCM_16)
    guard let handle = sf_open(path, Int32(SFM_WRITE), &information) else {
      throw SoundFileError(code: .unwritable, path: path, reason: String(cString: sf_strerror(nil)))
    }
    let written = sf_write_short(handle, samples, sf_count_t(samples.count))
    let closed = sf_close(handle)
    guard written == samples.count, closed == 0 else {
      throw SoundFileError(code: .unwritable, path: path, reason: "only \(written) of \(samples.count) samples were written")
    }
  }
}

public import ALSA
public import SampleRate
public import SoundFile

/// The reason audio could not be captured.
///
/// Indirect, so that it fits in one word: Swift 6.3 corrupts the caller's stack when a typed error of several words leaves an
/// async function.
public indirect enum CaptureError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The sound device failed.
  case device(ALSAError)
  /// The device is open but delivers no audio; the values are its name and the number of seconds.
  case stalled(device: String, seconds: Int)
  /// The device has no such loopback channel; the values are its name, the channel counted from 0, and its number of channels.
  case echoReference(device: String, channel: Int, channels: Int)
  /// The sound file cannot be read.
  case file(SoundFileError)
  /// The audio's rate cannot be converted.
  case conversion(SampleRateError)
  /// A stream of raw samples has other content or cannot be read.
  case stream(String)

  /// A one-line description with the device, file or stream and the reason.
  public var description: String {
    switch self {
    case .device(let error): error.description
    case .stalled(let device, let seconds): "the device \"\(device)\" is open but has delivered no audio for \(seconds) s"
    case .echoReference(let device, let channel, let channels):
      "the device \"\(device)\" records \(channels == 1 ? "1 channel" : "\(channels) channels"), so channel \(channel) (counted "
        + "from 0) cannot be its loopback channel; choose another channel, or turn off echo cancellation"
    case .file(let error): error.description
    case .conversion(let error): error.description
    case .stream(let reason): reason
    }
  }
}

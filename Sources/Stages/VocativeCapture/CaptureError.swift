public import ALSA
public import SampleRate
public import SoundFile

/// Why audio could not be captured.
///
/// Indirect, so that it is one word: Swift 6.3 destroys its caller's stack when a typed error of many words leaves an async function.
public indirect enum CaptureError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The sound device failed.
  case device(ALSAError)
  /// The device is open and delivers nothing: its name and for how many seconds.
  case stalled(device: String, seconds: Int)
  /// The device has no such channel with what the loudspeaker plays: its name, the channel counted from 0, and how many it has.
  case echoReference(device: String, channel: Int, channels: Int)
  /// The sound file cannot be read.
  case file(SoundFileError)
  /// The audio's rate cannot be converted.
  case conversion(SampleRateError)
  /// A stream that should hold raw samples holds something else.
  case stream(String)

  /// One line that names the device, file or stream and says what is wrong.
  public var description: String {
    switch self {
    case .device(let error): error.description
    case .stalled(let device, let seconds): "the device \"\(device)\" is open and has delivered nothing for \(seconds) s"
    case .echoReference(let device, let channel, let channels):
      "the device \"\(device)\" records \(channels == 1 ? "1 channel" : "\(channels) channels"), and channel \(channel) (counted "
        + "from 0) is no loopback beside a microphone; name another channel, or listen without echo cancellation"
    case .file(let error): error.description
    case .conversion(let error): error.description
    case .stream(let reason): reason
    }
  }
}

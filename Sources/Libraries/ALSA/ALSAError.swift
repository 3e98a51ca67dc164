import CALSA

/// A failed ALSA call: the operation, the device and the library's own reason.
public struct ALSAError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kinds of failures.
  public enum Code: Sendable, Equatable {
    /// No device of this name exists (`ENOENT`, `ENODEV`, `ENXIO`).
    case noSuchDevice
    /// Another program holds the device (`EBUSY`).
    case busy
    /// The process may not open the device (`EACCES`, `EPERM`).
    case accessDenied
    /// The device offers no format this program can convert from or to.
    case unsupportedFormat
    /// The device stopped working while in use (`EIO`, `EBADFD`, `ESHUTDOWN`, or any error of a running device).
    case lost
    /// Any other failure.
    case other
  }

  /// The C function that failed.
  public let operation: String
  /// The PCM, card or mixer name that was used.
  public let device: String
  /// The positive `errno` value ALSA reported.
  public let number: Int32
  /// The kind of failure.
  public let code: Code
  /// The reason, mostly in ALSA's own words (`snd_strerror`).
  public let reason: String

  init(operation: String, device: String, status: Int32, code: Code? = nil, reason: String? = nil) {
    self.operation = operation
    self.device = device
    number = abs(status)
    self.reason = reason ?? String(cString: snd_strerror(-abs(status)))
    self.code = code ?? Code(number: abs(status))
  }

  /// A failure of a running device, which has stopped working.
  init(running device: String, operation: String, status: Int32) {
    let code = Code(number: abs(status))
    self.init(operation: operation, device: device, status: status, code: code == .other ? .lost : code)
  }

  /// A failure during format negotiation: the device may reject the format, or be unplugged at that moment.
  init(settingUp device: String, operation: String, status: Int32) {
    self.init(operation: operation, device: device, status: status, code: status == -EINVAL ? .unsupportedFormat : nil)
  }

  /// A playback whose thread the driver of the device blocks.
  package static func blockedPlayback(on device: String) -> ALSAError {
    ALSAError(operation: "playback", device: device, status: -ETIMEDOUT, code: .lost, reason: "the device does not respond")
  }

  /// One line: the operation, the device and the reason.
  public var description: String { "\(operation) on \"\(device)\": \(reason) (errno \(number))" }
}

extension ALSAError.Code {
  fileprivate init(number: Int32) {
    switch number {
    case ENOENT, ENODEV, ENXIO: self = .noSuchDevice
    case EBUSY: self = .busy
    case EACCES, EPERM: self = .accessDenied
    case EIO, EBADFD, ESHUTDOWN: self = .lost
    default: self = .other
    }
  }
}

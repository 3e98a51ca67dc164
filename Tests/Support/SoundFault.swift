import Foundation

/// A scheduled fault of a simulated sound device.
///
/// Times are counted in frames that the device has delivered over all openings. Faults are listed in time order.
public struct SoundFault: Sendable {
  let line: String

  private init(_ frame: Int, _ name: String, _ amount: Int) {
    line = "\(frame) \(name) \(amount)\n"
  }

  /// The device overruns once and loses a number of frames; a loudspeaker underruns.
  public static func overrun(at frame: Int, losing frames: Int = 0) -> SoundFault { SoundFault(frame, "overrun", frames) }

  /// The system suspends once, and a number of frames is lost.
  public static func suspend(at frame: Int, losing frames: Int = 0) -> SoundFault { SoundFault(frame, "suspend", frames) }

  /// The device is unplugged, and the next openings do not find it.
  public static func unplug(at frame: Int, refusing openings: Int) -> SoundFault { SoundFault(frame, "unplug", openings) }

  /// Reading or writing fails with `EIO`, and so do the next openings.
  public static func error(at frame: Int, refusing openings: Int = 0) -> SoundFault { SoundFault(frame, "error", openings) }

  /// The device stalls until it is opened again, and during some openings after that.
  public static func stall(at frame: Int, openings: Int = 0) -> SoundFault { SoundFault(frame, "stall", openings) }

  /// The next openings find the device busy.
  public static func busy(at frame: Int = 0, openings: Int) -> SoundFault { SoundFault(frame, "busy", openings) }

  /// The next openings are denied.
  public static func deny(at frame: Int = 0, openings: Int) -> SoundFault { SoundFault(frame, "deny", openings) }

  /// From the next opening on, the device only offers another rate, in Hz.
  public static func rate(at frame: Int, _ rate: Int) -> SoundFault { SoundFault(frame, "rate", rate) }

  /// The next openings offer one channel only.
  public static func mono(at frame: Int, openings: Int) -> SoundFault { SoundFault(frame, "mono", openings) }

  /// Reads return a quarter of the requested frames.
  public static func shortReads(in frames: Range<Int>) -> SoundFault { SoundFault(frames.lowerBound, "short", frames.count) }

  /// All samples are zero.
  public static func zeros(in frames: Range<Int>) -> SoundFault { SoundFault(frames.lowerBound, "zeros", frames.count) }

  /// All samples are twenty times as loud, clipped at full scale.
  public static func clipping(in frames: Range<Int>) -> SoundFault { SoundFault(frames.lowerBound, "clip", frames.count) }

  /// All samples have a DC offset of an eighth of full scale.
  public static func offset(in frames: Range<Int>) -> SoundFault { SoundFault(frames.lowerBound, "offset", frames.count) }
}

/// The schedule of a simulated device, stored in a file.
struct SoundFaultSchedule: Sendable {
  let path = ProcessFolder.path("faults")

  func write(_ faults: [SoundFault]) throws {
    guard !faults.isEmpty else { return }
    try Data(faults.map(\.line).joined().utf8).write(to: URL(filePath: path))
  }

  /// The number of attempts to open a device with faults.
  var openings: Int {
    let state = try? String(contentsOfFile: path + ".state", encoding: .utf8)
    return state?.split(separator: " ").first.flatMap { Int($0) } ?? 0
  }
}

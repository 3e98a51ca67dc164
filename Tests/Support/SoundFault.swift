import Foundation

/// What goes wrong with a simulated sound device, and when: a line of its schedule.
///
/// The times are frames that the device has handed over, in all its openings. Faults stand in the order of their times.
public struct SoundFault: Sendable {
  let line: String

  private init(_ frame: Int, _ name: String, _ amount: Int) {
    line = "\(frame) \(name) \(amount)\n"
  }

  /// The device overruns once, and as many frames of the recording are lost; a loudspeaker underruns.
  public static func overrun(at frame: Int, losing frames: Int = 0) -> SoundFault { SoundFault(frame, "overrun", frames) }

  /// The system sleeps once, and as many frames of the recording are lost.
  public static func suspend(at frame: Int, losing frames: Int = 0) -> SoundFault { SoundFault(frame, "suspend", frames) }

  /// The device is unplugged, and the next openings find none.
  public static func unplug(at frame: Int, refusing openings: Int) -> SoundFault { SoundFault(frame, "unplug", openings) }

  /// Reading or writing fails with `EIO`, and so do the next openings.
  public static func error(at frame: Int, refusing openings: Int = 0) -> SoundFault { SoundFault(frame, "error", openings) }

  /// Nothing moves any more until the device is opened again, nor in some openings after that.
  public static func stall(at frame: Int, openings: Int = 0) -> SoundFault { SoundFault(frame, "stall", openings) }

  /// The next openings find the device held by another program.
  public static func busy(at frame: Int = 0, openings: Int) -> SoundFault { SoundFault(frame, "busy", openings) }

  /// The next openings are not permitted.
  public static func deny(at frame: Int = 0, openings: Int) -> SoundFault { SoundFault(frame, "deny", openings) }

  /// From the next opening on the device offers only another rate, in Hz.
  public static func rate(at frame: Int, _ rate: Int) -> SoundFault { SoundFault(frame, "rate", rate) }

  /// Reads bring a quarter of what was asked for.
  public static func shortReads(in frames: Range<Int>) -> SoundFault { SoundFault(frames.lowerBound, "short", frames.count) }

  /// All samples are zero.
  public static func zeros(in frames: Range<Int>) -> SoundFault { SoundFault(frames.lowerBound, "zeros", frames.count) }

  /// All samples are twenty times as loud, and cut off at full scale.
  public static func clipping(in frames: Range<Int>) -> SoundFault { SoundFault(frames.lowerBound, "clip", frames.count) }

  /// All samples are off centre by an eighth of full scale.
  public static func offset(in frames: Range<Int>) -> SoundFault { SoundFault(frames.lowerBound, "offset", frames.count) }
}

/// The schedule of a simulated device, in a file of its own.
struct SoundFaultSchedule: Sendable {
  let path = ProcessFolder.path("faults")

  func write(_ faults: [SoundFault]) throws {
    guard !faults.isEmpty else { return }
    try Data(faults.map(\.line).joined().utf8).write(to: URL(filePath: path))
  }

  /// How often a device with faults was opened, or tried to be.
  var openings: Int {
    let state = try? String(contentsOfFile: path + ".state", encoding: .utf8)
    return state?.split(separator: " ").first.flatMap { Int($0) } ?? 0
  }
}

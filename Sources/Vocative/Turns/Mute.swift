import Dispatch
import ProgramOutput

/// The mute state of the microphone and its file.
struct Mute {
  private let file: MuteFile?
  /// Writes the file in the order of the changes.
  private let queue = DispatchQueue(label: "vocative.mute")
  /// The fault of the file, until the owner mutes or unmutes.
  private(set) var fault: MuteFileError?
  private var isFaultReported = false
  /// The sides that mute it.
  private(set) var holders: Set<MuteHolder> = []
  /// Whether the audio from before muting must still be discarded.
  var mustForget = false
  /// Whether a question that was asked while it was muted must still be dropped.
  var mustDropQuestion = false
  /// Whether it is muted.
  var isOn: Bool { !holders.isEmpty }

  /// Reads the file; a damaged file means muted, because the microphone may have been muted for a good reason.
  init(_ file: MuteFile?) {
    self.file = file
    do throws(MuteFileError) { holders = try file?.holders() ?? [] } catch { (holders, fault) = ([.owner], error) }
  }

  /// Returns the fault of the file the first time; nil after that.
  mutating func takeFault() -> MuteFileError? {
    defer { isFaultReported = true }
    return isFaultReported ? nil : fault
  }

  /// Sets the sides that mute it; call `keep(isolation:)` if the change must survive a restart.
  ///
  /// - Parameters:
  ///   - holders: All sides that mute it now.
  ///   - side: The side that requests the change; nil for the owner on behalf of all sides.
  /// - Returns: Whether the change must be kept.
  mutating func set(_ holders: Set<MuteHolder>, by side: MuteHolder?) -> Bool {
    mustForget = !holders.isEmpty && (mustForget || !isOn)
    mustDropQuestion = holders.isEmpty && (mustDropQuestion || isOn)
    self.holders = holders
    guard side?.isKept != false else { return false }
    // Only the owner may replace a damaged file.
    if side == nil || side == .owner { fault = nil }
    return fault == nil
  }

  /// Writes the present sides to the file, even without a change, because the last write may have failed.
  func keep(isolation: isolated (any Actor)? = #isolation) async throws(MuteFileError) {
    guard let file else { return }
    let kept = holders.filter(\.isKept)
    try await queue.run { () throws(MuteFileError) in try file.write(kept) }
  }
}

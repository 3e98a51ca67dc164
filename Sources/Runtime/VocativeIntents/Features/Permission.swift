import Foundation

/// A permission that a Linux system may grant to a program.
public enum Permission: Hashable, Sendable, CustomStringConvertible {
  /// Permission to record sound.
  case microphone
  /// Permission to reach other machines.
  case network
  /// Permission to read a file.
  case file(String)

  /// A short name of the permission.
  public var description: String {
    switch self {
    case .microphone: "microphone"
    case .network: "network"
    case .file(let path): "file \(path)"
    }
  }

  /// The current status of the permission.
  public var status: FeatureStatus { status(devices: "/dev/snd", interfaces: "/sys/class/net") }

  func status(devices: String, interfaces: String) -> FeatureStatus {
    switch self {
    case .microphone: microphoneStatus(in: devices)
    case .network: networkStatus(in: interfaces)
    case .file(let path): fileStatus(path)
    }
  }

  /// ALSA names capture devices `pcmC0D0c`.
  private func microphoneStatus(in folder: String) -> FeatureStatus {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let captures = files.filter { $0.hasPrefix("pcm") && $0.hasSuffix("c") }.map { "\(folder)/\($0)" }
    guard !captures.isEmpty else { return .unavailable(reason: "There's no microphone.") }
    return captures.contains { access($0, R_OK | W_OK) == 0 }
      ? .available : .unavailable(reason: "I'm not allowed to use the microphone: my user isn't in the audio group.")
  }

  private func networkStatus(in folder: String) -> FeatureStatus {
    let interfaces = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0 != "lo" }
    let states = interfaces.map { name in
      (try? String(contentsOfFile: "\(folder)/\(name)/operstate", encoding: .utf8))?
        .trimmingCharacters(in: .whitespacesAndNewlines) ?? "unknown"
    }
    if states.contains("up") { return .available }
    return states.contains("unknown")
      ? .undetermined(reason: "I can't tell whether there's a network.") : .unavailable(reason: "There's no network.")
  }

  private func fileStatus(_ path: String) -> FeatureStatus {
    if access(path, R_OK) == 0 { return .available }
    return access(path, F_OK) == 0
      ? .unavailable(reason: "I'm not allowed to read the file \(path).") : .unavailable(reason: "The file \(path) is missing.")
  }
}

import Foundation

/// A requirement of a feature.
public struct FeatureConstraint: Sendable {
  /// A short name of the requirement: `permission: microphone`.
  public let name: String
  /// The setting of a person that it requires; nil for another requirement.
  private(set) var toggle: String?
  /// The question that a person must answer first; nil for none.
  let request: PermissionRequest?
  private let evaluate: @Sendable (FeatureMembership.Surroundings) async -> FeatureStatus

  /// Creates a constraint with a custom check.
  public init(name: String, check: @escaping @Sendable () async -> FeatureStatus) {
    self.init(name: name, request: nil) { _ in await check() }
  }

  init(
    name: String, request: PermissionRequest?,
    evaluate: @escaping @Sendable (FeatureMembership.Surroundings) async -> FeatureStatus
  ) {
    self.name = name
    self.request = request
    self.evaluate = evaluate
  }

  func status(in surroundings: FeatureMembership.Surroundings) async -> FeatureStatus {
    if let request, (try? await surroundings.memory.isOn(request.identifier)) == false {
      return .unavailable(reason: "I'm not allowed to do that, because you said no when I asked.")
    }
    return await evaluate(surroundings)
  }

  /// The supported machine architectures.
  public enum Platform: String, Sendable {
    /// 64-bit ARM, such as a Raspberry Pi.
    case arm64
    /// 64-bit Intel and AMD.
    case amd64 = "x86_64"

    static var current: Platform? {
      #if arch(arm64)
        .arm64
      #elseif arch(x86_64)
        .amd64
      #else
        nil
      #endif
    }
  }

  /// Requires one of these architectures.
  public static func platform(_ platforms: Platform...) -> FeatureConstraint {
    let names = platforms.map(\.rawValue)
    return FeatureConstraint(name: "platform: \(names.joined(separator: ", "))", request: nil) { _ in
      guard let current = Platform.current else { return .undetermined(reason: "I don't know this kind of machine.") }
      return platforms.contains(current)
        ? .available : .unavailable(reason: "That only works on \(SpokenList.of(names)).")
    }
  }

  /// Requires a permission of the system.
  public static func permission(_ permission: Permission) -> FeatureConstraint {
    FeatureConstraint(name: "permission: \(permission)", request: nil) { _ in permission.status }
  }

  /// Requires a user setting, which is stored between runs.
  ///
  /// - Parameter reason: The sentence to say while the setting is off.
  public static func userToggle(_ identifier: String, default: Bool, reason: String) -> FeatureConstraint {
    var constraint = FeatureConstraint(name: "toggle: \(identifier)", request: nil) { surroundings in
      do {
        return try await surroundings.memory.isOn(identifier) ?? `default` ? .available : .unavailable(reason: reason)
      } catch {
        return .undetermined(reason: "I can't read my settings.")
      }
    }
    constraint.toggle = identifier
    return constraint
  }

  /// Requires a switch of the program.
  ///
  /// - Parameter reason: The sentence to say while the switch is off.
  public static func runtimeEnabled(
    _ name: String, reason: String, _ isEnabled: @escaping @Sendable () async -> Bool?
  ) -> FeatureConstraint {
    FeatureConstraint(name: "enabled: \(name)", request: nil) { _ in
      switch await isEnabled() {
      case true?: .available
      case false?: .unavailable(reason: reason)
      case nil: .undetermined(reason: reason)
      }
    }
  }
}

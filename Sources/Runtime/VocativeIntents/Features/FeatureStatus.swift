/// Whether a feature can be used now.
public enum FeatureStatus: Equatable, Sendable {
  /// It can.
  case available
  /// It cannot; why, and what would help, as a sentence.
  case unavailable(reason: String)
  /// Nobody knows yet; why, as a sentence. It is not used until somebody does.
  case undetermined(reason: String)

  /// Why it is not used; nil when it can be.
  public var reason: String? {
    switch self {
    case .available: nil
    case .unavailable(let reason), .undetermined(let reason): reason
    }
  }
}

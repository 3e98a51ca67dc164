/// The availability of a feature.
public enum FeatureStatus: Equatable, Sendable {
  /// The feature is available.
  case available
  /// The feature is unavailable; the reason and the remedy, as a sentence.
  case unavailable(reason: String)
  /// The availability is unknown; the reason, as a sentence.
  ///
  /// The feature is not used until it is known.
  case undetermined(reason: String)

  /// The reason why the feature is not used; nil if it is available.
  public var reason: String? {
    switch self {
    case .available: nil
    case .unavailable(let reason), .undetermined(let reason): reason
    }
  }
}

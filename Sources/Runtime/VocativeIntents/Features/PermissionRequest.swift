/// A question whether a feature may use something, which a person answers once.
public struct PermissionRequest: Equatable, Sendable {
  /// The name under which the answer is stored.
  public let identifier: String
  /// The question.
  public let dialog: String
}

extension FeatureConstraint {
  /// Requires a permission of the system, and that a person agreed to its use.
  ///
  /// The first request asks, and the answer is stored between runs.
  ///
  /// - Parameter question: The question, as in `May I use the network for the weather?`.
  public static func permission(_ permission: Permission, asking question: String)
    -> FeatureConstraint
  {
    FeatureConstraint(
      name: "permission: \(permission), with a question",
      request: PermissionRequest(identifier: storable("permission.\(permission): \(question)"), dialog: question)
    ) { _ in permission.status }
  }

  /// The maximum length of the name under which an answer or a setting is stored, in Unicode scalars.
  package static let maxIdentifierLength = 200

  /// Returns a name of at most the maximum length: a longer one ends in a digest of all of it.
  private static func storable(_ identifier: String) -> String {
    let scalars = identifier.unicodeScalars
    guard scalars.count > maxIdentifierLength else { return identifier }
    // The answer must be found in later runs, in which Swift's own hash of the same text is another one. This is FNV-1a.
    let digest = identifier.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let ending = " #\(String(digest, radix: 16))"
    return String(scalars.prefix(maxIdentifierLength - ending.unicodeScalars.count)) + ending
  }

  /// Requires a time of day, on some days of the week.
  public static func time(_ window: ClockWindow) -> FeatureConstraint {
    FeatureConstraint(name: "time: \(window.written)", request: nil) { surroundings in
      window.contains(surroundings.clock.now(), surroundings.clock.calendar)
        ? .available : .unavailable(reason: "That only works \(window.spoken).")
    }
  }

  /// Returns the question that a person must answer first; nil if there is none, or it was answered.
  func request(in surroundings: FeatureMembership.Surroundings) async -> PermissionRequest? {
    guard let request, !surroundings.permitted.contains(request.identifier) else { return nil }
    do { return try await surroundings.memory.isOn(request.identifier) == nil ? request : nil } catch { return request }
  }
}

extension ClockWindow {
  /// The window in figures: `07:00 to 22:00, weekdays`.
  public var written: String { text { $0.written } }

  /// The window in words: `from seven to ten in the evening on weekdays`.
  var spoken: String {
    text { $0.spokenValue.dialogName }
  }

  private func text(_ time: (TimeOfDay) -> String) -> String {
    func bound(_ minutes: Int) -> String {
      TimeOfDay(hour: minutes / 60 % 24, minute: minutes % 60).map(time) ?? ""
    }
    let hours = start == end ? nil : "from \(bound(start)) to \(bound(end))"
    let days: String? =
      switch weekdays {
      case Set(Weekday.allCases): nil
      case Weekday.workdays: "on weekdays"
      case Weekday.weekend: "on weekends"
      default: "on \(SpokenList.of(weekdays.sorted { $0.rawValue < $1.rawValue }.map(\.name)))"
      }
    let parts = [hours, days].compactMap(\.self)
    return parts.isEmpty ? "at any time" : parts.joined(separator: " ")
  }
}

/// The faults of an assistant declared in Swift, each with a remedy.
public struct AssistantError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The faults in the order of the declaration.
  public let faults: [String]

  /// The faults, one per line.
  public var description: String { faults.joined(separator: "\n") }
}

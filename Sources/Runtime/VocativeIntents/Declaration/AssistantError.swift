/// What is wrong with an assistant declared in Swift: every fault found, each with what to do.
public struct AssistantError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The faults in the order of the declaration.
  public let faults: [String]

  /// One fault a line.
  public var description: String { faults.joined(separator: "\n") }
}

import Synchronization

/// The identity of a request, which it keeps while the person is asked.
///
/// It is not a part of the contents of a request, by which requests are compared.
package struct RequestIdentity: Equatable, Sendable {
  private static let count = Atomic(0)

  /// The number, which no other request in this process has.
  package let number: Int

  /// Creates the identity of another request.
  package init() { number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue }

  package static func == (one: RequestIdentity, other: RequestIdentity) -> Bool { true }
}

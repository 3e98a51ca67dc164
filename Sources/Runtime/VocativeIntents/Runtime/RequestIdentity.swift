import Synchronization

/// The identity of a request, which it keeps while the person is asked.
///
/// It is not a part of the contents of a request, by which requests are compared.
struct RequestIdentity: Equatable, Sendable {
  private static let count = Atomic(0)

  /// The number, which no other request in this process has.
  let number: Int

  init() { number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue }

  static func == (one: RequestIdentity, other: RequestIdentity) -> Bool { true }
}

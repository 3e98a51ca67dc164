import Synchronization

/// Remembers the last fault of each subject, so that a lasting one is logged once.
package final class FaultLog: Sendable {
  private let last = Mutex<[String?: String]>([:])

  /// Creates a log without faults.
  package init() {}

  /// Returns whether a fault differs from the last one.
  ///
  /// - Parameter subject: The name of what has the fault, such as an assistant; nil if there is only one.
  package func isNew(_ fault: String, of subject: String? = nil) -> Bool {
    last.withLock { $0.updateValue(fault, forKey: subject) != fault }
  }

  /// Forgets the fault of a subject, because it is over; returns whether there was one.
  @discardableResult
  package func clear(of subject: String? = nil) -> Bool { last.withLock { $0.removeValue(forKey: subject) != nil } }
}

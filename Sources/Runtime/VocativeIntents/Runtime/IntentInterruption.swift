/// The person declined or cancelled what an intent asked while it was performed.
///
/// An intent that lets it through ends with "All right, I won't."
public struct IntentCancellation: Error, Equatable, Sendable {
  /// Creates an error.
  public init() {}
}

/// Ends a request with a response, instead of a value or a question.
package struct IntentInterruption: Error {
  /// The response, as the person hears it.
  package let response: IntentResponse

  /// Ends a request with a response.
  package init(_ response: IntentResponse) { self.response = response }
}

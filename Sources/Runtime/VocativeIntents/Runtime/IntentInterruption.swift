/// Ends a request with a response, in place of a value or a question.
package struct IntentInterruption: Error {
  /// The response, as the person hears it.
  package let response: IntentResponse

  /// Ends a request with a response.
  package init(_ response: IntentResponse) { self.response = response }
}

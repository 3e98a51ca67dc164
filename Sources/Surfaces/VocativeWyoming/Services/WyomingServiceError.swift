/// A failed request, as reported to the client; only the log contains details that may be private.
struct WyomingServiceError: Error, Equatable, Sendable {
  /// The error code, for programs.
  let code: String
  /// The reason, in words.
  let reason: String
}

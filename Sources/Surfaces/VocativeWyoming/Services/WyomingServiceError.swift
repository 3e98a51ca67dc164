/// Something a client asked for that could not be done; told to it, and what may be private about it only to the log.
struct WyomingServiceError: Error, Equatable, Sendable {
  /// What, for programs.
  let code: String
  /// What, in words.
  let reason: String
}

extension Clock where Self.Duration == Swift.Duration {
  /// Returns a closure that returns the time since this call.
  package func stopwatch() -> @Sendable () -> Swift.Duration {
    let start = now
    return { start.duration(to: self.now) }
  }
}

import Synchronization

/// Counts wrong passphrases, and requires a longer wait after each.
///
/// The first two have no cost, because speech can be misheard. The third one costs 30 seconds, and each further one twice as
/// much, up to a day. The right passphrase resets the count. Each source has its own count, so a program on the network cannot
/// lock out the person at the device.
final class PassphraseAttempts: Sendable {
  /// The result of an attempt.
  enum Verdict: Equatable, Sendable {
    /// The passphrase is right.
    case accepted
    /// The passphrase is wrong, and another attempt is allowed immediately.
    case wrong
    /// The passphrase is wrong, or the attempt was too early to be checked; the remaining wait.
    ///
    /// The two cases look the same, so that an attacker learns nothing during the wait.
    case refused(wait: Duration)
  }

  /// The number of wrong guesses without a wait.
  static let freeGuesses = 2
  /// The wait after the first guess that has a cost.
  static let firstWait = Duration.seconds(30)
  /// The maximum wait.
  static let maxWait = Duration.seconds(24 * 3600)
  /// The minimum wait that counts as a lockout.
  static let lockout = Duration.seconds(3600)

  private struct Count {
    var wrong = 0
    var wait = Duration.zero
    /// Returns the time since the last wrong guess, on the clock of that guess.
    var elapsed: @Sendable () -> Duration = { .zero }

    var remaining: Duration { wrong > PassphraseAttempts.freeGuesses ? max(.zero, wait - elapsed()) : .zero }
  }

  private let counts = Mutex<[IntentSource: Count]>([:])
  private let observer = Mutex<(@Sendable (PassphraseLockout) -> Void)?>(nil)

  /// The remaining wait of a source; nil if a passphrase would be checked now.
  func wait(of source: IntentSource) -> Duration? {
    let remaining = counts.withLock { $0[source]?.remaining ?? .zero }
    return remaining > .zero ? remaining : nil
  }

  /// Returns whether the last passphrase of a source was wrong.
  func hasWrong(of source: IntentSource) -> Bool { counts.withLock { $0[source] != nil } }

  /// Judges an attempt; simultaneous attempts all count.
  ///
  /// - Parameter clock: The monotonic clock that measures the wait.
  /// - Returns: The verdict, and the lockout if it starts one.
  func judge(isRight: Bool, from source: IntentSource, clock: any Clock<Duration>) -> (Verdict, PassphraseLockout?) {
    counts.withLock { counts in
      var count = counts[source] ?? Count()
      let remaining = count.remaining
      guard remaining <= .zero else { return (Verdict.refused(wait: remaining), PassphraseLockout?.none) }
      guard !isRight else {
        counts[source] = nil
        return (.accepted, nil)
      }
      count.wrong += 1
      count.wait = Self.wait(afterWrong: count.wrong)
      count.elapsed = clock.stopwatch()
      counts[source] = count
      guard count.wait > .zero else { return (.wrong, nil) }
      guard count.wait >= Self.lockout else { return (.refused(wait: count.wait), nil) }
      return (.refused(wait: count.wait), PassphraseLockout(source: source, wrongGuesses: count.wrong, wait: count.wait))
    }
  }

  func announce(_ lockout: PassphraseLockout) { observer.withLock { $0 }?(lockout) }

  /// Sets the observer for lockouts.
  func onLockout(_ observer: @escaping @Sendable (PassphraseLockout) -> Void) {
    self.observer.withLock { $0 = observer }
  }

  /// Returns the wait after a number of consecutive wrong guesses.
  static func wait(afterWrong count: Int) -> Duration {
    guard count > freeGuesses else { return .zero }
    // More doublings would overflow, and exceed the maximum wait.
    let doublings = min(count - freeGuesses - 1, 20)
    return min(firstWait * (1 << doublings), maxWait)
  }
}

/// A temporary lockout of a source after too many wrong passphrases.
public struct PassphraseLockout: Equatable, Sendable {
  /// The source of the guesses.
  public let source: IntentSource
  /// The number of consecutive wrong guesses.
  public let wrongGuesses: Int
  /// The time for which no passphrase is accepted from the source.
  public let wait: Duration

  /// The announcement to the owner: the number of guesses, their source, and the duration of the lockout.
  public var announcement: String {
    "There were \(wrongGuesses) wrong passphrases \(source.place). I won't take one from there for \(WaitText.spoken(wait))."
  }
}

extension IntentSource {
  /// The origin of the requests in words.
  fileprivate var place: String {
    switch self {
    case .voice: "at the microphone"
    case .text: "at the keyboard"
    case .shortcut, .activity, .api: "from another program"
    }
  }
}

/// The spoken form of a wait.
enum WaitText {
  /// Returns whole seconds, minutes or hours, rounded up.
  static func spoken(_ wait: Duration) -> String {
    let seconds = Int((wait / .seconds(1)).rounded(.up))
    if seconds < 100 { return count(seconds, "second") }
    if seconds <= 100 * 60 { return count((seconds + 59) / 60, "minute") }
    return count((seconds + 3599) / 3600, "hour")
  }

  private static func count(_ number: Int, _ unit: String) -> String { "\(number) \(unit)\(number == 1 ? "" : "s")" }
}

import Synchronization

/// Counts wrong passphrases, and makes whoever guesses wait longer after each.
///
/// The first two cost nothing, as people are misheard. The third costs 30 seconds and each further one twice as much, up to a day. The
/// right passphrase starts again. Each source has a count of its own: a program on the network cannot lock out the person at the box.
final class PassphraseAttempts: Sendable {
  /// What comes of an attempt.
  enum Verdict: Equatable, Sendable {
    /// It is the passphrase.
    case accepted
    /// It is not the passphrase, and may be tried again at once.
    case wrong
    /// It is not the passphrase, or came too early to be looked at: how long to wait. The two look the same, so that nothing is learnt
    /// meanwhile.
    case refused(wait: Duration)
  }

  /// Wrong guesses that cost nothing.
  static let freeGuesses = 2
  /// The wait after the first guess that costs something.
  static let firstWait = Duration.seconds(30)
  /// The longest wait.
  static let maxWait = Duration.seconds(24 * 3600)
  /// The shortest wait that counts as a lock-out.
  static let lockout = Duration.seconds(3600)

  private struct Count {
    var wrong = 0
    var wait = Duration.zero
    /// The time since the last wrong guess, on the clock it was made by.
    var elapsed: @Sendable () -> Duration = { .zero }

    var remaining: Duration { wrong > PassphraseAttempts.freeGuesses ? max(.zero, wait - elapsed()) : .zero }
  }

  private let counts = Mutex<[IntentSource: Count]>([:])
  private let observer = Mutex<(@Sendable (PassphraseLockout) -> Void)?>(nil)

  /// How long a source has to wait; nil when a passphrase is looked at now.
  func wait(of source: IntentSource) -> Duration? {
    let remaining = counts.withLock { $0[source]?.remaining ?? .zero }
    return remaining > .zero ? remaining : nil
  }

  /// Judges an attempt: of several at once, each counts.
  ///
  /// - Parameter clock: What the wait is measured by; it cannot be put forward.
  /// - Returns: What comes of it, and the lock-out that it begins.
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
      count.elapsed = Self.stopwatch(on: clock)
      counts[source] = count
      guard count.wait > .zero else { return (.wrong, nil) }
      guard count.wait >= Self.lockout else { return (.refused(wait: count.wait), nil) }
      return (.refused(wait: count.wait), PassphraseLockout(source: source, wrongGuesses: count.wrong, wait: count.wait))
    }
  }

  func announce(_ lockout: PassphraseLockout) { observer.withLock { $0 }?(lockout) }

  /// Has lock-outs announced.
  func onLockout(_ observer: @escaping @Sendable (PassphraseLockout) -> Void) {
    self.observer.withLock { $0 = observer }
  }

  /// The wait after so many wrong guesses in a row.
  static func wait(afterWrong count: Int) -> Duration {
    guard count > freeGuesses else { return .zero }
    // More doublings than this would not fit, and are longer than the longest wait.
    let doublings = min(count - freeGuesses - 1, 20)
    return min(firstWait * (1 << doublings), maxWait)
  }

  private static func stopwatch(on clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}

/// So many wrong passphrases that a source is locked out for a while.
public struct PassphraseLockout: Equatable, Sendable {
  /// Where they came from.
  public let source: IntentSource
  /// How many there were in a row.
  public let wrongGuesses: Int
  /// For how long no passphrase is taken from there.
  public let wait: Duration

  /// What the owner is told: how many guesses, from where, and for how long no more are taken.
  public var announcement: String {
    "There were \(wrongGuesses) wrong passphrases \(source.place). I won't take one from there for \(WaitText.spoken(wait))."
  }
}

extension IntentSource {
  /// Where requests of this source come from, as it is said.
  fileprivate var place: String {
    switch self {
    case .voice: "at the microphone"
    case .text: "at the keyboard"
    case .shortcut, .activity, .api: "from another program"
    }
  }
}

/// How long to wait, as it is said.
enum WaitText {
  /// Whole seconds, minutes or hours, rounded up.
  static func spoken(_ wait: Duration) -> String {
    let seconds = Int((wait / .seconds(1)).rounded(.up))
    if seconds < 100 { return count(seconds, "second") }
    if seconds <= 100 * 60 { return count((seconds + 59) / 60, "minute") }
    return count((seconds + 3599) / 3600, "hour")
  }

  private static func count(_ number: Int, _ unit: String) -> String { "\(number) \(unit)\(number == 1 ? "" : "s")" }
}

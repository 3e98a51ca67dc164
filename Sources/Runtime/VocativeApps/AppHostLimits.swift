/// The limits of an app's process.
public struct AppHostLimits: Equatable, Sendable {
  /// The maximum time from the start of the program to its hello.
  public var start = Duration.seconds(10)
  /// The maximum time for an answer, from the request or the last progress.
  public var answer = Duration.seconds(10)
  /// The maximum time for an answer in all, however much progress is reported.
  public var total = Duration.seconds(60)
  /// The time in which a cancelled request must be answered; after that, the process is ended.
  public var grace = Duration.seconds(2)
  /// The time after the hello in which an app that starts at its first use must be used; after that, it is ended until then.
  public var firstUse = Duration.seconds(10)
  /// The first pause before a restart, which doubles with each failure.
  public var minPause = Duration.seconds(1)
  /// The maximum pause before a restart.
  public var maxPause = Duration.seconds(300)
  /// The time that a process must run to make the next pause the first one again.
  public var stableTime = Duration.seconds(60)
  /// The period of `maxMessages`, `maxBytes` and `maxAnnouncements`.
  public var period = Duration.seconds(10)
  /// The maximum number of messages in a period.
  public var maxMessages = 1000
  /// The maximum number of bytes in a period.
  public var maxBytes = 8 << 20
  /// The maximum number of announcements in a period; others are dropped.
  public var maxAnnouncements = 2
  /// The number of messages against the protocol after which the process is ended.
  public var maxMistakes = 10
  /// The maximum size of the program's data in bytes.
  public var maxMemory = 1 << 30

  /// Creates the default limits.
  public init() {}
}

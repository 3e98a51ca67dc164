public import Testing

extension Tag {
  /// A suite that keeps every core busy with minutes of speech, or with dozens of processes or connections.
  ///
  /// It runs after the tests of capture, whose clocks run in real time.
  @Tag public static var long: Self

  /// A suite of a whole program that cannot keep up with the clock of its microphone beside hundreds of other tests.
  @Tag public static var lone: Self
}

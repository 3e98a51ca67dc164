import Foundation

/// The processor time of the current thread, which other programs and jobs on the same cores do not affect.
enum ProcessorTime {
  /// Returns the result of `body` and the processor time it took on this thread, in seconds.
  static func of<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> (Result, Double) {
    let started = now
    let result = try body()
    return (result, now - started)
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

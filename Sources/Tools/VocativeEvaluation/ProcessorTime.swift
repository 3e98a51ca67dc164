import Foundation

/// Processor time of the thread that asks, which other programs and other jobs on the same cores do not lengthen.
enum ProcessorTime {
  /// What `body` gives, and the seconds it took of this thread's processor time.
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

/// Turns off the leak detector in the test process, if the build has one.
///
/// The programs that tests start still report their leaks when they end. The test process would also report Foundation's
/// processes and objects that tests leave behind.
@_cdecl("__lsan_is_turned_off")
public func isLeakDetectionTurnedOff() -> Int32 { 1 }

/// Turns the leak detector off in the process of the tests, where a build has one: the programs that tests start are asked what they have
/// lost when they end, and this process would be asked about Foundation's processes and what tests leave behind.
@_cdecl("__lsan_is_turned_off")
public func isLeakDetectionTurnedOff() -> Int32 { 1 }

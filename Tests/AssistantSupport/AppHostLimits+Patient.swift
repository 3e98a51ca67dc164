import Vocative
import VocativeTestSupport

extension AppHostLimits {
  /// Limits that a busy machine does not reach, and a program with a sanitizer neither: it reserves terabytes of addresses.
  public static var patient: AppHostLimits {
    var limits = AppHostLimits()
    (limits.start, limits.answer, limits.total) = (.seconds(3600), .seconds(3600), .seconds(3600))
    limits.minPause = .milliseconds(1)
    if !ResidentMemory.isMeasurable { limits.maxMemory = .max }
    return limits
  }
}

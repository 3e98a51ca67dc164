import Clock
import Vocative

extension ClockAssistant {
  /// Creates the assistant with the data of this user; instead of sample data, it has a clock on which nothing is set.
  static func make(in environment: AssistantEnvironment) throws -> Assistant {
    // A trial must not cancel the owner's alarms, nor ring them a second time.
    guard environment.sampleData != .always else { return try make(store: ClockStore(path: nil)).usingSampleData() }
    return try make(store: ClockStore(path: AssistantLoader.storePath(for: name)))
  }
}

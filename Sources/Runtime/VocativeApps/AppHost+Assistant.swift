import AppProtocol
import Foundation
import Logging
import VocativeIntents
import VocativeIntentsFile
import VocativeMemory

extension AppHost {
  /// Returns the app as an assistant; it is started if it has not said hello yet.
  ///
  /// - Throws: `AppError` if it cannot be used.
  func assistant() async throws -> Assistant {
    let declaration = try await declared()
    let (hello, contents) = (declaration.hello, declaration.contents)
    let spokenNames = file.spokenNames.isEmpty ? contents.spokenNames : file.spokenNames
    let name = spokenNames.first ?? file.name
    let title = name.withCapital
    let types = hello.activities.map { type in
      ActivityType(type.identifier, eligibility: Set(type.eligibility.compactMap(ActivityType.Eligibility.init)))
    }
    let relevant = try hello.relevant.map { try RelevantShortcut($0, of: file.name) }
    let parts = IntentsFileContents.AppParts(
      values: { [self] in values(of: $0) }, timeLimit: limits.start + limits.total + limits.grace,
      activities: types.map { continuation(of: $0, types: types, title: title) },
      suggestedShortcuts: { hello.suggestions.map { Shortcut($0) } },
      prepare: { [self] in
        let memory = Dependency<AssistantMemory>().wrappedValue
        await use(memory)
        try await memory.relevantShortcuts.set(relevant)
      })
    let assistant = contents.assistant(of: parts) { [self] intent, parameters in
      AppIntentHandling(host: self, title: title, intent: intent, parameters: parameters, activities: types)
    }
    return spokenNames.isEmpty ? assistant : assistant.spoken(as: spokenNames)
  }

  private nonisolated func continuation(
    of type: ActivityType, types: [ActivityType], title: String
  ) -> ActivityContinuation {
    ActivityContinuation(type, fault: nil) { [self] activity, surroundings in
      let sent = AppActivity(type: activity.type.identifier, title: activity.title, state: activity.state)
      do {
        let reply = try await send(isPrivate: surroundings.isPrivate) {
          .continueActivity($0, sent, session: surroundings.session)
        }
        guard case .answer(.response(let response)) = reply else {
          throw AppError(app: name, reason: "a continued activity is answered with a response")
        }
        return try response.intentResponse(of: name, activities: types)
      } catch is NotAnswering {
        return .failure("\(title) is not answering.")
      } catch {
        surroundings.logger.error("\(type.identifier) could not be continued\(surroundings.isPrivate ? "" : ": \(error)")")
        return .broken
      }
    }
  }
}

extension RelevantShortcut {
  /// - Throws: `AppError` for a condition with an unknown name.
  init(_ relevant: AppRelevantShortcut, of app: String) throws {
    self.init(
      Shortcut(relevant.shortcut), providers: try relevant.conditions.map { try RelevanceProvider($0, of: app) })
  }
}

extension RelevanceProvider {
  fileprivate init(_ condition: AppRelevantShortcut.Condition, of app: String) throws {
    switch condition {
    case .place(let name): self = .place(name)
    case .dates(let after, let before):
      guard let start = try? Date(after, strategy: .iso8601), let end = try? Date(before, strategy: .iso8601), start <= end else {
        throw AppError(
          app: app, reason: "its hello has dates that are not written as 2026-12-24T18:00:00Z, the earlier one first")
      }
      self = .dates(DateInterval(start: start, end: end))
    case .routine(let name):
      guard let routine = DailyRoutine(rawValue: name) else {
        let names = DailyRoutine.allCases.map(\.rawValue).joined(separator: ", ")
        throw AppError(app: app, reason: "its hello has an unknown routine; the routines are: \(names)")
      }
      self = .dailyRoutine(routine)
    case .all(let conditions): self = .all(try conditions.map { try RelevanceProvider($0, of: app) })
    case .clock(let from, let to, let days):
      let weekdays = days.compactMap { day in Weekday.allCases.first { $0.name.lowercased() == day.lowercased() } }
      guard let start = Self.minute(of: from), let end = Self.minute(of: to), weekdays.count == days.count else {
        throw AppError(
          app: app, reason: "its hello has a time that is not written as 07:00, or a day that is not written as monday")
      }
      self = .clock(ClockWindow(from: start, to: end, on: days.isEmpty ? Set(Weekday.allCases) : Set(weekdays)))
    }
  }

  private static func minute(of time: String) -> Int? {
    guard let match = time.wholeMatch(of: #/([01][0-9]|2[0-3]):([0-5][0-9])/#), let hour = Int(match.1),
      let minute = Int(match.2)
    else { return nil }
    return hour * 60 + minute
  }
}

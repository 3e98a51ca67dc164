import Foundation
import Synchronization
import VocativeIntents
import VocativeResponse

/// A record of the calls to a test's presenters, and of the presenters that still exist.
final class Journal: Sendable {
  @TaskLocal static var current = Journal()

  private struct State {
    var lines: [String] = []
    var living = 0
    var displays: [InterfaceDisplay] = []
  }

  private let state = Mutex(State())

  var lines: [String] { state.withLock { $0.lines } }
  /// The number of presenters that still exist.
  var living: Int { state.withLock { $0.living } }
  /// The displays on which presenters have appeared.
  var displays: [InterfaceDisplay] { state.withLock { $0.displays } }

  func note(_ line: String) { state.withLock { $0.lines.append(line) } }
  func note(_ display: InterfaceDisplay) { state.withLock { $0.displays.append(display) } }
  func wasMade() { state.withLock { $0.living += 1 } }
  func wasLetGo() { state.withLock { $0.living -= 1 } }
}

/// A presenter's entry in its test's journal, with the lifetime of the presenter.
final class JournalEntry: Sendable {
  let journal = Journal.current

  init() { journal.wasMade() }
  deinit { journal.wasLetGo() }
}

/// A presenter that records its calls.
protocol NotingPresenter: ResponsePresenter {
  var entry: JournalEntry { get }
}

extension NotingPresenter {
  func didAppear(on display: InterfaceDisplay) async {
    note("appeared")
    entry.journal.note(display)
  }

  func didDisappear() async { note("disappeared") }

  func note(_ what: String) { entry.journal.note("\(type(of: self)) \(what)") }

  func noteAsked(_ parameters: Set<InterfaceParameter>) {
    note("asked for \(parameters.map(\.written).sorted().joined(separator: ", "))")
  }
}

extension InterfaceParameter {
  var written: String {
    switch self {
    case .intent(let name): "intent.\(name)"
    case .progress: "progress"
    case .response(let name): "response.\(name)"
    }
  }
}

extension Interaction {
  /// Returns an interaction about the progress of a goal.
  static func goal(
    id: String = "1", saved: Int = 1240, code: IntentResponse.Code = .success, activity: Activity? = nil, hasCard: Bool = true
  ) -> Interaction {
    let card = ResponseCard(
      title: "Vacation",
      rows: [
        .init("Saved", CurrencyAmount(cents: saved * 100)), .init("Target", CurrencyAmount(cents: 200_000)),
        .init("To go", CurrencyAmount(cents: 200_000 - saved * 100)),
      ], progress: Double(saved) / 2000)
    return Interaction(
      dispatch: Dispatch(
        id: id, assistant: "money", intent: "GoalProgress", title: "Goal progress: vacation", values: ["goal": "vacation"],
        parameters: [.init(name: "goal", title: "Goal", display: "Vacation")], topic: "money.Goals.GoalProgress",
        source: .voice, session: "s", date: Date(timeIntervalSince1970: 0)),
      response: IntentResponse(code: code, dialog: "You have some.", card: hasCard ? card : nil, activity: activity),
      duration: .milliseconds(1))
  }
}

import Foundation
import Synchronization
import VocativeIntents
import VocativeResponse

/// What was asked of the presenters of a test, and the presenters that are still there.
final class Journal: Sendable {
  @TaskLocal static var current = Journal()

  private struct State {
    var lines: [String] = []
    var living = 0
    var displays: [InterfaceDisplay] = []
  }

  private let state = Mutex(State())

  var lines: [String] { state.withLock { $0.lines } }
  /// How many presenters somebody still holds.
  var living: Int { state.withLock { $0.living } }
  /// The displays that presenters have appeared on.
  var displays: [InterfaceDisplay] { state.withLock { $0.displays } }

  func note(_ line: String) { state.withLock { $0.lines.append(line) } }
  func note(_ display: InterfaceDisplay) { state.withLock { $0.displays.append(display) } }
  func wasMade() { state.withLock { $0.living += 1 } }
  func wasLetGo() { state.withLock { $0.living -= 1 } }
}

/// A presenter's entry in the journal of its test, there for as long as the presenter is.
final class JournalEntry: Sendable {
  let journal = Journal.current

  init() { journal.wasMade() }
  deinit { journal.wasLetGo() }
}

/// A presenter that writes down whatever it is told and asked.
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
  /// A goal that was asked about, as far as it has come.
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

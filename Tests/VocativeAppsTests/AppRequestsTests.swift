import Testing
import VocativeApps

@Suite("The open requests of an app")
struct AppRequestsTests {
  /// A step with the seconds since the start.
  enum Step: Sendable {
    case begin(Int, at: Int)
    case progress(Int, at: Int)
    case answer(Int)
    case cancel(Int, at: Int)
    case removeAll
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let steps: [Step]
    /// The result of the last step.
    let result: String
    /// The seconds of the next deadline.
    let deadline: Int?
  }

  private static let rows = [
    Row(testDescription: "a sent request is due after ten seconds", steps: [.begin(1, at: 5)], result: "begun", deadline: 15),
    Row(
      testDescription: "an answer ends the request", steps: [.begin(1, at: 0), .answer(1)], result: "open request 1",
      deadline: nil),
    Row(
      testDescription: "progress gives more time", steps: [.begin(1, at: 0), .progress(1, at: 8)], result: "open request 1",
      deadline: 18),
    Row(
      testDescription: "progress gives at most a minute in all",
      steps: [.begin(1, at: 0)] + stride(from: 9, through: 54, by: 9).map { .progress(1, at: $0) }, result: "open request 1",
      deadline: 60),
    Row(
      testDescription: "the earliest deadline counts", steps: [.begin(1, at: 0), .begin(2, at: 3), .progress(1, at: 6)],
      result: "open request 1", deadline: 13),
    Row(
      testDescription: "a cancelled request must be answered within two seconds", steps: [.begin(1, at: 0), .cancel(1, at: 4)],
      result: "open request 1", deadline: 6),
    Row(
      testDescription: "the answer to a cancelled request is late", steps: [.begin(1, at: 0), .cancel(1, at: 4), .answer(1)],
      result: "late", deadline: nil),
    Row(
      testDescription: "progress of a cancelled request is late",
      steps: [.begin(1, at: 0), .cancel(1, at: 4), .progress(1, at: 5)], result: "late", deadline: 6),
    Row(
      testDescription: "a second answer is repeated", steps: [.begin(1, at: 0), .answer(1), .answer(1)], result: "repeated",
      deadline: nil),
    Row(
      testDescription: "a second cancellation does nothing", steps: [.begin(1, at: 0), .cancel(1, at: 4), .cancel(1, at: 5)],
      result: "nothing", deadline: 6),
    Row(
      testDescription: "an answer to a request that was never sent is unknown", steps: [.begin(1, at: 0), .answer(9)],
      result: "unknown", deadline: 10),
    Row(
      testDescription: "the end of the process removes all requests",
      steps: [.begin(1, at: 0), .begin(2, at: 0), .cancel(1, at: 1), .removeAll], result: "removed request 2", deadline: nil),
  ]

  @Test("Requests have one answer and a deadline", arguments: rows)
  func table(row: Row) {
    var requests = AppRequests<String>(AppHostLimits())
    var result = ""
    for step in row.steps {
      switch step {
      case .begin(let id, let second):
        #expect(requests.newID() == id)
        requests.begin(id, "request \(id)", at: .seconds(second))
        result = "begun"
      case .progress(let id, let second): result = Self.text(requests.progress(of: id, at: .seconds(second)))
      case .answer(let id): result = Self.text(requests.answer(id))
      case .cancel(let id, let second): result = requests.cancel(id, at: .seconds(second)).map { "open \($0)" } ?? "nothing"
      case .removeAll: result = "removed \(requests.removeAll().joined(separator: ", "))"
      }
    }
    #expect(result == row.result)
    #expect(requests.deadline == row.deadline.map { .seconds($0) })
  }

  @Test("Overdue requests are reported with the limit that they exceed, and unanswered cancellations with their deadline")
  func overdue() {
    var requests = AppRequests<String>(AppHostLimits())
    let ids = [requests.newID(), requests.newID()]
    requests.begin(ids[0], "first", at: .zero)
    requests.begin(ids[1], "second", at: .seconds(1))
    #expect(requests.overdue(at: .seconds(9)).isEmpty)
    #expect(requests.overdue(at: .seconds(10)).map(\.id) == [1])
    #expect(requests.overdue(at: .seconds(11)).map(\.limit) == [.seconds(10), .seconds(10)])
    #expect(requests.cancel(1, at: .seconds(11)) == "first")
    #expect(!requests.hasUnansweredCancellation(at: .seconds(12)))
    #expect(requests.hasUnansweredCancellation(at: .seconds(13)))
    _ = requests.progress(of: 2, at: .seconds(15))
    #expect(requests.overdue(at: .seconds(26)).map(\.limit) == [.seconds(10)])
    _ = requests.progress(of: 2, at: .seconds(55))
    #expect(requests.overdue(at: .seconds(61)).map(\.limit) == [.seconds(60)])
  }

  private static func text(_ match: AppRequests<String>.Match) -> String {
    switch match {
    case .open(let waiter): "open \(waiter)"
    case .late: "late"
    case .repeated: "repeated"
    case .unknown: "unknown"
    }
  }
}

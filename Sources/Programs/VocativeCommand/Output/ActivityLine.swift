import Foundation
import Vocative

/// An activity on one line.
struct ActivityLine: Encodable {
  let id: String
  let type: String
  let title: String
  let state: [String: String]
  let eligibility: [String]
  let date: String

  init(_ entry: ActivityHistory.Entry) {
    id = entry.id
    type = entry.activity.type.identifier
    title = entry.activity.title
    state = entry.activity.state
    eligibility = entry.activity.type.eligibility.map(\.rawValue).sorted()
    date = entry.date.formatted(.iso8601)
  }

  func print(asJSON isJSON: Bool) { StandardOutput.line(isJSON ? jsonLine : "\(date)  \(title)  \(id)") }
}

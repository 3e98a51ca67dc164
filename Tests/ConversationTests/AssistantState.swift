import AssistantTestSupport
import GRDB
import VocativeTestSupport

extension ScriptedAssistant {
  /// Returns a value of the store, given by a word and usually a name: `saved summer-vacation`.
  func state(_ what: String) async throws -> String {
    let parts = what.split(separator: " ", maxSplits: 1).map(String.init)
    guard let word = parts.first, let query = Self.queries[runtime.assistant.name]?[word] else {
      throw ConversationScript.Mistake(description: "unknown state \"\(what)\"")
    }
    let arguments: StatementArguments = query.contains("?") ? [parts.count > 1 ? parts[1] : ""] : []
    let value = try await DatabaseQueue(path: database).read { try String.fetchOne($0, sql: query, arguments: arguments) }
    return value ?? "nothing"
  }

  /// The queries, each with a single value, by assistant and word.
  private static let queries: [String: [String: String]] = [
    "money": [
      "saved": "SELECT printf('%.2f', savedCents / 100.0) FROM goal WHERE identifier = ?",
      "safe": """
      SELECT printf('%.2f', ((SELECT SUM(balanceCents) FROM account WHERE kind = 'personal')
        + (SELECT COALESCE(SUM(cents), 0) FROM entry WHERE account = 'personal')
        - (SELECT SUM(savedCents) FROM goal WHERE account = 'personal' AND completedOn IS NULL)
        - (SELECT SUM(MAX(budgetCents + COALESCE((SELECT SUM(cents) FROM entry WHERE expenseID = expense.id), 0), 0))
          FROM expense WHERE account = 'personal')) / 100.0)
      """,
      "transfers": "SELECT COUNT(*) FROM transfer JOIN goal ON goal.id = destinationID WHERE identifier = ?",
      "spent": """
      SELECT printf('%.2f', -SUM(cents) / 100.0) FROM entry JOIN expense ON expense.id = expenseID WHERE identifier = ?
      """,
      "target": "SELECT printf('%.2f', targetCents / 100.0) FROM goal WHERE identifier = ?",
      "goal": "SELECT account || ' ' || isProtected || ' ' || COALESCE(completedOn, 'open') FROM goal WHERE identifier = ?",
      "budget": "SELECT printf('%.2f', budgetCents / 100.0) || ' ' || period || ' ' || account FROM expense WHERE identifier = ?",
    ],
    "notes": [
      "notes": "SELECT COUNT(*) FROM note",
      "option": "SELECT identifier FROM readingOption JOIN note ON note.id = noteID WHERE option = ?",
      "presented": "SELECT identifier FROM presentation JOIN note ON note.id = noteID",
      "body": "SELECT replace(body, char(10), ' / ') FROM note WHERE identifier = ?",
    ],
    "messages": [
      "unread": "SELECT COUNT(*) FROM message WHERE NOT isRead",
      "sent": "SELECT COUNT(*) FROM sentMessage WHERE NOT isUnsent",
      "last": "SELECT body FROM sentMessage WHERE NOT isUnsent ORDER BY id DESC LIMIT 1",
      "waiting": "SELECT COUNT(*) FROM outbox",
    ],
    "clock": [
      "timers": "SELECT COUNT(*) FROM timer",
      "seconds": "SELECT CAST(duration AS INTEGER) FROM timer WHERE name = ?",
      "alarm": "SELECT time || ' ' || COALESCE(day, weekdays) FROM alarm ORDER BY id DESC LIMIT 1",
      "alarms": "SELECT COUNT(*) FROM alarm",
      "reminder": "SELECT text || ' ' || COALESCE(day || ' ' || time, 'later') FROM reminder ORDER BY id DESC LIMIT 1",
    ],
  ]
}

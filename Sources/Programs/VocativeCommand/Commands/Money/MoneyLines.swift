import Money
import ProgramOutput
import Vocative

/// A line of output about money, as text or JSON.
protocol MoneyLine: Encodable {
  var text: String { get }
}

/// An account.
struct AccountLine: MoneyLine {
  let account: String
  let balance: String
  let available: String?

  var text: String { "\(account) account: \(balance)" + (available.map { ", \($0) safe to spend" } ?? "") }
}

/// A goal.
struct GoalLine: MoneyLine {
  let goal: String
  let id: String
  let saved: String
  let target: String
  let account: String
  let protected: Bool
  var result: String?

  init(_ goal: Goal, result: String? = nil) {
    (self.goal, id, saved, target) = (goal.name, goal.id, goal.saved.decimal, goal.target.decimal)
    (account, protected, self.result) = (goal.account.rawValue, goal.isProtected, result)
  }

  var text: String {
    let notes = [account == "personal" ? nil : account, protected ? "protected" : nil].compactMap(\.self)
    return "\(result.map { "\($0): " } ?? "")goal \(PrintableText.line(goal)): \(saved) of \(target)"
      + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))")
  }
}

/// An expense.
struct ExpenseLine: MoneyLine {
  let expense: String
  let id: String
  let budget: String
  let spent: String
  let left: String
  let period: String
  let account: String
  var result: String?

  init(_ expense: Expense, result: String? = nil) {
    (self.expense, id, budget, spent) = (expense.name, expense.id, expense.budget.decimal, expense.spent.decimal)
    (left, period, account) = (expense.left.decimal, expense.period.rawValue, expense.account.rawValue)
    self.result = result
  }

  var text: String {
    "\(result.map { "\($0): " } ?? "")expense \(PrintableText.line(expense)): \(left) left of \(budget) \(period)"
      + (account == "personal" ? "" : " (\(account))")
  }
}

/// An entry.
struct EntryLine: MoneyLine {
  let number: Int64?
  let day: String
  let amount: String
  let description: String
  let expense: String?
  let account: String
  var result: String?

  init(_ entry: LedgerEntry, number: Int64? = nil, result: String? = nil) {
    (self.number, day, amount) = (number ?? entry.number, entry.day.written, entry.amount.decimal)
    (description, expense, account) = (entry.description, entry.expense, entry.account.rawValue)
    self.result = result
  }

  var text: String {
    let amount = String(repeating: " ", count: max(0, 12 - amount.count)) + amount
    let notes = [expense, account == "personal" ? nil : account].compactMap(\.self)
    let words = description.isEmpty ? nil : PrintableText.line(description)
    let counted = notes.isEmpty ? nil : "[\(notes.joined(separator: ", "))]"
    return [result.map { "\($0):" }, number.map { "\($0)" }, day, amount, words, counted].compactMap(\.self).joined(
      separator: "  ")
  }
}

/// The result of an import.
struct ImportLine: MoneyLine {
  let new: Int
  let duplicates: Int
  let withoutAmount: Int
  let notBooked: Int
  let imported: Bool

  var text: String {
    let rest = [(withoutAmount, "without an amount"), (notBooked, "not booked")].filter { $0.0 > 0 }.map { ", \($0) \($1)" }
    return "\(imported ? "imported" : "to import"): \(new) new, \(duplicates) imported before\(rest.joined())"
  }
}

public import VocativeResponse

/// The presenters of the money assistant.
public enum MoneyInterface {
  /// Presenters for goals and expenses.
  public static let presenters: [any ResponsePresenter.Type] = [GoalPresenter.self, ExpensePresenter.self]
}

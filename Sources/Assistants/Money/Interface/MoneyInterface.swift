public import VocativeResponse

/// How Money is shown.
public enum MoneyInterface {
  /// A goal as progress, and an expense as what is left.
  public static let presenters: [any ResponsePresenter.Type] = [GoalPresenter.self, ExpensePresenter.self]
}

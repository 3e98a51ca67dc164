public import VocativeIntents

/// Says the balance of the shared account.
public struct SharedAccount: Intent {
  /// The title of the intent.
  public static let title = "Shared account"
  @Dependency private var store: MoneyStore

  /// Creates an intent, which has no parameters.
  public init() {}

  /// Says the balance of the shared account, which does not count as safe to spend.
  public func perform() async throws -> IntentResponse {
    guard let balance = try await store.balance(of: .shared) else { return .failure("You don't have a shared account.") }
    return .success(
      balance.balanceDialog(of: "Your shared account"),
      card: ResponseCard(title: "Shared account", rows: [.init("Balance", balance)]))
  }
}

/// Says the progress of the emergency fund.
public struct EmergencyFund: Intent {
  /// The title of the intent.
  public static let title = "Emergency fund"
  @Dependency private var store: MoneyStore

  /// Creates an intent, which has no parameters.
  public init() {}

  /// Says the amount saved for emergencies.
  public func perform() async throws -> IntentResponse {
    guard let fund = try await store.emergencyFund() else { return .failure("You don't have an emergency fund.") }
    return .success(fund.progressDialog, card: fund.card)
  }
}

/// Says the balance of the protected account and the progress of protected goals, which are private.
public struct ProtectedGoal: Intent {
  /// The title of the intent.
  public static let title = "Protected goal"
  /// Only a person who knows the passphrase may hear the answer.
  public static let authenticationPolicy = AuthenticationPolicy.requiresAuthentication
  /// Private requests are excluded from prediction.
  public static let isEligibleForPrediction = false
  @Dependency private var store: MoneyStore

  /// Creates an intent, which has no parameters.
  public init() {}

  /// Says the balance of the protected account, and what is saved for protected goals.
  public func perform() async throws -> IntentResponse {
    let goals = try await store.protectedGoals()
    let balance = try await store.balance(of: .protected)
    if balance == nil, goals.count == 1 { return .success(goals[0].progressDialog, card: goals[0].card) }
    let held = balance.map { [$0.balanceDialog(of: "Your protected goal")] } ?? []
    let saved = goals.map(\.savedDialog)
    guard !(held + saved).isEmpty else { return .failure("You don't have a protected goal.") }
    let rows =
      (balance.map { [ResponseCard.Row("Balance", $0)] } ?? [])
      + goals.map { .init($0.name, "\($0.saved.written) of \($0.target.written)") }
    return .success((held + saved).joined(separator: " "), card: ResponseCard(title: "Protected goal", rows: rows))
  }
}

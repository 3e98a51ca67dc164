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
      "Your shared account holds \(balance.spoken).",
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

/// Says the balance of the protected account, which is private.
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

  /// Says the balance of the protected account.
  public func perform() async throws -> IntentResponse {
    guard let balance = try await store.balance(of: .protected) else { return .failure("You don't have a protected goal.") }
    return .success(
      "Your protected goal holds \(balance.spoken).",
      card: ResponseCard(title: "Protected goal", rows: [.init("Balance", balance)]))
  }
}

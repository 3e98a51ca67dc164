public import VocativeIntents

/// What is in the account that is owned together.
public struct SharedAccount: Intent {
  /// What the intent is for.
  public static let title = "Shared account"
  @Dependency private var store: MoneyStore

  /// An intent without parameters.
  public init() {}

  /// Says what is in the shared account, which is not counted as safe to spend.
  public func perform() async throws -> IntentResponse {
    guard let balance = try await store.balance(of: .shared) else { return .failure("You share no account.") }
    return .success(
      "Your shared account holds \(balance.spoken).",
      card: ResponseCard(title: "Shared account", rows: [.init("Balance", balance)]))
  }
}

/// How far the emergency fund has come.
public struct EmergencyFund: Intent {
  /// What the intent is for.
  public static let title = "Emergency fund"
  @Dependency private var store: MoneyStore

  /// An intent without parameters.
  public init() {}

  /// Says what is saved for an emergency.
  public func perform() async throws -> IntentResponse {
    guard let fund = try await store.emergencyFund() else { return .failure("You have no emergency fund.") }
    return .success(fund.progressDialog, card: fund.card)
  }
}

/// What is in the protected account, which only its owner may know.
public struct ProtectedGoal: Intent {
  /// What the intent is for.
  public static let title = "Protected goal"
  /// Only somebody who knows the passphrase hears it.
  public static let authenticationPolicy = AuthenticationPolicy.requiresAuthentication
  /// What is private is not learnt from.
  public static let isEligibleForPrediction = false
  @Dependency private var store: MoneyStore

  /// An intent without parameters.
  public init() {}

  /// Says what is in the protected account.
  public func perform() async throws -> IntentResponse {
    guard let balance = try await store.balance(of: .protected) else { return .failure("You have no protected goal.") }
    return .success(
      "Your protected goal holds \(balance.spoken).",
      card: ResponseCard(title: "Protected goal", rows: [.init("Balance", balance)]))
  }
}

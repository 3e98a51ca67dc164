import VocativeIntents
import VocativeUnderstanding

extension Goal {
  /// The progress of the goal, in words.
  var progressDialog: String {
    guard remaining.cents > 0 else { return "You've reached your \(dialogName) goal. You have saved \(saved.spoken)." }
    return "\(savedDialog) That leaves \(remaining.spoken) to go."
  }

  /// The amount that is saved for the goal, in words.
  var savedDialog: String {
    saved.cents == 0
      ? "You haven't saved anything for \(dialogName) yet."
      : "You have saved \(saved.spoken) of \(target.spoken) for \(dialogName)."
  }

  /// The goal as a card.
  var card: ResponseCard { card(history: []) }

  /// The goal as a card with its transfers.
  func card(history: [ResponseCard.Row]) -> ResponseCard {
    ResponseCard(
      title: name,
      rows: [
        .init("Saved", saved), .init("Target", target), .init("To go", remaining),
      ] + history, progress: Double(saved.cents) / Double(target.cents))
  }

  /// A response with the goal and its history, as the assistant's detail view shows it.
  func details(transfers: [Transfer], clock: WallClock) -> IntentResponse {
    let history = transfers.map { transfer in
      let isIn = transfer.destination == id
      return ResponseCard.Row(clock.written(transfer.date), (isIn ? "+" : "-") + transfer.amount.written)
    }
    let moved =
      transfers.isEmpty
      ? "You haven't moved any money yet." : "You've moved money in or out \(SpokenNumber.count(transfers.count, "time"))."
    return .success("\(progressDialog) \(moved)", card: card(history: history))
  }
}

extension TransferOutcome {
  /// The response to a transfer.
  var response: IntentResponse {
    switch self {
    case .missingGoal: return .failure("That goal isn't there anymore.")
    case .differentAccounts: return .failure("These goals are saved in different accounts.")
    case .insufficientFunds: return .failure("There isn't enough money for that anymore.")
    case .saved(let amount, let goal):
      return .success(
        "Saved \(amount.spoken) for \(goal.dialogName), which now holds \(goal.saved.spoken).", card: goal.card)
    case .moved(let amount, let source, let destination):
      let card = ResponseCard(
        title: "Moved \(amount.written)",
        rows: [.init(source.name, source.saved), .init(destination.name, destination.saved)])
      return .success(
        "Moved \(amount.spoken). \(source.dialogName) holds \(source.saved.spokenOrNothing), ".capitalizedSentence
          + "\(destination.dialogName) \(destination.saved.spoken).", card: card)
    }
  }
}

extension String {
  /// The text with each sentence capitalized.
  var capitalizedSentence: String {
    var isStart = true
    return String(
      map { character in
        defer { isStart = character == "." || (isStart && character == " ") }
        return isStart ? Character(character.uppercased()) : character
      })
  }
}

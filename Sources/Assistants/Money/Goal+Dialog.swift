import VocativeIntents
import VocativeUnderstanding

extension Goal {
  /// How far the goal has come, in words.
  var progressDialog: String {
    guard remaining.cents > 0 else { return "Your \(dialogName) goal is reached. You have saved \(saved.spoken)." }
    return "You have saved \(saved.spoken) of \(target.spoken) for \(dialogName). That leaves \(remaining.spoken) to go."
  }

  /// The goal on a screen.
  var card: ResponseCard { card(history: []) }

  /// The goal on a screen, with what was moved in and out of it.
  func card(history: [ResponseCard.Row]) -> ResponseCard {
    ResponseCard(
      title: name,
      rows: [
        .init("Saved", saved), .init("Target", target), .init("To go", remaining),
      ] + history, progress: Double(saved.cents) / Double(target.cents))
  }

  /// The goal with its history, as the assistant's own view of it shows it.
  func details(transfers: [Transfer], clock: WallClock) -> IntentResponse {
    let history = transfers.map { transfer in
      let isIn = transfer.destination == id
      return ResponseCard.Row(clock.written(transfer.date), (isIn ? "+" : "-") + transfer.amount.written)
    }
    let moved = transfers.isEmpty ? "Nothing was moved yet." : "It was changed \(SpokenNumber.count(transfers.count, "time"))."
    return .success("\(progressDialog) \(moved)", card: card(history: history))
  }
}

extension TransferOutcome {
  /// What came of moving money, in words.
  var response: IntentResponse {
    switch self {
    case .gone: return .failure("That goal is not there any more.")
    case .tooLittle: return .failure("There is not enough money for that any more.")
    case .saved(let amount, let goal):
      return .success(
        "Saved \(amount.spoken) for \(goal.dialogName), which now holds \(goal.saved.spoken).", card: goal.card)
    case .moved(let amount, let source, let destination):
      let card = ResponseCard(
        title: "Moved \(amount.written)",
        rows: [.init(source.name, source.saved), .init(destination.name, destination.saved)])
      return .success(
        "Moved \(amount.spoken). \(source.dialogName) holds \(source.saved.spoken), ".capitalizedSentence
          + "\(destination.dialogName) \(destination.saved.spoken).", card: card)
    }
  }
}

extension String {
  /// The text with the first letter of each of its sentences in upper case.
  var capitalizedSentence: String {
    var isStart = true
    return String(
      map { character in
        defer { isStart = character == "." || (isStart && character == " ") }
        return isStart ? Character(character.uppercased()) : character
      })
  }
}

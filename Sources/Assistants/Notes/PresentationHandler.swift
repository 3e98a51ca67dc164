import VocativeIntents

/// Handles requests during a presentation.
///
/// The intents are generated from `presentation.intents.yaml`.
struct PresentationHandler: NextLineHandling, PreviousLineHandling, EndPresentationHandling {
  let store: NotesStore

  func handle(intent: NextLine) async throws -> IntentResponse { try await store.movePresentation(by: 1).response }

  func handle(intent: PreviousLine) async throws -> IntentResponse { try await store.movePresentation(by: -1).response }

  func handle(intent: EndPresentation) async throws -> IntentResponse {
    try await store.endPresentation() ? .success("The presentation is over.") : .failure("You're not presenting a note.")
  }
}

extension PresentationStep {
  var response: IntentResponse {
    switch self {
    case .line(let line, let number, let count, let title):
      .success(QuotedText.spoken(line), card: ResponseCard(title: title, rows: [.init("\(number) of \(count)", line)]))
    case .noMoreLines: .failure("There are no more lines.")
    case .notPresenting: .failure("You're not presenting a note.")
    }
  }
}

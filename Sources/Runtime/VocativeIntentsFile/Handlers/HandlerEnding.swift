import Logging
import VocativeIntents

/// The ending of an external handler, before its answer is read.
struct HandlerEnding {
  enum Status: Equatable {
    /// The handler succeeded, unless its answer says otherwise.
    case success
    /// The handler failed.
    case failure
    /// The handler failed temporarily.
    case temporaryFailure
    /// Only the app can perform the request.
    case requiresApplication
    /// The handler is broken and its answer is ignored; the dialog to say instead.
    case broken(dialog: String)
  }

  let status: Status
  let answer: [UInt8]
  /// The fault to log.
  let fault: String?

  init(_ status: Status, answer: [UInt8] = [], fault: String? = nil) {
    self.status = status
    self.answer = answer
    self.fault = fault
  }

  static func broken(fault: String) -> HandlerEnding {
    HandlerEnding(.broken(dialog: IntentResponse.broken.dialog), fault: fault)
  }

  static func tooLate(fault: String) -> HandlerEnding {
    HandlerEnding(.broken(dialog: IntentResponse.late.dialog), fault: fault)
  }

  func result(for request: HandlerRequest, logger: Logger) -> HandlerResult {
    if let fault { logger.error("\(request.intent): \(fault)") }
    let sorry = IntentResponse.broken.dialog
    if case .broken(let dialog) = status { return HandlerResult(response: .failure(dialog), values: [:]) }
    let answer: HandlerAnswer
    do throws(HandlerAnswerError) {
      answer = try HandlerAnswer(self.answer)
    } catch {
      logger.error("\(request.intent): \(error.reason)")
      return HandlerResult(response: .broken, values: [:])
    }
    for problem in answer.problems { logger.warning("\(request.intent): \(problem)") }
    let (code, dialog): (IntentResponse.Code, String) =
      switch status {
      case .success:
        switch answer.code ?? .success {
        case .success: (.success, "Done.")
        case .inProgress: (.inProgress, "Working on it.")
        case .failureRequiringAppLaunch: (.failureRequiringAppLaunch, Self.onlyInApplication)
        case .failure, .ready, .continueInApp: (.failure, sorry)
        }
      case .failure: (answer.code == .failureRequiringAppLaunch ? .failureRequiringAppLaunch : .failure, sorry)
      case .temporaryFailure: (.failure, "That isn't working right now. Please try again later.")
      case .requiresApplication: (.failureRequiringAppLaunch, Self.onlyInApplication)
      case .broken(let dialog): (.failure, dialog)
      }
    return HandlerResult(
      response: IntentResponse(code: code, dialog: answer.dialog ?? dialog, card: answer.card), values: answer.values,
      structures: answer.structures, question: status == .success ? answer.question : nil)
  }

  private static let onlyInApplication = "You can only do that in the app."
}

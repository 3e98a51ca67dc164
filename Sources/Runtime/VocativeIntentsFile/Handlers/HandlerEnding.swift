import Logging
import VocativeIntents

/// How an external handler ended, before what it answered is read.
struct HandlerEnding {
  enum Status: Equatable {
    /// It was done, or the answer says what else.
    case success
    /// It could not be done.
    case failure
    /// It could not be done now.
    case temporaryFailure
    /// Only the application can do it.
    case requiresApplication
    /// Something is broken, and the answer is not to be believed: what to say instead.
    case broken(dialog: String)
  }

  let status: Status
  let answer: [UInt8]
  /// What to write in the log.
  let fault: String?

  init(_ status: Status, answer: [UInt8] = [], fault: String? = nil) {
    self.status = status
    self.answer = answer
    self.fault = fault
  }

  static func broken(_ request: HandlerRequest, fault: String) -> HandlerEnding {
    HandlerEnding(.broken(dialog: "Something went wrong with \(request.title.lowercased())."), fault: fault)
  }

  static func tooLate(_ request: HandlerRequest, fault: String) -> HandlerEnding {
    HandlerEnding(.broken(dialog: "\(request.title) took too long."), fault: fault)
  }

  func result(for request: HandlerRequest, logger: Logger) -> HandlerResult {
    if let fault { logger.error("\(request.intent): \(fault)") }
    let sorry = "Something went wrong with \(request.title.lowercased())."
    if case .broken(let dialog) = status { return HandlerResult(response: .failure(dialog), values: [:]) }
    let answer: HandlerAnswer
    do throws(HandlerAnswerError) {
      answer = try HandlerAnswer(self.answer)
    } catch {
      logger.error("\(request.intent): \(error.reason)")
      return HandlerResult(response: .failure(sorry), values: [:])
    }
    for problem in answer.problems { logger.warning("\(request.intent): \(problem)") }
    let (code, dialog): (IntentResponse.Code, String) =
      switch status {
      case .success:
        switch answer.code ?? .success {
        case .success: (.success, "Done.")
        case .inProgress: (.inProgress, "I am at it.")
        case .failureRequiringAppLaunch: (.failureRequiringAppLaunch, Self.onlyInApplication)
        case .failure, .ready, .continueInApp: (.failure, sorry)
        }
      case .failure: (answer.code == .failureRequiringAppLaunch ? .failureRequiringAppLaunch : .failure, sorry)
      case .temporaryFailure: (.failure, "That does not work at the moment. Please try again later.")
      case .requiresApplication: (.failureRequiringAppLaunch, Self.onlyInApplication)
      case .broken(let dialog): (.failure, dialog)
      }
    return HandlerResult(
      response: IntentResponse(code: code, dialog: answer.dialog ?? dialog, card: answer.card), values: answer.values)
  }

  private static let onlyInApplication = "You can only do that in the application."
}

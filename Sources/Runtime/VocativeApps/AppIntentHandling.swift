import AppProtocol
import Synchronization
import VocativeIntents
import VocativeIntentsFile

/// Passes one request to an app.
final class AppIntentHandling: IntentHandling {
  private let host: AppHost
  /// The name of the app as a person knows it.
  private let title: String
  private let intent: IntentsFileContents.Intent
  private let parameters: [ParameterDefinition]
  private let activities: [ActivityType]
  /// The number of a request that is not performed, because it becomes a shortcut.
  private let ownNumber = RequestIdentity().number

  private struct State {
    /// The identifier of the latest message.
    var message: Int?
    var values: [String: String] = [:]
    var shortcuts: [Shortcut] = []
    var donationGroup: String?
  }

  private let state = Mutex(State())

  init(
    host: AppHost, title: String, intent: IntentsFileContents.Intent, parameters: [ParameterDefinition],
    activities: [ActivityType]
  ) {
    (self.host, self.title, self.intent, self.parameters, self.activities) = (host, title, intent, parameters, activities)
  }

  func resolve(_ name: String, identifier: String?) async throws -> Resolution<SpokenValue> {
    guard let parameter = parameters.first(where: { $0.name == name }),
      let declared = intent.parameters.first(where: { $0.name == name })
    else { return .notRequired }
    guard Self.fits(identifier) else { return .unsupported(reason: Self.tooLong) }
    let resolution =
      declared.isResolvedByApp
      ? try await resolvedByApp(parameter, identifier: identifier)
      : try await resolved(parameter, identifier: identifier ?? declared.defaultValue)
    switch resolution {
    case .success(let value), .confirmationRequired(let value, _): state.withLock { $0.values[name] = value.identifier }
    case .needsValue, .disambiguation, .unsupported, .notRequired: break
    }
    return resolution
  }

  /// The answer to a value that is longer than an app may receive.
  private static let tooLong = "That's too long."

  /// Returns whether a value is within the limit of a message.
  private static func fits(_ value: String?) -> Bool { (value?.unicodeScalars.count ?? 0) <= AppLimits.maxDialog }

  /// Resolves a parameter as that of an intents file.
  private func resolved(_ parameter: ParameterDefinition, identifier: String?) async throws -> Resolution<SpokenValue> {
    guard let identifier else { return parameter.isRequired ? .needsValue() : .notRequired }
    guard let value = try await parameter.value(identifier) else {
      return .unsupported(reason: "That \(parameter.title.lowercased()) isn't there anymore.")
    }
    return .success(value)
  }

  private func resolvedByApp(_ parameter: ParameterDefinition, identifier: String?) async throws -> Resolution<SpokenValue> {
    switch try await send({ .resolve($0, parameter: parameter.name, value: identifier) }) {
    case .answer(.resolved(let value)): return .success(try await spoken(value, of: parameter))
    case .answer(.notRequired): return .notRequired
    case .answer(.unsupported(let reason)): return .unsupported(reason: AppText.spoken(reason))
    case .answer(.response(let response)):
      guard [.failure, .failureRequiringAppLaunch].contains(response.code) else {
        throw refused("it answers that \(response.code.rawValue) while \"\(parameter.name)\" is resolved")
      }
      throw IntentInterruption(try intentResponse(response))
    case .question(.open(let dialog), _): return .needsValue(dialog: dialog.map(AppText.spoken))
    case .question(.choice(let values, let dialog), _):
      var choices: [SpokenValue] = []
      for value in values { choices.append(try await spoken(value, of: parameter)) }
      return .disambiguation(among: choices, dialog: dialog.map(AppText.spoken))
    case .question(.confirmation(let value, let dialog), _):
      return .confirmationRequired(try await spoken(value, of: parameter), dialog: AppText.spoken(dialog))
    }
  }

  private func spoken(_ value: AppValue, of parameter: ParameterDefinition) async throws -> SpokenValue {
    let known = try await parameter.value(value.identifier)
    guard let display = value.display.map(AppText.spoken) else {
      if let known { return known }
      throw refused("\"\(value.identifier)\" is not a value of \"\(parameter.name)\", and has no \"display\"")
    }
    return SpokenValue(
      identifier: value.identifier, display: display, names: known?.names ?? [display], dialogName: known?.dialogName ?? display)
  }

  func confirm() async throws -> IntentResponse {
    guard intent.isConfirmedByApp else { return .ready() }
    switch try await send({ .confirm($0) }) {
    case .answer(.response(let response)): return try intentResponse(response)
    case .question(.open(let dialog?), _): return .ready(AppText.spoken(dialog))
    case .answer, .question: throw refused("a request is confirmed with a code, or asked about with a dialog")
    }
  }

  func perform() async throws -> IntentResponse {
    let context = IntentContext.current
    let progress: @Sendable (IntentProgress) -> Void = { context?.progress?.yield($0) }
    var reply = try await send(progress: progress) { .perform($0) }
    while case .question(let question, let parameter) = reply {
      let answer: AppReply
      do {
        answer = try await host.keepingAwake { try await ask(question, about: parameter, in: context) }
      } catch {
        if let id = state.withLock({ $0.message }) { await host.drop(id) }
        throw error
      }
      reply = try await send(progress: progress) { .reply($0, answer) }
    }
    guard case .answer(.response(let response)) = reply else {
      throw refused("a request that is performed is answered with a response")
    }
    guard response.code != .ready else { throw refused("a request that is performed is never \"ready\"") }
    let id = state.withLock { state in
      state.shortcuts = response.shortcuts.map { Shortcut($0) }
      state.donationGroup = response.group
      return state.message
    }
    guard response.hasUpdates, let id else { return try intentResponse(response) }
    return try intentResponse(response).updating { [host] display in
      await host.follow(id) { await display.show(ResponseCard($0)) }
    }
  }

  /// Asks the person what the app asks while it performs the request.
  private func ask(_ question: AppQuestion, about name: String?, in context: IntentContext?) async throws -> AppReply {
    guard let ask = context?.ask else { throw IntentCancellation() }
    guard let name else {
      guard case .open(let dialog?) = question else {
        throw refused("a question while a request is performed has a \"parameter\", or only a \"dialog\" for yes or no")
      }
      return AppReply(try await ask(.init(parameter: nil, .confirmation, dialog: AppText.spoken(dialog))))
    }
    guard let parameter = parameters.first(where: { $0.name == name }) else {
      throw refused("it asks for \"\(name)\", which is not a parameter of \(intent.name)")
    }
    let asked: PerformanceQuestion
    switch question {
    case .open(let dialog): asked = .init(parameter: name, .value, dialog: dialog.map(AppText.spoken))
    case .choice(let values, let dialog):
      var choices: [SpokenValue] = []
      for value in values { choices.append(try await spoken(value, of: parameter)) }
      asked = .init(parameter: name, .choice(choices), dialog: dialog.map(AppText.spoken))
    case .confirmation(let value, let dialog):
      let value = try await spoken(value, of: parameter)
      asked = .init(parameter: name, .valueConfirmation(value), dialog: AppText.spoken(dialog))
    }
    let answer = try await ask(asked)
    if case .value(let said) = answer, !Self.fits(said) { throw IntentInterruption(.failure(Self.tooLong)) }
    return AppReply(answer)
  }

  func associatedShortcuts() async throws -> [Shortcut] { state.withLock { $0.shortcuts } }
  var donationGroup: String? { state.withLock { $0.donationGroup } }

  // MARK: Messages

  private func send(
    progress: @escaping @Sendable (IntentProgress) -> Void = { _ in },
    _ message: @escaping @Sendable (AppRequest.Step) -> AppRequest
  ) async throws -> AppHost.Reply {
    let values = state.withLock { $0.values }
    let context = IntentContext.current
    let origin = AppRequest.Context(
      source: context?.source.rawValue ?? "", session: context?.session ?? "", room: context?.room)
    do {
      let isPrivate = context?.isPrivate ?? intent.requiresAuthentication
      return try await host.send(isPrivate: isPrivate, progress: progress) { [self, intent] id in
        state.withLock { $0.message = id }
        return message(
          .init(id: id, request: context?.request ?? ownNumber, intent: intent.name, values: values, context: origin))
      }
    } catch is AppHost.NotAnswering {
      throw IntentInterruption(.failure("\(title) is not answering."))
    }
  }

  /// The error of a reply that does not fit, which is logged by the runtime.
  private func refused(_ reason: String) -> AppError { AppError(app: host.name, reason: reason) }

  private func intentResponse(_ response: AppResponse) throws -> IntentResponse {
    try response.intentResponse(of: host.name, activities: activities)
  }
}

extension AppResponse {
  /// The response as the runtime knows it.
  ///
  /// - Throws: `AppError` if it continues in the app without an activity.
  func intentResponse(of app: String, activities: [ActivityType]) throws -> IntentResponse {
    guard let code = IntentResponse.Code(rawValue: code.rawValue), code != .continueInApp || activity != nil else {
      throw AppError(app: app, reason: "a response with the code \"continueInApp\" has no \"activity\"")
    }
    let activity = activity.map { activity in
      // The runtime refuses a type that is not declared.
      let type = activities.first { $0.identifier == activity.type } ?? ActivityType(activity.type)
      return Activity(type, title: AppText.spoken(activity.title), state: activity.state)
    }
    var dialog = AppText.spoken(dialog)
    if dialog.isEmpty, code == .failure || code == .failureRequiringAppLaunch {
      dialog = IntentResponse.broken.dialog
    }
    let response = IntentResponse(
      code: code, dialog: dialog, card: card.map { ResponseCard($0) }, activity: activity,
      followUp: followUp.map { FollowUp(intents: $0) })
    guard let value else { return response }
    let display = AppText.spoken(value.display ?? value.identifier)
    return response.returning(SpokenValue(identifier: value.identifier, display: display, names: [display]))
  }
}

extension AppReply {
  fileprivate init(_ answer: PerformanceAnswer) {
    switch answer {
    case .value(let identifier): self = .value(identifier)
    case .agreed(let agrees): self = .agreed(agrees)
    }
  }
}

import AppProtocol
import Foundation
import JSONValues
import Logging
import ProgramOutput
import VocativeIntents
import VocativeMemory
import VocativeStorage

/// Answers the messages of Vocative with an assistant.
actor AppSession {
  /// The time between two looks at lists that something else than a request may have changed.
  private static let interval = Duration.seconds(5)
  /// The time between two looks at what the assistant says on its own.
  private static let alertInterval = Duration.seconds(1)
  /// The pause after an announcement: Vocative refuses more than two in ten seconds.
  private static let announcementPause = Duration.seconds(5)
  /// The maximum number of requests that are resolved at the same time; older ones begin again.
  private static let maxRequests = 16

  private let assistant: Assistant
  private let runtime: IntentRuntime
  private let output: AppOutput
  private var lists: [String: JSONValue] = [:]
  /// The requests that are being resolved, with their numbers and the parameters that were resolved in this turn.
  private var requests: [(number: Int, request: SteppedRequest, resolved: Set<String>)] = []
  /// The open questions of requests that are performed, by the number of the request.
  private var questions: [Int: (id: Int, open: OpenPerformanceQuestion)] = [:]
  private var tasks: [Int: Task<Void, Never>] = [:]
  /// The latest call that sends changes.
  private var changes: Task<Void, Never>?
  /// The changes of cards that begin when the answer is sent, by the message that is answered.
  private var updates: [Int: CardUpdates] = [:]

  /// Prepares the assistant.
  ///
  /// - Throws: The error of a store, or of an assistant that cannot be an app.
  init(_ assistant: Assistant, output: AppOutput) async throws {
    (self.assistant, self.output) = (assistant, output)
    var limits = IntentRuntime.Limits()
    // Vocative limits the time of each request.
    limits.handler = .seconds(24 * 3600)
    runtime = IntentRuntime(
      assistant: assistant,
      memory: AssistantMemory(assistant: assistant.name, store: try Self.store(of: assistant.name))
        .onForgetting { [output] group in
          // The donations themselves are stored by Vocative.
          output.write(.forget(group: group))
        },
      limits: limits, logger: Logger(label: assistant.name) { StreamLogHandler.standardError(label: $0) })
    try await runtime.prepare()
  }

  /// Opens the store of the app's own memory, such as its feature toggles.
  private static func store(of assistant: String) throws -> RuntimeStore {
    let environment = ProcessInfo.processInfo.environment
    let base = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environment["HOME"] ?? NSHomeDirectory()
    let folder = "\(base ?? home + "/.local/share")/vocative/apps"
    // Several apps can have the same program. Earlier versions named the store after the assistant, which these apps share.
    return try RuntimeStore(
      path: "\(folder)/\(environment["VOCATIVE_APP"] ?? assistant).sqlite", copying: "\(folder)/\(assistant).sqlite")
  }

  /// Says hello and answers until the lines end.
  func run(_ lines: AsyncStream<[UInt8]>) async {
    do {
      let values = try await runtime.listedValues()
      lists = values.mapValues(\.json)
      // Without a hello, the program is useless; its end has a reason that Vocative logs.
      output.write(try AppMessage.hello(try await AppHello(assistant, lists: lists, memory: runtime.memory)).line)
    } catch {
      AppLog.write("\(error)\n")
      exit(EXIT_FAILURE)
    }
    let poll = Task {
      while (try? await Task.sleep(for: Self.interval)) != nil { await self.sendChanges() }
    }
    let alerts = assistant.alerts.map { source in Task { await self.announce(from: source) } }
    for await line in lines { receive(line) }
    poll.cancel()
    alerts?.cancel()
    for task in tasks.values { task.cancel() }
  }

  private func send(_ message: AppMessage) {
    do {
      output.write(try message.line)
    } catch {
      AppLog.write("a message is not sent: \(error)\n")
      // Vocative waits for an answer to each request.
      if case .answer(let id, _) = message { output.write(.answer(id, .response(AppResponse(.failure)))) }
    }
  }

  /// Sends what the assistant says on its own; an app cannot ring, so that what rings is said once.
  private func announce(from source: any AlertSource) async {
    while !Task.isCancelled {
      var pause = Self.alertInterval
      do {
        let alerts = try await source.alerts()
        if let alert = alerts.due.first {
          send(.announce(alert.dialog.asDialog))
          try await source.end(alert.id, as: .done)
          pause = Self.announcementPause
        } else if let next = alerts.next {
          pause = min(pause, max(next, .milliseconds(1)))
        }
      } catch {
        AppLog.write("the announcements cannot be read: \(error)\n")
      }
      try? await Task.sleep(for: pause)
    }
  }

  /// Sends the values of lists that have changed, and donations.
  ///
  /// One call after the other: else values that were read earlier could replace later ones.
  private func sendChanges() async {
    let task = Task { [changes] in
      await changes?.value
      await self.sendLatestChanges()
    }
    changes = task
    await task.value
  }

  private func sendLatestChanges() async {
    do {
      let values = try await runtime.listedValues()
      for (list, values) in values.sorted(by: { $0.key < $1.key }) {
        let json = values.json
        guard lists[list] != json, case .array(let items) = json else { continue }
        lists[list] = json
        send(.vocabulary(list: list, values: items))
      }
      // Vocative stores the donations of the assistant.
      try await runtime.memory.donations.takeAll { [output] donation in
        output.write(.donate(AppShortcut(donation.shortcut), group: donation.group))
      }
    } catch {
      AppLog.write("the names cannot be read: \(error)\n")
    }
  }

  // MARK: Requests

  private func receive(_ line: [UInt8]) {
    let message: AppRequest
    do {
      message = try AppRequest(line: line)
    } catch {
      AppLog.write("a message is not understood: \(error)\n")
      // Vocative waits for an answer to each request.
      if let id = error.request { send(.answer(id, .response(AppResponse(.failure)))) }
      return
    }
    if case .cancel(let id) = message {
      tasks[id]?.cancel()
      for (number, question) in questions where question.id == id { questions[number] = nil }
      return
    }
    tasks[message.id] = Task {
      let answer = await self.answer(to: message)
      switch message {
      case .perform, .reply: await sendChanges()
      case .resolve, .confirm, .continueActivity, .cancel: break
      }
      send(answer)
      if let updates = updates.removeValue(forKey: message.id) { await show(updates, of: message.id) }
      tasks[message.id] = nil
    }
  }

  /// Sends the cards that follow an answer.
  private func show(_ updates: CardUpdates, of id: Int) async {
    do {
      try await updates.run { [output] card in
        output.write(.update(id, card: AppCard(card)))
      }
    } catch {
      AppLog.write("a card no longer changes: \(error)\n")
    }
    send(.update(id, card: nil, isLast: true))
  }

  private func answer(to message: AppRequest) async -> AppMessage {
    do throws(SteppedRequest.Ending) {
      switch message {
      case .resolve(let step, let parameter, let value):
        // Each turn of a conversation resolves the parameters again, which may have other values or none.
        requests.removeAll { $0.number == step.request && $0.resolved.contains(parameter) }
        let request = try await request(step)
        if let index = requests.firstIndex(where: { $0.number == step.request }) { requests[index].resolved.insert(parameter) }
        let definition = request.intent.parameters.first { $0.name == parameter }
        return Self.message(
          step.id, try await request.resolve(parameter, identifier: value), of: definition, isDefault: value == nil)
      case .confirm(let step):
        return .answer(step.id, .response(AppResponse(try await request(step).confirm())))
      case .perform(let step):
        let request = try await request(step)
        return outcome(try await request.perform(report: reporting(step)), of: step)
      case .reply(let step, let reply):
        guard let question = questions.removeValue(forKey: step.request)?.open,
          let request = requests.first(where: { $0.number == step.request })?.request
        else { throw SteppedRequest.Ending(response: .failure("I don't know what that answers.")) }
        switch reply {
        case .value(let identifier): question.answer(.value(identifier))
        case .agreed(let agrees): question.answer(.agreed(agrees))
        }
        return outcome(try await request.next(report: reporting(step)), of: step)
      case .continueActivity(let id, let activity, _):
        let type = assistant.activities[activity.type]?.type ?? ActivityType(activity.type)
        // Vocative has asked for the passphrase if that is necessary.
        let response = await runtime.continueActivity(
          Activity(type, title: activity.title, state: activity.state), of: assistant.name, isPrivate: false, session: "")
        return .answer(id, .response(AppResponse(response)))
      case .cancel(let id): return .answer(id, .notRequired)
      }
    } catch {
      switch message {
      case .perform(let step), .reply(let step, _): requests.removeAll { $0.number == step.request }
      case .resolve, .confirm, .continueActivity, .cancel: break
      }
      return .answer(message.id, .response(AppResponse(error.response)))
    }
  }

  /// Reports progress as that of a step.
  private func reporting(_ step: AppRequest.Step) -> @Sendable (IntentProgress) async -> Void {
    { [output] progress in
      output.write(.progress(step.id, dialog: progress.dialog?.asDialog, card: progress.card.map { AppCard($0) }))
    }
  }

  /// Returns the message for a request that asks or was performed.
  private func outcome(_ next: SteppedRequest.Next, of step: AppRequest.Step) -> AppMessage {
    switch next {
    case .asks(let open):
      questions[step.request] = (step.id, open)
      return .ask(step.id, AppQuestion(open.question), parameter: open.question.parameter)
    case .performed(let performed):
      requests.removeAll { $0.number == step.request }
      var answer = AppResponse(performed.response)
      answer.shortcuts = performed.shortcuts.prefix(AppLimits.maxItems).map { AppShortcut($0) }
      answer.group = performed.donationGroup
      updates[step.id] = performed.response.updates
      return .answer(step.id, .response(answer))
    }
  }

  /// Returns the request of a step, with the values that are resolved.
  private func request(_ step: AppRequest.Step) async throws(SteppedRequest.Ending) -> SteppedRequest {
    if let known = requests.first(where: { $0.number == step.request }) { return known.request }
    let source = IntentSource(rawValue: step.context.source) ?? .api
    var wanted = IntentRequest(intent: step.intent, values: step.values, source: source, session: step.context.session)
    wanted.room = step.context.room
    guard let request = SteppedRequest(wanted, of: runtime) else {
      throw SteppedRequest.Ending(response: .failure("I don't know how to do that."))
    }
    for parameter in request.intent.parameters {
      if let value = step.values[parameter.name] { _ = try await request.resolve(parameter.name, identifier: value) }
    }
    requests.append((step.request, request, []))
    if requests.count > Self.maxRequests { requests.removeFirst() }
    return request
  }

  private static func message(
    _ id: Int, _ resolution: Resolution<SpokenValue>, of parameter: ParameterDefinition?, isDefault: Bool
  ) -> AppMessage {
    switch resolution {
    case .success(let value):
      // A default value was not said, and is not remembered.
      let isUnsaid = isDefault && parameter?.hasDefault == true && parameter?.hasResolver == false
      return .answer(id, isUnsaid ? .notRequired : .resolved(AppValue(value)))
    case .notRequired: return .answer(id, .notRequired)
    case .unsupported(let reason): return .answer(id, .unsupported(reason.asDialog))
    case .needsValue(let dialog): return .ask(id, .open(dialog: dialog?.asDialog))
    case .disambiguation(let values, let dialog):
      return .ask(id, .choice(values.prefix(AppLimits.maxItems).map { AppValue($0) }, dialog: dialog?.asDialog))
    case .confirmationRequired(let value, let dialog):
      return .ask(id, .confirmation(AppValue(value), dialog: dialog.asDialog))
    }
  }
}

extension AppQuestion {
  /// The question of a request that is performed.
  fileprivate init(_ question: PerformanceQuestion) {
    let dialog = question.dialog?.asDialog
    switch question.expectation {
    case .value, .confirmation: self = .open(dialog: dialog)
    case .choice(let values): self = .choice(values.prefix(AppLimits.maxItems).map { AppValue($0) }, dialog: dialog)
    case .valueConfirmation(let value):
      self = .confirmation(AppValue(value), dialog: dialog ?? "\(value.dialogName)?".asDialog)
    }
  }
}

import HermesProtocol
import JSONValues
import Logging
import Mosquitto
import ProgramOutput
import Vocative

/// Performs the effects of the dialogue: publishes messages, and makes the turn loop speak and listen.
struct HermesManager {
  let loop: TurnLoop
  let mailbox: TurnMailbox
  let publish: @Sendable (MosquittoMessage) -> Void
  let logger: Logger
  /// The log of what skills cause.
  let log: ClientLog
  private let site: String
  private var dialogue: HermesDialogue
  private let speech = ConcurrencyLimit(16)
  /// Maximum number of simultaneous queries: each costs a grammar and a comparison with every phrase.
  private let queries = ConcurrencyLimit(4)
  /// Maximum number of other tasks that wait for the loop.
  private let attempts = ConcurrencyLimit(32)

  init(
    room: RoomName, loop: TurnLoop, mailbox: TurnMailbox, logger: Logger, log: ClientLog,
    publish: @escaping @Sendable (MosquittoMessage) -> Void
  ) {
    (self.loop, self.mailbox, self.logger, self.log, self.publish) = (loop, mailbox, logger, log, publish)
    site = room.description
    dialogue = HermesDialogue(site: site)
  }

  /// Handles a message of the mailbox, and starts longer work in a task group.
  mutating func receive(_ letter: TurnMailbox.Letter, in group: inout DiscardingTaskGroup) async {
    var effects: [HermesEffect] = []
    switch letter {
    case .event(let event): effects = dialogue.receive(event)
    case .state(let state): effects = dialogue.receive(state)
    case .begun(let dispatch): effects = dialogue.begun(dispatch)
    case .completed(let dispatch): effects = dialogue.completed(dispatch)
    case .request(let request, let reply): effects = dialogue.wait(for: request, reply)
    case .rejection(let rejection, let reply): effects = dialogue.wait(for: rejection, reply)
    case .rejectionOver(let conversation): dialogue.rejectionOver(in: conversation)
    case .asked(let request):
      if case .toggleHotword = request, await loop.status.mutedBy?.contains(.skill) != true { dialogue.unmutedForAll() }
      effects = dialogue.receive(request, isBusy: await loop.isBusy)
    case .sessionBegan(let id): effects = dialogue.opened(id)
    case .sessionOver(let id, let reason): effects = dialogue.failed(id, reason)
    case .connection(let isConnected): effects = dialogue.connectionChanged(isConnected)
    case .muteSwitched, .stateUnsent: break
    }
    for effect in effects { await perform(effect, in: &group) }
  }

  private func perform(_ effect: HermesEffect, in group: inout DiscardingTaskGroup) async {
    switch effect {
    case .publish(let message): publish(message)
    case .tellIntent(let dispatch, let session): publish(await intent(dispatch, in: session))
    case .answer(let reply, let answer):
      if case .continued(_, let followUp) = answer { await check(followUp) }
      reply.yield(answer)
      reply.finish()
    case .open(let session, let text, let followUp):
      group.addTask { [self] in await open(session, text, followUp) }
    case .say(let message, let isMeanwhile):
      guard speech.begin() else {
        log.warning("the speech queue is full; dropping a text")
        return publish(Hermes.SayFinished(siteId: site, id: message.id, sessionId: message.sessionId))
      }
      group.addTask { [self] in
        await say(message, isMeanwhile: isMeanwhile)
        speech.end()
      }
    case .listen: attempt(in: &group) { try await $0.trigger() }
    case .hangUp(let text): attempt(in: &group) { try await $0.hangUp(saying: text?.ifSpeakable) }
    case .ask(let text, let followUp):
      await check(followUp)
      attempt(in: &group) { try await $0.ask(text?.ifSpeakable, expecting: followUp) }
    case .disable(let intents): await disable(intents)
    case .refuse(let reason): log.warning("refused a request from the broker: \(reason)")
    // Not a separate task: the order of mutes matters. A skill ends only its own mute.
    case .mute(let isOn):
      do {
        if isOn { try await loop.mute(by: .skill) } else { try await loop.unmute(by: .skill) }
      } catch {
        log.warning("\(error)")
      }
    case .recognize(let query):
      guard queries.begin() else {
        logger.debug("too many queries; dropping one")
        return notRecognized(query)
      }
      group.addTask { [self] in
        await recognize(query)
        queries.end()
      }
    }
  }

  private func attempt(
    in group: inout DiscardingTaskGroup, _ work: @escaping @Sendable (TurnLoop) async throws -> Void
  ) {
    guard attempts.begin() else { return logger.debug("too many requests wait for the turn loop; dropping one") }
    group.addTask { [loop, log, attempts] in
      do {
        try await work(loop)
      } catch is CancellationError {
        // The program ends.
      } catch {
        log.warning("a request from the broker failed: \(error)")
      }
      attempts.end()
    }
  }

  private func publish(_ message: any HermesMessage) {
    do {
      publish(MosquittoMessage(topic: message.topic, payload: Array(try message.json)))
    } catch {
      logger.error("a message on \(message.topic) can't be encoded: \(error)")
    }
  }

  // MARK: Speaking and listening

  private func open(_ session: String, _ text: String?, _ followUp: FollowUp?) async {
    if let followUp { await check(followUp) }
    do {
      try await loop.open(text?.ifSpeakable, expecting: followUp) { [mailbox] in mailbox.put(.sessionBegan(session)) }
    } catch is CancellationError {
      // The program ends.
    } catch {
      log.warning("a session requested by the broker could not begin: \(error)")
      mailbox.put(.sessionOver(session, .error))
    }
  }

  private func say(_ message: Hermes.Say, isMeanwhile: Bool) async {
    do {
      if message.text.isSpeakable {
        if isMeanwhile { try await loop.sayMeanwhile(message.text) } else { try await loop.say(message.text) }
      }
    } catch is CancellationError {
      // The program ends.
    } catch {
      log.warning("speaking a text from the broker failed: \(error)")
    }
    publish(Hermes.SayFinished(siteId: site, id: message.id, sessionId: message.sessionId))
  }

  /// Warns if a skill expects intents that the assistant does not have.
  private func check(_ followUp: FollowUp) async {
    let assistant = await loop.runtime.assistant
    let unknown = followUp.intents.filter { assistant.intent(named: $0) == nil }
    if !unknown.isEmpty {
      log.warning("a skill expects \(Self.list(unknown, limit: 5)), which the assistant does not have")
    }
  }

  // MARK: Intents

  private func disable(_ intents: Set<String>) async {
    let all = await loop.runtime.assistant.intents
    let known = Set(all.map(\.name))
    let unknown = intents.subtracting(known).sorted()
    if !unknown.isEmpty {
      log.warning("skills have disabled \(Self.list(unknown, limit: 5)), which the assistant does not have")
    }
    // A private intent stays enabled.
    let off = intents.intersection(all.filter { !$0.isPrivate }.map(\.name)).sorted()
    let words = off.isEmpty ? "none" : Self.list(off, limit: 20)
    log.notice("intents disabled by skills: \(words)")
    await loop.setDisabledIntents(intents)
  }

  private func intent(_ dispatch: Dispatch, in session: HermesDialogue.Session) async -> Hermes.Intent {
    let input = session.text ?? ""
    return Hermes.Intent(
      input: input, intent: .init(dispatch.intent, confidence: session.confidence),
      slots: await slots(dispatch.values, of: dispatch, in: input), siteId: site, sessionId: session.id,
      customData: session.customData, wakewordId: session.wakewordID)
  }

  private func slots(_ values: [String: String], of dispatch: Dispatch, in input: String) async -> [Hermes.Slot] {
    let intents = await loop.runtime.assistant.intents
    let intent = intents.first { $0.assistant == dispatch.assistant && $0.name == dispatch.intent }
    return await slots(values, of: intent?.identifier ?? dispatch.intent, in: input)
  }

  private func slots(_ values: [String: String], of intent: String, in input: String) async -> [Hermes.Slot] {
    let words = input.split(separator: " ").map(String.init)
    return await loop.runtime.saidValues(values, of: intent, in: words).map { said in
      let characters = said.words.map { range -> Range<Int> in
        let start = words[..<range.lowerBound].reduce(0) { $0 + $1.count + 1 }
        return start..<start + words[range].joined(separator: " ").count
      }
      return Hermes.Slot(
        entity: said.list, slotName: said.parameter,
        rawValue: said.words.map { words[$0].joined(separator: " ") } ?? said.identifier,
        value: said.isNumber ? Self.number(said.identifier) : .string(said.identifier),
        characters: characters)
    }
  }

  /// Returns the number that an identifier contains.
  private static func number(_ identifier: String) -> JSONValue {
    if let whole = Int(identifier) { return .integer(whole) }
    guard let decimal = DecimalNumber(identifier) else { return .string(identifier) }
    return .double(Double(decimal.hundredths) / 100)
  }

  /// Recognizes the intent of a text.
  ///
  /// No intent is performed, and private intents are excluded.
  private func recognize(_ query: Hermes.NLUQuery) async {
    let runtime = await loop.runtime
    var found: Interpretation?
    do {
      let conversation = Conversation(runtime: runtime, source: .api)
      var grammar = try await runtime.grammar()
      if let filter = query.intentFilter, !filter.isEmpty {
        grammar.phrases.removeAll { !filter.contains(runtime.origin(of: $0.intent).intent) }
      }
      if !grammar.phrases.isEmpty,
        case .understood(let interpretation) = try conversation.understanding(of: query.input, in: grammar, of: runtime.assistant),
        await !runtime.isPrivate(interpretation)
      {
        found = interpretation
      }
    } catch {
      log.warning("recognizing a query from the broker failed: \(error)")
    }
    guard let found else {
      return notRecognized(query)
    }
    let message = Hermes.Intent(
      input: found.text, intent: .init(runtime.origin(of: found.intent).intent, confidence: found.confidence),
      slots: await slots(found.slots, of: found.intent, in: found.text), siteId: site, id: query.id, sessionId: query.sessionId,
      customData: query.customData, wakewordId: nil)
    publish(Hermes.IntentParsed(message))
    publish(message)
  }

  private func notRecognized(_ query: Hermes.NLUQuery) {
    publish(
      Hermes.IntentNotRecognized(
        input: query.input, siteId: site, id: query.id, sessionId: query.sessionId, customData: query.customData))
  }

  /// Returns names from the broker, cleaned for the log.
  private static func list(_ names: some Collection<String>, limit: Int) -> String {
    names.prefix(limit).map { PrintableText.line($0, max: 80) }.joined(separator: ", ")
  }
}

extension String {
  fileprivate var ifSpeakable: String? { isSpeakable ? self : nil }
}

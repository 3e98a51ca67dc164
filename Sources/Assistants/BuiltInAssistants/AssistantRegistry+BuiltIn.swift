import Clock
import Messages
import Money
import Notes
public import Vocative

/// The data of Money, which has sample data to try it with.
public enum MoneyData: Sendable {
  /// The owner's own data.
  case own
  /// Sample data, which lasts as long as the program.
  case sample
  /// The owner's own data, or sample data if there is none.
  case ownOrSample

  func store() async throws -> MoneyStore {
    guard self != .sample else { return try MoneyStore(sampleAt: nil) }
    let own = try MoneyStore(path: AssistantLoader.storePath(for: MoneyAssistant.name))
    guard self == .ownOrSample, try await own.isEmpty() else { return own }
    return try MoneyStore(sampleAt: nil)
  }
}

extension AssistantRegistry {
  /// The assistants of the programs `vocative` and `vocatived`: money, notes, messages and clock.
  public static let builtIn = builtIn(money: .own)

  /// Returns the same assistants with other data of Money.
  public static func builtIn(money: MoneyData) -> AssistantRegistry {
    AssistantRegistry([
      BuiltInAssistant(name: MoneyAssistant.name, presenters: MoneyInterface.presenters) {
        try MoneyAssistant.make(store: try await money.store())
      },
      BuiltInAssistant(name: NotesAssistant.name, presenters: NotesInterface.presenters) {
        try NotesAssistant.make(store: NotesStore(path: AssistantLoader.storePath(for: NotesAssistant.name)))
      },
      BuiltInAssistant(name: MessagesAssistant.name, presenters: MessagesInterface.presenters) {
        try MessagesAssistant.make(
          store: MessagesStore(path: AssistantLoader.storePath(for: MessagesAssistant.name)),
          transport: SpoolTransport(folder: AssistantLoader.dataFolder + "/messages-outbox"))
      },
      BuiltInAssistant(name: ClockAssistant.name) {
        try ClockAssistant.make(store: ClockStore(path: AssistantLoader.storePath(for: ClockAssistant.name)))
      },
    ])
  }
}

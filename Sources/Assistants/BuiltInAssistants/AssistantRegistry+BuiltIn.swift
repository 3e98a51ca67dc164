import Clock
import Messages
import Money
import Notes
import Rides
public import Vocative

extension AssistantRegistry {
  /// The assistants of the programs `vocative` and `vocatived`: money, notes, messages and clock.
  public static let builtIn = AssistantRegistry([
    BuiltInAssistant(name: MoneyAssistant.name, presenters: MoneyInterface.presenters) {
      try await MoneyAssistant.make(in: $0)
    },
    BuiltInAssistant(name: NotesAssistant.name, presenters: NotesInterface.presenters) {
      try await NotesAssistant.make(in: $0)
    },
    BuiltInAssistant(name: MessagesAssistant.name, presenters: MessagesInterface.presenters) {
      try await MessagesAssistant.make(in: $0)
    },
    BuiltInAssistant(name: ClockAssistant.name) { try ClockAssistant.make(in: $0) },
  ])

  /// The same, and examples that have only sample data: rides.
  public static let samples = AssistantRegistry(
    builtIn.assistants + [
      BuiltInAssistant(name: RidesAssistant.name, presenters: RidesInterface.presenters) {
        try RidesAssistant.make().usingSampleData()
      }
    ])
}

import AssistantTestSupport
import Rides
import Synchronization
import Testing
import Vocative
import VocativeTestSupport

@Suite("Rides")
final class RidesTests: Sendable {
  private let events = Mutex<[TurnEvent]>([])

  /// Returns the shown distances, in order.
  private func whereabouts() -> [String] {
    events.withLock { $0 }.compactMap { event in
      switch event.kind {
      case .responded(_, _, _, let card?), .updated(_, let card): card.value("Now")?.written ?? card.value("Driver")?.written
      default: nil
      }
    }
  }

  @Test("A request for a ride shows the search, and then how the driver comes nearer")
  func nearer() async throws {
    let assistant = try RidesAssistant.make(company: RideCompany(clock: HurriedClock()))
    var conversation = TypedConversation(runtime: try AskedAssistant(assistant).runtime)
    try await conversation.say("get me a ride") { event in self.events.withLock { $0.append(event) } }
    #expect(whereabouts() == ["looking for one", "four minutes away"])
    await conversation.followCard { event in self.events.withLock { $0.append(event) } }
    #expect(
      whereabouts() == [
        "looking for one", "four minutes away", "three minutes away", "two minutes away", "one minute away", "here",
      ])
    let dialogs = events.withLock { $0 }.compactMap { if case .responded(_, _, let dialog, _) = $0.kind { dialog } else { nil } }
    #expect(dialogs == ["I'm looking for a driver.", "Ann is four minutes away."])
  }

  @Test("A ride is drawn as its distance above the driver and the car")
  func card() async throws {
    let assistant = try RidesAssistant.make(company: RideCompany(clock: HurriedClock()))
    var conversation = TypedConversation(runtime: try AskedAssistant(assistant).runtime)
    let interaction = try #require(try await conversation.say("call me a taxi").last?.interaction)
    let interface = ResponseInterface(presenters: RidesInterface.presenters, context: .terminal(columns: 30))
    let found = await interface.present(interaction)
    #expect(found.dialog == "Ann is four minutes away.")
    #expect(
      TerminalCard.lines(for: found, style: TerminalStyle(columns: 30)) == [
        "Ride", "four minutes away", "░░░░░░░░░░░░░░░░░░░░░░░░ 0%", "Ann, green station wagon",
      ])
    await conversation.followCard { event in self.events.withLock { $0.append(event) } }
    let arrived = await interface.present(try #require(events.withLock { $0.last?.interaction }))
    #expect(arrived.dialog == nil, "the words of the answer are not true any more")
  }
}

import AssistantTestSupport
import Foundation
import Synchronization
import Testing
import Vocative
import VocativeTestSupport

@Suite("Cards of apps that change")
final class AppCardTests: Sendable {
  private let events = Mutex<[TurnEvent]>([])

  private func receive(_ event: TurnEvent) { events.withLock { $0.append(event) } }

  /// Returns the shown values, in order, until another one follows.
  private var shown: [String] {
    events.withLock { $0 }.compactMap { event in
      switch event.kind {
      case .responded(_, _, _, let card?), .updated(_, let card): card.rows.last?.value.written
      default: nil
      }
    }
  }

  @Test("An app in its own process shows progress, and changes its card after the answer")
  func swift() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "command: [/usr/bin/env, \"XDG_DATA_HOME=\(folder.path)\", \"\(TestProgram.path("RidesApp"))\"]\nstart: at-start\n",
      to: "rides.app.yaml")
    let apps = AppHosts(limits: .patient, logger: .silent)
    let asked = try AskedAssistant(try await apps.assistant(AppFile(path: file)))
    var conversation = TypedConversation(runtime: asked.runtime)
    try await conversation.say("get me a ride", notify: receive)
    await conversation.followCard(notify: receive)
    // Vocative shows only the latest card, so that one in between may be left out.
    #expect(shown.prefix(2) == ["looking for one", "four minutes away"])
    #expect(shown.last == "here")
  }

  private static let card = #"\"card\":{\"title\":\"Roses\",\"rows\":[{\"label\":\"Water\",\"value\":\"VALUE\"}]}"#

  private static func echo(_ type: String, _ value: String, _ more: String = "") -> String {
    #"echo "{\"type\":\"\#(type)\",\"id\":$id,\#(card.replacing("VALUE", with: value))\#(more)}""#
  }

  @Test("An app draws its card itself: it replaces, adds and hides")
  func views() async throws {
    let views = #"""
      {"title":"Roses","rows":[{"label":"Water","value":"half"},{"label":"Light","value":"good"}],"views":[{"view":{"type":"text","text":"very dry","role":"heading"},"shows":["Water"]},{"view":{"type":"symbol","symbol":"🌵","description":"a cactus"}},{"shows":["Light"]}],"hides":["title"]}
      """#
    let app = try ScriptedApp(
      ScriptedApp.loop("printf '{\"type\":\"answer\",\"id\":%s,\"card\":%s}\\n' \"$id\" '\(views)'"))
    var conversation = TypedConversation(runtime: try await app.asked().runtime)
    let interaction = try #require(try await conversation.say("water the roses").last?.interaction)
    for context in [InterfaceContext.page, .kiosk, .terminal(columns: 40)] {
      let card = await ResponseInterface(presenters: [], context: context).present(interaction)
      #expect(card.title == nil)
      #expect(
        card.elements.map(\.view) == [
          .text("very dry", .heading), .image(InterfaceImage(.symbol("🌵"), description: "a cactus")),
        ])
    }
    #expect(app.log.messages.filter { $0.hasPrefix("warning") } == [])
  }

  @Test("A negative progress of an app is left out of its card")
  func negativeProgress() async throws {
    let app = try ScriptedApp(
      ScriptedApp.loop(#"echo "{\"type\":\"answer\",\"id\":$id,\"card\":{\"title\":\"Roses\",\"progress\":-1}}""#))
    #expect(try await app.asked().ask("water the roses").card == ResponseCard(title: "Roses", rows: []))
  }

  @Test("Vocative cancels the updates of an app when another request is made, and ignores those that are late")
  func cancelled() async throws {
    let app = try ScriptedApp(
      ScriptedApp.loop(
        """
        case $type in
        perform) \(Self.echo("progress", "half")); \(Self.echo("answer", "all", #",\"updates\":true"#));;
        cancel) touch cancelled; \(Self.echo("update", "late"));;
        esac
        """))
    let assistant = try await app.assistant()
    let loop = TurnLoop(
      runtime: try AskedAssistant(assistant).runtime,
      stages: .init(model: try RecognitionModel(), synthesizer: RecordingSynthesizer()), logger: .silent
    ) { if case .event(let event) = $0 { self.receive(event) } }
    _ = try await loop.trigger("water the roses")
    #expect(shown == ["half", "all"])
    _ = try await loop.trigger("water the beans")
    #expect(await eventually { FileManager.default.fileExists(atPath: app.folder.path + "/cancelled") })
    _ = try await loop.trigger("water the roses")
    #expect(shown.contains("late") == false)
    #expect(app.log.messages.filter { $0.hasPrefix("warning") } == [])
  }
}

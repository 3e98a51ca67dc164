import BrokerTestSupport
import Foundation
import Logging
import Mosquitto
import Synchronization
import Testing
import Vocative
import VocativeMQTT
import VocativeTestSupport

@Suite(
  "Private shortcuts with a broker", .tags(.long),
  .enabled(if: MosquittoBroker.isInstalled, Comment(rawValue: MosquittoBroker.reason)), .timeLimit(.minutes(10)))
struct PrivateShortcutTests {
  /// A client that receives every published message.
  private final class Eavesdropper: Sendable {
    private final class Kept: Sendable {
      let messages = Mutex<[MosquittoMessage]>([])
    }

    private let client: MosquittoClient
    private let kept: Kept
    private let listening: Task<Void, Never>

    init(port: Int) async {
      var configuration = MosquittoConfiguration(host: "127.0.0.1", port: port, identifier: "eavesdropper")
      configuration.subscriptions = ["#"]
      let client = MosquittoClient(configuration)
      let kept = Kept()
      let (subscriptions, subscription) = AsyncStream.makeStream(of: Void.self)
      (self.client, self.kept) = (client, kept)
      listening = Task {
        for await event in client.events {
          switch event {
          case .subscribed: subscription.yield()
          case .received(let message, _): kept.messages.withLock { $0.append(message) }
          default: break
          }
        }
      }
      client.begin()
      _ = await subscriptions.first { _ in true }
    }

    deinit {
      listening.cancel()
      client.close()
    }

    /// The topics and payloads received so far.
    var text: String {
      kept.messages.withLock { messages in
        messages.map { "\($0.topic) \(String(decoding: $0.payload, as: UTF8.self))" }.joined(separator: "\n")
      }
    }

    /// Waits until these words have been received.
    func hears(_ words: String) async -> Bool { await eventually { text.contains(words) } }
  }

  private static let words = ["sesame", "Open the safe", "It is open", "mystery", "seven green"]

  @Test("The broker receives no phrase, title or identifier of a private shortcut")
  func secrets() async throws {
    let broker = try await MosquittoBroker()
    let somebody = await Eavesdropper(port: broker.port)
    let log = RecordedLog()
    let box = try await Box(room: "kitchen", port: broker.port, passphrase: "seven green bottles", logger: log.logger)
    let unlock = try box.runtime.unlockRequest(with: "seven green bottles")
    let step = try await box.runtime.freeze("open the safe", unlock: unlock)
    let tell = Shortcut(intent: "Tell", values: [:], title: "Tell me")
    var hidden: [String] = []
    for (phrase, steps) in [
      ("sesame street", [step]), ("mystery house", [tell, step]),
      ("mystery island", [Shortcut(intent: "Elsewhere", values: [:], title: "Open the safe of the office")]),
    ] {
      guard case .added(let shortcut) = try await box.runtime.shortcuts.add(phrase: phrase, steps: steps) else {
        Issue.record("\(phrase) was not added")
        return
      }
      hidden.append(shortcut.id)
    }
    _ = try await box.loop.trigger("sesame street")
    _ = try await box.loop.trigger("seven green bottles")
    #expect(box.said.last == "It is open.")
    _ = try await box.loop.trigger("mystery house")
    _ = try await box.loop.trigger("seven blue bottles")
    _ = try await box.loop.trigger("cancel")
    // A later shortcut that is not private is published.
    guard case .added(let shown) = try await box.runtime.shortcuts.add(phrase: "beach time", steps: [tell]) else {
      Issue.record("beach time was not added")
      return
    }
    #expect(await somebody.hears(shown.id))
    _ = try await box.runtime.shortcuts.delete(hidden[0])
    _ = try await box.loop.trigger("beach time")
    #expect(await somebody.hears("beach time"))
    #expect(await somebody.hears("hermes/intent/Tell"))
    let told = somebody.text
    for words in Self.words + hidden { #expect(!told.contains(words), "\(words)") }
    let logged = log.messages.joined(separator: "\n")
    for words in Self.words { #expect(!logged.contains(words), "\(words)") }
  }
}

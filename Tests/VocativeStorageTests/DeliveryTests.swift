import Messages
import Synchronization
import Testing

@Suite("Deliveries in the store of messages")
struct DeliveryTests {
  /// A transport that takes or refuses messages while their request is given up.
  private final class Transport: MessageTransport {
    let texts = Mutex<[String]>([])
    private let refusal: MessageRefusal?

    init(refusal: MessageRefusal?) { self.refusal = refusal }

    func deliver(_ event: MessageEvent) async throws {
      texts.withLock { $0.append(event.body) }
      withUnsafeCurrentTask { $0?.cancel() }
      if let refusal { throw refusal }
    }
  }

  @Test(
    "The end of a delivery is stored although its request is given up during it, so that nothing is sent twice",
    arguments: [nil, MessageRefusal(dialog: "It's too long.")])
  func givenUp(refusal: MessageRefusal?) async throws {
    let store = try MessagesStore(path: nil)
    try await store.addContact(named: "Hannah Walker")
    let hannah = try #require(try await store.contacts().first)
    try await store.send("See you at eight.", to: [.contact(hannah)])
    let transport = Transport(refusal: refusal)
    let flush = Task { try await store.flush(to: transport) }
    _ = await flush.result
    #expect(transport.texts.withLock { $0 } == ["See you at eight."])
    #expect(try await store.waitingEvents() == 0)
    #expect(try await store.refusals().map(\.refusal) == [refusal].compactMap(\.self))
  }
}

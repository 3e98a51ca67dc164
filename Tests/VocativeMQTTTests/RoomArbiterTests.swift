import Mosquitto
import Testing
import Vocative
import VocativeMQTT
import VocativeTestSupport

@Suite("The choice of the room that answers")
struct RoomArbiterTests {
  /// Returns a claim of another box, this many seconds later on both clocks.
  private func claim(
    _ number: Int?, score: Double = 40, level: Double = -20, isAnswering: Bool = false, after seconds: Double,
    isRetained: Bool = false
  ) -> MosquittoMessage {
    let heard =
      number.map { #""heard":{"number":\#($0),"score":\#(score),"level":\#(level),"isAnswering":\#(isAnswering)},"# } ?? ""
    return MosquittoMessage(
      topic: "vocative/rooms/attic/heard", text: #"{"room":"attic",\#(heard)"instance":"attic-1","sent":\#(100 + seconds)}"#,
      isRetained: isRetained)
  }

  private func arbiter(
    knowing rooms: [String], times: RoomArbiter.Times, log: RecordedLog = RecordedLog()
  ) throws -> RoomArbiter {
    RoomArbiter(
      room: try #require(RoomName("kitchen")), knownRooms: rooms.compactMap { RoomName($0) }, times: times, logger: log.logger)
  }

  @Test(
    "An unknown box cannot silence another box, and is logged once",
    arguments: [[], ["study"], ["kitchen"], ["Attic 2", "study"]])
  func unknown(rooms: [String]) async throws {
    var times = RoomArbiter.Times()
    times.window = .zero
    let log = RecordedLog()
    let arbiter = try arbiter(knowing: rooms, times: times, log: log)
    arbiter.connect { _ in }
    let call = TurnCall(phrase: "hey assistant", score: 1, level: -60)
    arbiter.didHear(call)
    let start = ContinuousClock.now
    arbiter.receive(claim(nil, after: 0), arrival: start)
    for number in 1...3 { arbiter.receive(claim(number, isAnswering: true, after: 0.1), arrival: start + .seconds(0.1)) }
    #expect(await arbiter.mayAnswer(call))
    #expect(log.messages.count { $0.contains("\"attic\"") && $0.contains("known-rooms") } == 1, "\(log.messages)")
  }

  @Test("A room with another name and the same topics is logged once", arguments: [false, true])
  func sameTopics(isRetained: Bool) throws {
    let log = RecordedLog()
    let arbiter = RoomArbiter(room: try #require(RoomName("Room 1")), knownRooms: [], logger: log.logger)
    for name in ["Room-1", "Room-1"] {
      let text = #"{"room":"\#(name)","instance":"\#(name)","sent":100}"#
      arbiter.receive(
        MosquittoMessage(topic: "vocative/rooms/room_1/heard", text: text, isRetained: isRetained), arrival: .now)
    }
    #expect(log.messages.count == 1, "\(log.messages)")
    #expect(log.messages.allSatisfy { $0.contains("\"Room 1\"") && $0.contains("\"Room-1\"") && $0.contains("rename") })
  }

  @Test("Another box with the same room is logged once, and the box's own claim from before a restart is not")
  func sameRoom() throws {
    let log = RecordedLog()
    let arbiter = try arbiter(knowing: ["attic"], times: .init(), log: log)
    func receive(isRetained: Bool) {
      let heard = #""heard":{"number":1,"score":40,"level":-20,"isAnswering":true}"#
      arbiter.receive(
        MosquittoMessage(
          topic: "vocative/rooms/kitchen/heard", text: #"{"room":"kitchen",\#(heard),"instance":"kitchen-1","sent":100}"#,
          isRetained: isRetained), arrival: .now)
    }
    receive(isRetained: true)
    #expect(log.messages.isEmpty, "\(log.messages)")
    for _ in 1...2 { receive(isRetained: false) }
    #expect(log.messages.count == 1, "\(log.messages)")
    #expect(log.messages.allSatisfy { $0.contains("the room \"kitchen\"") && $0.contains("the setting \"room\"") })
  }

  @Test("Each room has one claim: forged boxes of a known room replace it and add none")
  func manyInstances() async throws {
    var times = RoomArbiter.Times()
    times.window = .zero
    let arbiter = try arbiter(knowing: ["attic"], times: times)
    arbiter.connect { _ in }
    let call = TurnCall(phrase: "hey assistant", score: 40, level: -40)
    arbiter.didHear(call)
    let start = ContinuousClock.now
    func forge(_ instance: Int, level: Double) {
      for heard in ["", #""heard":{"number":1,"score":40,"level":\#(level),"isAnswering":false},"#] {
        let text = #"{"room":"attic",\#(heard)"instance":"made-up-\#(instance)","sent":100}"#
        arbiter.receive(MosquittoMessage(topic: "vocative/rooms/attic/heard", text: text), arrival: start)
      }
    }
    for instance in 1...100 { forge(instance, level: -20) }
    forge(101, level: -90)
    #expect(await arbiter.mayAnswer(call), "the last is the one that counts")
  }

  /// Returns whether a box answers a call if another claim arrives this many seconds later.
  private func answers(to claim: (Double) -> MosquittoMessage, seconds: Double) async throws -> Bool {
    var times = RoomArbiter.Times()
    times.window = .zero
    let arbiter = try arbiter(knowing: ["attic"], times: times)
    arbiter.connect { _ in }
    let call = TurnCall(phrase: "hey assistant", score: 40, level: -40)
    arbiter.didHear(call)
    let start = ContinuousClock.now
    arbiter.receive(self.claim(nil, after: 0), arrival: start)
    arbiter.receive(claim(seconds), arrival: start + .seconds(seconds))
    return await arbiter.mayAnswer(call)
  }

  @Test("A late claim counts only if its box is already answering, and only for three seconds")
  func behind() async throws {
    #expect(try await !answers(to: { claim(1, level: -60, isAnswering: true, after: $0) }, seconds: 2.5))
    #expect(try await answers(to: { claim(1, isAnswering: false, after: $0) }, seconds: 2.5))
    #expect(try await answers(to: { claim(1, isAnswering: true, after: $0) }, seconds: 3.5))
  }

  @Test("A louder claim wins against a higher score, unless its own score is weak")
  func quality() async throws {
    #expect(try await !answers(to: { claim(1, score: 16, level: -30, after: $0) }, seconds: 0.1))
    #expect(try await answers(to: { claim(1, score: 1, level: -35, after: $0) }, seconds: 0.1))
  }

  @Test("A better claim counts if it arrives at about the same time, and belongs to another call if it arrives later")
  func arrival() async throws {
    #expect(try await !answers(to: { claim(1, after: $0) }, seconds: 0.2))
    #expect(try await answers(to: { claim(1, after: $0) }, seconds: 30))
  }

  /// - Parameter isRetained: Whether the other box is only known from a retained message.
  @Test("A wake phrase that another box repeats when it connects again is not a new one", arguments: [false, true])
  func repetition(isRetained: Bool) async throws {
    var times = RoomArbiter.Times()
    times.window = .zero
    let arbiter = try arbiter(knowing: ["attic"], times: times)
    arbiter.connect { _ in }
    let (now, hour) = (ContinuousClock.now, 3600.0)
    if !isRetained { arbiter.receive(claim(nil, after: -1), arrival: now - .seconds(hour + 1)) }
    arbiter.receive(claim(7, isAnswering: true, after: 0, isRetained: isRetained), arrival: now - .seconds(hour))
    if !isRetained {
      arbiter.disconnect()
      arbiter.connect { _ in }
    }
    let call = TurnCall(phrase: "hey assistant", score: 40, level: -40)
    arbiter.didHear(call)
    arbiter.receive(claim(7, isAnswering: true, after: hour), arrival: now)
    #expect(await arbiter.mayAnswer(call))
    arbiter.didHear(call)
    arbiter.receive(claim(8, after: hour + 0.1), arrival: now + .seconds(0.1))
    #expect(await !arbiter.mayAnswer(call), "the next wake phrase counts")
  }

  @Test("A wake phrase that was missed during an outage of the broker is not announced as a new one after it")
  func outage() async throws {
    var times = RoomArbiter.Times()
    times.window = .zero
    let arbiter = try arbiter(knowing: ["attic"], times: times)
    let attic = RoomArbiter(room: try #require(RoomName("attic")), knownRooms: [], times: times, logger: .silent)
    // A broker sends a retained message to those who are already subscribed without this mark.
    let relay: @Sendable (MosquittoMessage) -> Void = {
      arbiter.receive(MosquittoMessage(topic: $0.topic, payload: $0.payload), arrival: .now)
    }
    arbiter.connect { _ in }
    attic.connect(publish: relay)
    attic.disconnect()
    let call = TurnCall(phrase: "hey assistant", score: 40, level: -40)
    attic.didHear(call)
    #expect(await attic.mayAnswer(call))
    attic.connect(publish: relay)
    arbiter.didHear(call)
    #expect(await arbiter.mayAnswer(call))
    // A wake phrase after the outage is announced.
    attic.didHear(TurnCall(phrase: "hey assistant", score: 40, level: -20))
    arbiter.didHear(call)
    #expect(await !arbiter.mayAnswer(call))
  }

  /// Returns whether a box answers if a better claim arrives this late, from a box that sent a claim every hour for a day.
  ///
  /// - Parameter drift: The seconds per second by which the other clock is slower than the box's own.
  private func answers(afterADayOf drift: Double, late seconds: Double = 0) async throws -> Bool {
    var times = RoomArbiter.Times()
    times.window = .zero
    let arbiter = try arbiter(knowing: ["attic"], times: times)
    arbiter.connect { _ in }
    let call = TurnCall(phrase: "hey assistant", score: 40, level: -40)
    arbiter.didHear(call)
    let (now, day) = (ContinuousClock.now, 24 * 3600.0)
    for hour in 0..<24 {
      let passed = Double(hour) * 3600
      arbiter.receive(claim(hour, after: passed * (1 - drift)), arrival: now - .seconds(day - passed))
    }
    arbiter.receive(claim(24, after: (day - seconds) * (1 - drift)), arrival: now)
    return await arbiter.mayAnswer(call)
  }

  @Test("A claim still counts after a day without clock synchronisation", arguments: [-0.0001, 0, 0.0001])
  func drift(_ drift: Double) async throws {
    #expect(try await !answers(afterADayOf: drift))
  }

  @Test("A delayed claim does not count, at any clock drift", arguments: [-0.0001, 0, 0.0001])
  func heldUp(_ drift: Double) async throws {
    #expect(try await answers(afterADayOf: drift, late: 5))
  }
}

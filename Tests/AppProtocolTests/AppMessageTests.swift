import AppProtocol
import JSONValues
import Testing

@Suite("The messages of apps")
struct AppMessageTests {
  private static let shortcut = AppShortcut(
    intent: "Water", values: ["plant": "roses"], title: "Water the roses", phrase: "roses")

  private static let response: AppResponse = {
    var response = AppResponse(.continueInApp, dialog: "Here it is.")
    response.card = AppCard(title: "Roses", rows: [.init("Water", "1 l")], progress: 0.5)
    response.card?.views = [
      AppCardView(
        .stack([
          .text("Dry", role: "heading"), .progress(0.5, caption: "moisture"),
          .labelled("Light", .symbol("☀️", description: "good")), .list([.text("roses", role: "body")]),
          .countdown(end: 60, text: "until noon", caption: "water"),
          .chart(title: "Water", [.init("Monday", 2, text: "2 l")]),
        ]), shows: ["{plant}", "progress", "Water"], size: .init(columns: 20, lines: 4)),
      AppCardView(nil, shows: ["Light"]),
    ]
    response.card?.hides = ["title"]
    response.activity = AppActivity(type: "garden.plant", title: "Roses", state: ["plant": "roses"])
    response.shortcuts = [shortcut]
    response.followUp = ["Water"]
    (response.hasUpdates, response.group) = (true, "Plant roses")
    return response
  }()

  private static let messages: [AppMessage] = [
    .hello(
      AppHello(
        declaration: ["intents": .object(["Water": .object(["phrases": .array([.string("water {plant}")])])])],
        suggestions: [shortcut],
        relevant: [
          AppRelevantShortcut(
            shortcut,
            when: [
              .clock(from: "07:00", to: "09:30", days: ["monday"]), .routine("morning"), .place("home"),
              .dates(after: "2026-12-24T18:00:00Z", before: "2026-12-25T18:00:00Z"),
            ])
        ], activities: [.init("garden.plant", eligibility: ["search"])])),
    .answer(1, .resolved(AppValue("roses"))), .answer(2, .resolved(AppValue("ivy", display: "the ivy"))),
    .answer(3, .notRequired),
    .answer(4, .unsupported("There is no ivy.")), .answer(5, .response(response)), .answer(6, .response(AppResponse(.success))),
    .ask(6, .open(dialog: nil), parameter: "size"), .ask(7, .open(dialog: nil)), .ask(8, .open(dialog: "Shall I?")),
    .ask(9, .choice([AppValue("roses"), AppValue("beans")], dialog: "Which?")),
    .ask(10, .confirmation(AppValue("roses"), dialog: "The roses?")), .progress(11, dialog: "Half of it."),
    .progress(12, dialog: nil, card: AppCard(title: "Roses", rows: [.init("Water", "half")], progress: 0.5)),
    .update(13, card: AppCard(title: "Roses")), .update(14, card: nil, isLast: true), .forget(group: "Plant roses"),
    .donate(shortcut, group: "Plant roses"),
    .vocabulary(list: "plants", values: [.string("roses"), .object(["id": .string("ivy")])]), .donate(shortcut),
    .announce("The roses are dry."),
  ]

  private static let requests: [AppRequest] = {
    let context = AppRequest.Context(source: "voice", session: "s1", room: "kitchen")
    let step = AppRequest.Step(id: 4, request: 2, intent: "Water", values: ["plant": "roses"], context: context)
    return [
      .resolve(step, parameter: "amount", value: "2"), .resolve(step, parameter: "amount", value: nil), .confirm(step),
      .perform(step), .cancel(4),
      .continueActivity(5, AppActivity(type: "garden.plant", title: "Roses", state: ["plant": "roses"]), session: "s1"),
    ]
  }()

  @Test("A message of an app stays the same when it is written and read", arguments: messages)
  func message(_ message: AppMessage) throws {
    let line = try message.line
    #expect(line.last == UInt8(ascii: "\n"))
    #expect(line.filter { $0 == UInt8(ascii: "\n") }.count == 1)
    #expect(try AppMessage(line: line.dropLast()) == message)
  }

  @Test("A message to an app stays the same when it is written and read", arguments: requests)
  func request(_ request: AppRequest) throws {
    #expect(try AppRequest(line: Array(try request.line.dropLast())) == request)
  }

  @Test(
    "A message that does not follow the protocol is refused with the reason",
    arguments: [
      ("garden", "a line is not valid JSON"), ("[1]", "a message must be an object"), ("{}", "a message has no \"type\""),
      (#"{"type":"ask me"}"#, "a message has an unknown type"), (#"{"type":"hello"}"#, "\"version\" of the hello must be"),
      (#"{"type":"hello","version":2}"#, "the app has version 2 of the protocol, but only version 1 is supported"),
      (#"{"type":"answer","dialog":"Done."}"#, "\"id\" of an answer must be a whole number"),
      (#"{"type":"answer","id":"1"}"#, "\"id\" of an answer must be a whole number"),
      (#"{"type":"answer","id":99999999999999999999}"#, "\"id\" of an answer must be a whole number"),
      (#"{"type":"answer","id":1,"code":"fine"}"#, "an answer has an unknown code"),
      (#"{"type":"answer","id":1,"resolution":"perhaps"}"#, "an answer has an unknown resolution"),
      (#"{"type":"answer","id":1,"resolution":"success"}"#, "\"value\" of an answer must be an object"),
      (#"{"type":"answer","id":1,"dialog":7}"#, "\"dialog\" of an answer must be a text"),
      (#"{"type":"answer","id":1,"card":{"rows":[]}}"#, "a card has no \"title\""),
      (#"{"type":"answer","id":1,"card":{"title":"x","rows":[1]}}"#, "a row of a card must be an object"),
      (#"{"type":"answer","id":1,"card":{"title":"x","hides":["all"]}}"#, "a card hides an unknown part"),
      (#"{"type":"answer","id":1,"card":{"title":"x","views":[{"view":{"type":"map"}}]}}"#, "a view has an unknown type"),
      (
        #"{"type":"answer","id":1,"card":{"title":"x","views":[{"view":{"type":"text","text":7}}]}}"#,
        "\"text\" of a view must be"
      ),
      (
        #"{"type":"answer","id":1,"card":{"title":"x","views":[{"view":{"type":"countdown","end":9.2e15,"text":"x"}}]}}"#,
        "\"end\" of a view must be a time in seconds since 1970, before the year 10000"
      ),
      (
        #"{"type":"answer","id":1,"card":{"title":"x","views":[{"view":{"type":"countdown","end":-1,"text":"x"}}]}}"#,
        "\"end\" of a view must be a time in seconds since 1970, before the year 10000"
      ),
      (#"{"type":"progress","id":1}"#, "a progress message has neither \"dialog\" nor \"card\""),
      (#"{"type":"update","id":1,"last":"yes"}"#, "\"last\" of an update must be true or false"),
      (#"{"type":"ask","id":1,"value":"x"}"#, "a question about a value has no \"dialog\""),
      (#"{"type":"vocabulary","values":[]}"#, "a vocabulary has no \"list\""),
      (#"{"type":"announce","dialog":"a\u0000b"}"#, "\"dialog\" of an announcement contains the character U+0000"),
      (#"{"type":"donate","intent":"X"}"#, "a donation has no \"title\""),
    ])
  func refused(line: String, reason: String) {
    let error = #expect(throws: AppProtocolError.self) { try AppMessage(line: Array(line.utf8)) }
    #expect(error?.reason.hasPrefix(reason) == true, "\(error?.reason ?? "")")
  }

  /// Lines beyond a limit; they are too long to be arguments of a test.
  private static let tooLarge: [(line: String, reason: String)] = [
    (
      #"{"type":"announce","dialog":""# + String(repeating: "a", count: AppLimits.maxDialog + 1) + "\"}",
      "more than 2000 characters"
    ), (String(repeating: "[", count: 100_000), "nested deeper than 32 levels"),
    ("[" + String(repeating: "0,", count: AppLimits.maxValues) + "0]", "more than 100000 values"),
    (String(repeating: " ", count: AppLimits.maxMessageSize + 1), "more than 1048576 bytes"),
    (
      #"{"type":"ask","id":1,"among":["#
        + Array(repeating: "\"x\"", count: AppLimits.maxItems + 1).joined(separator: ",") + "]}",
      "has 101 elements, and the maximum is 100"
    ),
  ]

  @Test("A message beyond a limit is refused", arguments: tooLarge.indices)
  func limits(index: Int) {
    let (line, reason) = Self.tooLarge[index]
    let error = #expect(throws: AppProtocolError.self) { try AppMessage(line: Array(line.utf8)) }
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }

  @Test(
    "A refused answer or question has the identifier of its request, so that no other one is awaited",
    arguments: [
      (#"{"type":"answer","id":7,"dialog":7}"#, 7), (#"{"type":"ask","id":8,"dialog":7}"#, 8),
      (#"{"type":"answer","id":"7"}"#, nil), (#"{"type":"answer"}"#, nil), (#"{"type":"progress","id":9,"dialog":7}"#, nil),
      (#"{"type":"reply","id":9}"#, nil), ("answer", nil),
    ] as [(String, Int?)])
  func refusedRequest(line: String, id: Int?) {
    let error = #expect(throws: AppProtocolError.self) { try AppMessage(line: Array(line.utf8)) }
    #expect(error?.request == id)
  }

  @Test(
    "A request that an app cannot read has its identifier, so that it can be answered",
    arguments: [
      (#"{"type":"perform","id":7}"#, 7), (#"{"type":"undo","id":8}"#, 8), (#"{"type":"perform","id":"7"}"#, nil),
      (#"{"type":"cancel"}"#, nil), ("perform", nil),
    ] as [(String, Int?)])
  func unreadableRequest(line: String, id: Int?) {
    let error = #expect(throws: AppProtocolError.self) { try AppRequest(line: Array(line.utf8)) }
    #expect(error?.request == id)
  }

  @Test("Unknown entries are ignored, because a later version may have them")
  func later() throws {
    #expect(
      try AppMessage(line: Array(#"{"type":"progress","id":1,"dialog":"Half.","mood":"good"}"#.utf8))
        == .progress(1, dialog: "Half."))
  }
}

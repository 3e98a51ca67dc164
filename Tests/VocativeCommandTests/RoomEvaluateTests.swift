import Foundation
import Testing
import VocativeTestSupport

/// The recordings in `Audio/rooms`: synthetic voices in computed rooms, not selected by whether they are understood.
@Suite("Evaluating recordings in rooms", .tags(.long), .serialized)
struct RoomEvaluateTests {
  /// A kind of recording with the bounds of its results.
  ///
  /// The bounds are looser than the measured results and only detect regressions. `make rooms` generates recordings for measurements.
  struct Kind: Sendable, CustomTestStringConvertible {
    let name: String
    /// The options that select the assistant or the intents file.
    let options: [String]
    let minUnderstood: Int
    let maxMistaken: Int
    let minRefused: Int

    var folder: String { "\(Recording.folder)/rooms/\(name)" }
    var manifest: String { "\(folder)/manifest.jsonl" }
    var testDescription: String { name }

    static func assistant(_ name: String) -> Kind {
      Kind(name: name, options: ["--assistant", name], minUnderstood: 1, maxMistaken: 2, minRefused: 2)
    }

    /// Phrases with stored values or of the runtime, which an evaluation understands with an intents file.
    static func intentsFile(_ name: String) -> Kind {
      let file = "\(Recording.folder)/rooms/\(name)/\(name).intents.yaml"
      return Kind(name: name, options: ["--intents", file], minUnderstood: 3, maxMistaken: 2, minRefused: 2)
    }
  }

  private static let kinds = [
    Kind(
      name: "opposites", options: ["--intents", "\(Recording.folder)/rooms/opposites/house.intents.yaml"], minUnderstood: 9,
      maxMistaken: 8, minRefused: 2),
    .assistant("money"), .assistant("notes"), .assistant("messages"), .assistant("clock"), .intentsFile("money-stored"),
    .intentsFile("clock-stored"), .intentsFile("runtime"),
  ]

  private struct Line: Decodable {
    let intent: String?
    let room: String
    let pair: String?
    let snr: Double?
    let chime: Bool?
  }

  private func lines(of kind: Kind) throws -> [Line] {
    try Data(contentsOf: URL(fileURLWithPath: kind.manifest)).split(separator: 0x0A)
      .map { try JSONDecoder().decode(Line.self, from: $0) }
  }

  @Test("Commands are understood with few mistakes, and other speech is rejected", arguments: kinds)
  func understanding(_ kind: Kind) async throws {
    let program = try VocativeProgram()
    let path = program.folder.path + "/report.json"
    let outcome = try await program.run(["evaluate", kind.manifest, "--details", "--json", path] + kind.options)
    try #require(outcome.status == 0, "\(outcome.error)")
    let report = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path))) as? [String: Any]
    let recordings = try #require(report?["recordings"] as? [[String: Any]])
    let verdicts = recordings.compactMap { $0["verdict"] as? String }
    let lines = try lines(of: kind)
    try #require(verdicts.count == lines.count)

    let commands = zip(lines, verdicts).filter { $0.0.intent != nil }.map(\.1)
    let others = zip(lines, verdicts).filter { $0.0.intent == nil }.map(\.1)
    #expect(commands.count { $0 == "correct" } >= kind.minUnderstood, "\(outcome.output)")
    #expect(commands.count { $0 == "wrong" } <= kind.maxMistaken, "\(outcome.output)")
    #expect(others.count { $0 == "correct" } >= kind.minRefused, "\(outcome.output)")
  }

  @Test("The recordings cover every room, opposites come in pairs, and noise is 6 to 24 dB below the speech")
  func coverage() throws {
    let rooms: Set = [
      "near", "living-room", "hall", "chime", "breath", "kitchen", "fan", "babble", "music", "distant", "clipped",
    ]
    let lines = try Self.kinds.map { try self.lines(of: $0) }
    #expect(Set(lines.joined().map(\.room)) == rooms)
    #expect(Set(lines[0].filter { $0.intent != nil }.map(\.room)) == rooms)
    #expect(Dictionary(grouping: lines[0].compactMap(\.pair)) { $0 }.values.allSatisfy { $0.count == 2 })
    for line in lines.joined() where ["kitchen", "fan", "babble", "music"].contains(line.room) {
      #expect((6...24).contains(try #require(line.snr)))
    }
    for kind in lines { #expect(kind.contains { $0.intent == nil } && kind.contains { $0.intent != nil }) }
    #expect(lines.joined().contains { $0.chime == true })
  }
}

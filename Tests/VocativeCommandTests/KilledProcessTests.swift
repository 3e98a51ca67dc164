import Foundation
import GRDB
import Messages
import Testing
import VocativeTestSupport

/// Power can fail at any moment: a process that is killed while it writes must leave complete data.
@Suite("Killed processes", .tags(.long), .serialized)
struct KilledProcessTests {
  /// The number of kills: the value of `VOCATIVE_KILLS`, or 200, for which every run has time.
  private static let kills = ProcessInfo.processInfo.environment["VOCATIVE_KILLS"].flatMap { Int($0) } ?? 200

  @Test("Stores stay consistent when the program is killed hundreds of times during transfers and messages")
  func killed() async throws {
    let program = try VocativeProgram()
    var generator = SplitMix(state: 42)
    // Without a contact, Messages uses sample data, which it does not store.
    #expect(try await program.run("contacts", "add", "--local", "Hannah Walker").status == 0)
    for _ in 0..<Self.kills {
      let isMoney = Bool.random(using: &generator)
      let turns =
        isMoney
        ? ["move one dollar from summer vacation to new computer", "yes"]
        : ["send a message to hannah", "on my way", "yes"]
      let arguments =
        ["ask", "--assistant", isMoney ? "money" : "messages", "--json"] + Array(repeating: turns, count: 20).flatMap { $0 }
      try await program.runAndKill(
        arguments, afterLine: Int.random(in: 1...80, using: &generator), bytes: Int.random(in: 0...40, using: &generator))
    }
    for name in ["money", "messages", "runtime"] {
      #expect(try program.value("PRAGMA integrity_check", in: name) == "ok", "\(name)")
      #expect(try program.value("PRAGMA foreign_key_check", in: name) == nil, "\(name)")
    }
    // The sum never changes, and the stored transfers account for every move.
    let transfers = try #require(Int(try program.value("SELECT COUNT(*) FROM transfer", in: "money") ?? ""))
    #expect(transfers > 0, "something was written before the kills")
    let saved = try program.value("SELECT savedCents FROM goal WHERE identifier = 'summer-vacation'", in: "money")
    #expect(saved == String(124_000 - transfers * 100))
    let sum = try program.value("SELECT SUM(savedCents) FROM goal", in: "money")
    #expect(sum == Self.savedInAll)
    try await checkMessages(of: program)
  }

  @Test("An import that is killed adds all of its rows or none, and can be repeated")
  func killedImport() async throws {
    let program = try VocativeProgram(hasSample: false)
    let count = 3000
    let rows = (0..<count).map { "2026-11-\(10 + $0 % 20),Shop \($0),-1.50\n" }.joined()
    let file = try program.folder.write("Date,Description,Amount\n" + rows, to: "bank.csv")
    _ = try await program.run("money", "balance", "0")
    var generator = SplitMix(state: 7)
    var outcomes: Set<String> = []
    for _ in 0..<20 {
      // The preview has 21 lines.
      try await program.runAndKill(
        ["money", "import", file, "--yes"], afterLine: Int.random(in: 19...21, using: &generator),
        bytes: Int.random(in: 0...20, using: &generator))
      outcomes.insert(try program.value("SELECT COUNT(*) FROM entry", in: "money") ?? "")
    }
    #expect(outcomes.isSubset(of: ["0", "\(count)"]), "\(outcomes)")
    #expect(try program.value("PRAGMA integrity_check", in: "money") == "ok")
    #expect(try await program.run("money", "import", file, "--yes").status == 0)
    #expect(try program.value("SELECT COUNT(*) FROM entry", in: "money") == "\(count)")
  }

  /// Expects that each stored message was sent once and completely after the assistant was started again.
  private func checkMessages(of program: VocativeProgram) async throws {
    _ = try await program.run("ask", "--assistant", "messages", "how many unread messages do i have")
    #expect(try program.value("SELECT COUNT(*) FROM outbox", in: "messages") == "0")
    let folder = "\(program.folder.path)/vocative/messages-outbox"
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let events = try FileManager.default.contentsOfDirectory(atPath: folder).map { name in
      try decoder.decode(MessageEvent.self, from: Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
    }
    #expect(!events.isEmpty, "something was sent before the kills")
    #expect(try program.value("SELECT COUNT(*) FROM sentMessage", in: "messages") == String(events.count))
    #expect(Set(events.map(\.message)).count == events.count)
    #expect(events.allSatisfy { $0.body == "on my way" && $0.recipients.map(\.id) == ["contact/hannah-walker"] })
  }

  /// The total of the sample data's goals, in cents.
  private static let savedInAll = "439000"
}

extension VocativeProgram {
  /// Returns the first value of a query of an assistant's database, or nil.
  fileprivate func value(_ sql: String, in name: String) throws -> String? {
    try DatabaseQueue(path: "\(folder.path)/vocative/\(name).sqlite").read { try String.fetchOne($0, sql: sql) }
  }
}

/// A small seeded generator, so that every run kills at the same points.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

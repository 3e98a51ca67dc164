import Foundation
import GRDB
import Testing
import VocativeTestSupport

/// The power may go at any moment: a process that is killed while it writes leaves nothing half-done behind.
@Suite("A process that is killed", .serialized)
struct KilledProcessTests {
  private static let kills = 200

  @Test("Killed two hundred times while money moves and messages are sent: every sum, message and shortcut is whole")
  func money() async throws {
    let program = try VocativeProgram()
    var generator = SplitMix(state: 42)
    for _ in 0..<Self.kills {
      let isMoney = Bool.random(using: &generator)
      let turns =
        isMoney
        ? ["move one dollar from summer vacation to new computer", "yes"]
        : ["send a message to hannah", "on my way", "yes"]
      let arguments = ["ask", "--assistant", isMoney ? "money" : "messages", "--json"] + Array(repeating: turns, count: 20).flatMap { $0 }
      try program.runAndKill(arguments, afterLine: Int.random(in: 1...80, using: &generator), bytes: Int.random(in: 0...40, using: &generator))
    }
    let folder = program.folder.path + "/vocative"
    for name in ["money", "messages", "runtime"] {
      let database = try DatabaseQueue(path: "\(folder)/\(name).sqlite")
      #expect(try await database.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok", "\(name)")
      #expect(try await database.read { try Row.fetchOne($0, sql: "PRAGMA foreign_key_check") } == nil, "\(name)")
    }
    // Money: the sum never changes, and what was moved is what the transfers say.
    let money = try DatabaseQueue(path: "\(folder)/money.sqlite")
    let (saved, transfers, vacation) = try await money.read { database in
      (
        try Int.fetchOne(database, sql: "SELECT SUM(savedCents) FROM goal") ?? 0,
        try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM transfer") ?? 0,
        try Int.fetchOne(database, sql: "SELECT savedCents FROM goal WHERE identifier = 'summer-vacation'") ?? 0
      )
    }
    #expect(transfers > 0, "something was written before each kill")
    #expect(vacation == 124_000 - transfers * 100)
    #expect(saved % 100 == 0)
  }
}

/// A small generator with a seed, so that every run kills at the same places.
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

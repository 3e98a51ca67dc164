import Foundation
import Testing
import VocativeTestSupport

@Suite("Commands for what was learned")
struct DonationsCommandTests {
  @Test("Donations are listed with their groups and deleted by identifier, by group and all at once")
  func donations() async throws {
    let program = try VocativeProgram()
    let asked = try await program.run(
      "ask", "--assistant", "notes", "read my grocery list note", "read my garden ideas note", "how many notes do i have")
    #expect(asked.status == 0, "\(asked.error)")
    let all = try await program.run("donations", "--json").objects
    #expect(all.count == 7, "\(all)")
    let groceries = try await program.run("donations", "list", "--group", "Note grocery-list").output
    #expect(groceries.contains("Read a note: grocery list (group \"Note grocery-list\")"), "\(groceries)")
    #expect(groceries.contains("(related, group \"Note grocery-list\")"), "\(groceries)")
    #expect(try await program.run("donations", "delete", "--group", "Note grocery-list").output == "deleted: 3 donations\n")
    #expect(try await program.run("donations", "delete", "--group", "Note grocery-list").status == 1)
    let count = try #require(all.first { $0["intent"] as? String == "CountNotes" }?["id"] as? String)
    #expect(try await program.run("donations", "delete", count).output == "deleted: 1 donation\n")
    #expect(try await program.run("donations", "delete", "--all", "--json").output == "{\"deleted\":3}\n")
    #expect(try await program.run("donations").output.isEmpty)
    #expect(try await program.run("donations", "delete").status == 64)
  }

  @Test("The steps of a shortcut are replaced, and its phrase stays")
  func steps() async throws {
    let program = try VocativeProgram()
    #expect(try await program.run("shortcuts", "add", "--assistant", "notes", "rich again", "list my notes").status == 0)
    let edited = try await program.run(
      "shortcuts", "edit", "--assistant", "notes", "rich again", "--step", "how many notes do i have", "--step", "list my notes")
    #expect(edited.output == "updated: \"rich again\" → Count notes, then List notes\n", "\(edited.error)")
    #expect(try await program.run("shortcuts", "edit", "--assistant", "notes", "rich again").status == 64)
  }
}

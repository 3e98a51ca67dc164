import Foundation
import Testing
import VocativeTestSupport

@Suite("Sample data", .tags(.long))
struct SampleDataTests {
  private func expect(_ outcome: VocativeProgram.Outcome, _ words: String, isSaid: Bool = true) {
    #expect(outcome.status == 0 && outcome.output.contains(words) == isSaid, "\(words): \(outcome)")
  }

  @Test("With --sample, the clock has no alarms, and the owner's alarms stay")
  func clock() async throws {
    let program = try VocativeProgram(hasSample: false)
    expect(try await program.run("ask", "wake me at eight tomorrow"), "I'll wake you")
    expect(try await program.run("ask", "--sample", "list my alarms", "set a timer for an hour"), "You don't have any alarms.")
    expect(try await program.run("ask", "--sample", "--assistant", "clock", "wake me at nine tomorrow"), "at nine")
    expect(try await program.run("ask", "list my alarms", "list my timers"), "You have one alarm: at eight")
    expect(try await program.run("ask", "list my timers"), "hour", isSaid: false)
  }

  @Test("With --sample, the owner's shortcuts work, and changes to them are not kept")
  func shortcuts() async throws {
    let program = try VocativeProgram(hasSample: false)
    let listed = "\"monday morning\" → Safe to spend, then List goals\n"
    #expect(try await program.run("shortcuts", "add", "monday morning", "safe to spend", "list my goals").status == 0)
    expect(try await program.run("ask", "--sample", "monday morning"), "summer vacation")
    expect(try await program.run("ask", "--sample", "delete my monday morning shortcut", "yes"), "Deleted.")
    #expect(try await program.run("shortcuts").output == listed)
    expect(try await program.run("ask", "monday morning"), "You don't have any goals yet.")
  }

  @Test("With --sample, changes of the voice apply to the command only")
  func voice() async throws {
    let program = try VocativeProgram(hasSample: false)
    expect(try await program.run("ask", "louder"), "I'm louder now.")
    expect(try await program.run("ask", "--sample", "louder", "what's your voice"), "My volume is 150 percent.")
    expect(try await program.run("ask", "what's your voice"), "My volume is 125 percent.")
  }

  @Test("Features that are turned on, and answers to \"Money or Garden?\", are forgotten with sample data")
  func features() async throws {
    let program = try VocativeProgram(hasSample: false)
    let asked = try await program.run("ask", "--assistant", "notes", "turn presentation mode on", "present my packing note")
    #expect(asked.status == 0 && asked.error.contains("sample data is used and discarded at the end"), "\(asked)")
    expect(try await program.run("features", "--assistant", "notes"), "off: Presentation mode is off.")
    let garden = "wake: [hey assistant]\nintents:\n  Tell:\n    phrases: [list my goals]\n    response: Told.\n"
    try program.folder.write(garden, to: "config/vocative/assistants/garden.intents.yaml")
    expect(try await program.run("ask", "--sample", "list my goals", "garden"), "Told.")
    #expect(try await program.run("assistants", "choices").output.isEmpty)
  }

  @Test("Without databases of the owner, --sample creates none")
  func nothingStored() async throws {
    let program = try VocativeProgram(hasSample: false)
    expect(try await program.run("ask", "--sample", "vacation goal", "wake me at eight tomorrow"), "I'll wake you")
    let files = (try? FileManager.default.subpathsOfDirectory(atPath: program.folder.path)) ?? []
    #expect(!files.contains { $0.hasSuffix(".sqlite") }, "\(files)")
  }
}

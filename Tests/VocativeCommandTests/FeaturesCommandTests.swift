import Foundation
import Testing
import VocativeTestSupport

@Suite("Commands for features")
struct FeaturesCommandTests {
  @Test("Features are listed with the reasons why they are off, and turned on and off")
  func features() async throws {
    let program = try VocativeProgram()
    let listed = try await program.run("features", "--assistant", "notes")
    #expect(listed.output.contains("notes.Reading: on\n"), "\(listed)")
    let presentation = "notes.Presentation (needs toggle: notes.presentation): "
    #expect(listed.output.contains("\(presentation)off: Presentation mode is off."), "\(listed)")
    #expect(
      try await program.run("features", "enable", "--assistant", "notes", "notes.Presentation")
        .output.contains(
          "\(presentation)on\n"))
    let disabled = try await program.run(
      "features", "disable", "--assistant", "notes", "reading", "--json")
    let reading = disabled.objects.first { $0["feature"] as? String == "Reading" }
    #expect(reading?["reason"] as? String == "Reading is turned off.", "\(disabled)")
    let asked = try await program.run("ask", "--assistant", "notes", "list my notes")
    #expect(asked.status == 1 && asked.output.contains("Reading is turned off."), "\(asked)")
    let timeline = try await program.run("timeline")
    #expect(
      timeline.output.contains("unavailable")
        && timeline.output.contains("notes.Reading.ListNotes"), "\(timeline)")
    let hearing = try await program.run("features", "--json").objects.first { $0["feature"] as? String == "Hearing" }
    #expect(hearing?["assistant"] as? String == "vocative" && hearing?["constraints"] as? [String] == ["permission: microphone"])
    let unknown = try await program.run("features", "enable", "--assistant", "notes", "dancing")
    #expect(
      unknown.status == 64 && unknown.error.contains("the features are: notes.Reading, "),
      "\(unknown)")
  }
}

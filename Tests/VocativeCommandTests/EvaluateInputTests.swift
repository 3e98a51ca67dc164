import Foundation
import Testing
import VocativeTestSupport

@Suite("Invalid input of an evaluation")
struct EvaluateInputTests {
  private static let audio = Recording.folder + "/money/slt-breath-vacation-goal.wav"
  private static let line = "{\"audio\": \"\(audio)\", \"intent\": null, \"wake\": true}"

  private func expect(
    _ program: VocativeProgram, _ arguments: [String], _ status: Int32, _ fragments: String...,
    location: SourceLocation = #_sourceLocation
  ) async throws {
    let outcome = try await program.run(["evaluate"] + arguments)
    #expect(outcome.status == status, "\(outcome.output)\(outcome.error)", sourceLocation: location)
    for fragment in fragments {
      #expect(outcome.error.contains(fragment), "\(outcome.error)", sourceLocation: location)
    }
    #expect(outcome.output.isEmpty, "nothing was measured before", sourceLocation: location)
  }

  @Test("A missing or invalid recording is reported with its line before the measurement")
  func recordings() async throws {
    let program = try VocativeProgram()
    let missing = try program.folder.write(Self.line + "\n{\"audio\": \"none.wav\", \"intent\": null}", to: "a.jsonl")
    try await expect(program, [missing], 66, "a.jsonl:2", "none.wav", "relative to the manifest's folder")
    try program.folder.write("no sound", to: "text.wav")
    let text = try program.folder.write("\n\n{\"audio\": \"text.wav\", \"intent\": null}", to: "b.jsonl")
    try await expect(program, [text], 65, "b.jsonl:3", "text.wav")
    try await expect(program, [Self.audio], 65, ":1", "JSON object")
  }

  @Test("A line that does not fit the assistant is reported, and so is an empty manifest")
  func manifests() async throws {
    let program = try VocativeProgram()
    let intents = try program.folder.write(
      "language: en\nwake: []\nintents:\n  A:\n    phrases: [\"vacation goal\"]\n    response: fine\n", to: "a.intents.yaml")
    let wake = try program.folder.write(Self.line, to: "wake.jsonl")
    try await expect(program, [wake, "--intents", intents], 65, "wake.jsonl:1", "no wake phrase")
    let keyphrases = try program.folder.write(
      Self.line + "\n{\"audio\": \"\(Self.audio)\", \"phrases\": [\"hey assistant\"]}", to: "keyphrases.jsonl")
    try await expect(program, [keyphrases], 65, "keyphrases.jsonl:2", "--phrases")
    let empty = try program.folder.write("\n", to: "empty.jsonl")
    try await expect(program, [empty], 65, "empty.jsonl", "empty")
    try await expect(program, [empty, "--phrases", "computer"], 65, "empty.jsonl")
    try await expect(program, [wake, "--phrases", "computer", "--negatives", empty], 65, "empty.jsonl")
  }

  @Test("A recording for false alarms that has one of the keyphrases is reported with its line")
  func negatives() async throws {
    let program = try VocativeProgram()
    let other = "{\"audio\": \"\(Self.audio)\", \"phrases\": [\"jarvis\"]}\n"
    let manifest = try program.folder.write(other + other.replacing("jarvis", with: "Hey, Assistant!"), to: "m.jsonl")
    try await expect(
      program, [manifest, "--phrases", "hey assistant", "--negatives", manifest], 65, "m.jsonl:2", "has \"hey assistant\"")
    let woken = try program.folder.write(Self.line, to: "woken.jsonl")
    try await expect(program, [manifest, "--phrases", "jarvis", "--negatives", woken], 65, "woken.jsonl:1", "has a wake phrase")
    try await expect(program, [woken, "--phrases", "jarvis"], 65, "woken.jsonl:1", "has a wake phrase")
    let said = Self.line.replacing("\"wake\": true", with: "\"transcript\": \"please tell Jarvis\"")
    let spoken = try program.folder.write(said, to: "spoken.jsonl")
    try await expect(program, [spoken, "--phrases", "jarvis"], 65, "spoken.jsonl:1", "list it in \"phrases\"")
  }

  @Test("Unreadable noise is reported by name")
  func noise() async throws {
    let program = try VocativeProgram()
    let manifest = try program.folder.write(Self.line, to: "m.jsonl")
    try await expect(program, [manifest, "--noise", program.folder.path + "/none.wav", "--snr", "6"], 66, "none.wav")
    let text = try program.folder.write("no sound", to: "text.wav")
    try await expect(program, [manifest, "--noise", text, "--snr", "6"], 65, "text.wav")
  }

  @Test("An output path that cannot be written is rejected before the measurement", arguments: ["--json", "--plot"])
  func outputs(_ option: String) async throws {
    let program = try VocativeProgram()
    let manifest = try program.folder.write(Self.line, to: "m.jsonl")
    let folder = program.folder.path
    try await expect(program, [manifest, option, folder + "/none/out"], 64, option, folder + "/none", "mkdir -p")
    try await expect(program, [manifest, option, folder], 64, option, "folder")
  }

  @Test("A list without a phrase that can be spotted is rejected")
  func noPhrase() async throws {
    let program = try VocativeProgram()
    let manifest = try program.folder.write(Self.line.replacing(", \"wake\": true", with: ""), to: "m.jsonl")
    try await expect(program, [manifest, "--phrases", " , "], 64, "--phrases")
    try await expect(program, [manifest, "--phrases", "日本"], 65, "日本")
  }

  @Test("A line that expects an intent or a slot that the assistant does not have is counted as wrong, with a warning")
  func unknownExpectations() async throws {
    let program = try VocativeProgram()
    let intents = try program.folder.write(
      "wake: [hey assistant]\nintents:\n  Goal:\n    phrases: [\"vacation goal <when>\"]\n    response: fine\n"
        + "rules: { when: \"[{day}]\" }\nlists: { day: [today] }\n", to: "a.intents.yaml")
    for (line, reason) in [
      ("\"intent\": \"Gaol\"", "no phrase of the assistant requests the intent \"Gaol\"; its phrases request: Goal"),
      ("\"intent\": \"Goal\", \"slots\": {\"date\": \"today\"}", "the intent Goal has no slot \"date\"; its slots are: day"),
    ] {
      let manifest = try program.folder.write(
        "{\"audio\": \"\(Self.audio)\", \"intent\": \"Goal\", \"slots\": {\"day\": \"today\"}}\n{\"audio\": \"\(Self.audio)\", \(line)}",
        to: "m.jsonl")
      let outcome = try await program.run("evaluate", manifest, "--intents", intents)
      #expect(outcome.status == 0, "\(outcome.error)")
      #expect(outcome.error.contains("m.jsonl:2: \(reason)") && !outcome.error.contains("m.jsonl:1"), "\(outcome.error)")
    }
  }
}

import Testing
import Vocative
import VocativeTestSupport

@Suite("App files")
struct AppFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("An app file names the program relative to its folder, and the names of the app")
  func whole() throws {
    try folder.script("cat", named: "garden")
    let path = try folder.write(
      "command: [./garden, --verbose]\nspoken: [garden, my garden]\nstart: at-start\nidle: 60\n", to: "garden.app.yaml")
    #expect(try AppFile(path: path).name == "garden")
    #expect(throws: Never.self) { try AppFile(path: path, named: "other") }
  }

  @Test(
    "A fault is reported with its line and a remedy",
    arguments: [
      ("", 1, "an app file must be a mapping with at least \"command:\""),
      ("spoken: [garden]\n", 1, "\"command:\" is missing"),
      ("command: /usr/bin/garden\n", 1, "a command must be a list"),
      ("spoken: garden\ncommand: [/nowhere/garden]\n", 2, "there is no program /nowhere/garden"),
      ("command: [no-such-program-here]\n", 1, "\"no-such-program-here\" is not on the search path"),
      ("command: [cat]\nstart: sometimes\n", 2, "\"start\" must be one of: first-use, at-start"),
      ("command: [cat]\nidle: 0\n", 2, "\"idle\" must be a whole number of seconds from 1 to 86400"),
      ("command: [cat]\nmemory: 1\n", 2, "an app file has no key \"memory\"; the keys are: command, user, spoken, start, idle"),
      ("command: [cat]\nuser: nobody-of-that-name\n", 2, "an app cannot run as \"nobody-of-that-name\": there is no such user"),
      ("command: [cat]\nspoken: [\"...\"]\n", 2, "is not a name of one to 10 words"),
    ] as [(String, Int, String)])
  func faults(text: String, line: Int, reason: String) throws {
    let path = try folder.write(text, to: "garden.app.yaml")
    let error = #expect(throws: IntentsFileError.self) { try AppFile(path: path) }
    #expect(error?.faults.first?.location.line == line)
    #expect(error?.faults.first?.reason.contains(reason) == true, "\(error?.description ?? "")")
  }

  @Test("A file that is too large or missing is refused")
  func large() throws {
    let path = try folder.write("command: [cat]\n#" + String(repeating: "x", count: 1 << 17), to: "garden.app.yaml")
    #expect(throws: IntentsFileError.self) { try AppFile(path: path) }
    #expect(throws: IntentsFileError.self) { try AppFile(path: folder.path + "/none.app.yaml") }
  }
}

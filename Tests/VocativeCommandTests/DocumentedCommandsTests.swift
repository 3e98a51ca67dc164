import Foundation
import Subprocess
import SystemPackage
import Testing
import VocativeTestSupport

@Suite("Documented commands", .tags(.long))
struct DocumentedCommandsTests {
  /// Matches commands that need neither a microphone nor a daemon and end within seconds.
  private static var quiet: Regex<Substring> {
    #/^(?:\$ )?vocative (?:ask|shortcuts|timeline|pronounce|check|money (?:goal|expense|income|spend|balance|entries)) .*/#
  }

  /// Returns the commands of a block with their documented output.
  private static func commandLines(of block: Documentation.Block) -> [(command: String, output: String)] {
    var commands: [(command: String, output: String)] = []
    var isContinued = false
    for line in block.lines {
      if isContinued {
        commands[commands.count - 1].command += "\n" + line
      } else if line.hasPrefix("$ ") || line.hasPrefix("vocative ") {
        commands.append((line.hasPrefix("$ ") ? String(line.dropFirst(2)) : line, ""))
      } else if !commands.isEmpty {
        commands[commands.count - 1].output += line + "\n"
      }
      isContinued = !commands.isEmpty && line.hasSuffix("\\") && (isContinued || line.hasPrefix("$ ") || line.contains(quiet))
    }
    return commands.filter { $0.command.contains(quiet) }
  }

  private static let blocks: [Documentation.Block] = Documentation.ours.pages.joined().filter { block in
    ["console", "sh", "shell", "bash", "text", ""].contains(block.language) && !commandLines(of: block).isEmpty
  }

  @Test("The documentation contains commands")
  func some() { #expect(!Self.blocks.isEmpty) }

  @Test("Documented commands print the documented output with fresh data", arguments: blocks)
  func shown(_ block: Documentation.Block) async throws {
    let program = try VocativeProgram(hasSample: false)
    let folder = URL(fileURLWithPath: VocativeProgram.path).deletingLastPathComponent().path
    for (command, output) in Self.commandLines(of: block) {
      try writeFiles(namedIn: command, before: block, to: program)
      let result = try await Subprocess.run(
        .name("bash"), arguments: ["-c", command],
        environment: program.subprocessEnvironment(changing: ["PATH": "\(folder):/usr/bin:/bin", "HOME": program.folder.path]),
        workingDirectory: FilePath(program.folder.path), output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
      let printed = result.standardOutput + result.standardError
      let words: Comment = "\(block.place): \(command)\n\(printed)"
      if !output.contains("rejected") { #expect(!printed.contains("rejected:"), words) }
      if !output.contains("vocative:"), !printed.contains("still open") { #expect(!printed.contains("vocative: "), words) }
      if command.hasPrefix("vocative ask"), !output.isEmpty { #expect(Self.firstLine(printed) == Self.firstLine(output), words) }
    }
  }

  private static func firstLine(_ text: String) -> Substring? { text.split(separator: "\n").first }

  /// Writes the intents file that a command names, as shown earlier on the page.
  private func writeFiles(namedIn command: String, before block: Documentation.Block, to program: VocativeProgram) throws {
    guard let name = command.firstMatch(of: #/[\w.\/-]+\.yaml/#).map({ String($0.0) }),
      let page = Documentation.ours.pages.first(where: { $0.contains { $0.place == block.place } })
    else { return }
    let shown = page.prefix(block.index).last { $0.language == "yaml" && $0.lines.contains { $0.hasPrefix("intents:") } }
    if let shown { try program.folder.write(shown.lines.joined(separator: "\n"), to: name) }
  }
}

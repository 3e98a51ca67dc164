import ArgumentParser
import Foundation
import ProgramOutput
import Vocative

/// `vocative timeline`: lists recent requests and their results.
struct TimelineCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "timeline", abstract: "List recent requests and their results.",
    discussion: """
      If the daemon runs, the command uses its timeline, and reports this on standard error. --local and --intents use your own \
      folders.

      With --focus, it lists only the requests to one feature or intent.

      The timeline keeps the latest \(Timeline.maxEntries) starts and ends of requests. Private requests appear without their contents.
      """)

  @OptionGroup var options: MemoryOptions

  private static let defaultLimit = 50

  @Option(help: ArgumentHelp("The maximum number of entries, the latest last (default: \(defaultLimit)).", valueName: "count"))
  var limit: Int?

  @Flag(help: "Delete the whole timeline.")
  var clear = false

  func validate() throws {
    guard limit ?? 1 > 0 else { throw ValidationError("--limit must be at least 1") }
    for (option, isGiven) in [("--focus", options.assistants.focus != nil), ("--limit", limit != nil)] where clear && isGiven {
      throw ValidationError(
        "--clear deletes the whole timeline and cannot be combined with \(option); leave out \(option) to delete everything, or "
          + "--clear to list")
    }
  }

  func run() async throws {
    guard !clear else {
      _ = try await options.report(.clearTimeline)
      return
    }
    let action = MemoryRequest.Action.timeline(limit: limit ?? Self.defaultLimit, topic: options.assistants.focus)
    let entries = try await options.report(action).timeline ?? []
    if options.json {
      StandardOutput.write(
        try TimelineReport.jsonLines(entries).split(separator: "\n").map { PrintableText.json(String($0)) + "\n" }.joined())
    } else {
      StandardOutput.write(PrintableText.lines(TimelineReport.text(entries)))
    }
  }
}

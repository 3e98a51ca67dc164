import ArgumentParser
import Foundation
import Vocative

/// `vocative timeline`: what an assistant was asked for lately, and what came of it.
struct TimelineCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "timeline", abstract: "Show what an assistant was asked for lately, and what came of it.",
    discussion:
      "The newest \(Timeline.mostEntries) beginnings and ends are kept. Of private intents there is no more than that they happened."
  )

  @OptionGroup var options: AssistantOptions

  @Option(help: ArgumentHelp("How many entries, the newest last.", valueName: "count"))
  var limit = 50

  @Flag(help: "Forget all of it.")
  var clear = false

  func validate() throws {
    guard limit > 0 else { throw ValidationError("--limit must be at least 1") }
  }

  func run() async throws {
    let timeline = try await options.makeRuntime(logger: options.makeLogger()).memory.timeline
    if clear {
      try await timeline.removeAll()
      return
    }
    let entries = try await timeline.entries(limit: limit, topic: options.focus)
    if options.json {
      StandardOutput.write(try TimelineReport.jsonLines(entries))
    } else {
      StandardOutput.write(TimelineReport.text(entries))
    }
  }
}

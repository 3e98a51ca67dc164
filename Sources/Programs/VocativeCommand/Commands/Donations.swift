import ArgumentParser
import Vocative

/// `vocative donations …`: lists and deletes what the assistants learned.
struct Donations: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List and delete past requests, from which suggestions come.",
    discussion: """
      If the daemon runs, these commands show and change what it learned, and report this on standard error. --local and \
      --intents use your own folders.
      """,
    subcommands: [List.self, Delete.self], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List donations, the latest first.",
      discussion: "\"related\" marks a request that you did not make, but that an assistant associates with one you made.")
    @OptionGroup var options: MemoryOptions
    @Option(help: ArgumentHelp("The group of the donations, such as \"Note grocery-list\" (default: all).", valueName: "name"))
    var group: String?
    @Option(help: ArgumentHelp("The maximum number of donations.", valueName: "count"))
    var limit = 50

    func validate() throws {
      guard limit > 0 else { throw ValidationError("--limit must be at least 1") }
    }

    func run() async throws {
      let report = try await options.report(.donations(limit: limit, group: group))
      for donation in report.donations ?? [] { donation.print(asJSON: options.json) }
    }
  }

  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Delete donations.", discussion: "Exit status: 1 if there is no such donation.")
    @OptionGroup var options: MemoryOptions
    @Flag(help: "Delete all donations.")
    var all = false
    @Option(help: ArgumentHelp("Delete the donations of a group (default: none).", valueName: "name"))
    var group: String?
    @Argument(help: "The identifier of a donation, as \"vocative donations\" lists it.")
    var donation: String?

    func validate() throws {
      guard [all, group != nil, donation != nil].count(where: \.self) == 1 else {
        throw ValidationError("Give an identifier, --group or --all.")
      }
    }

    func run() async throws {
      let choice: MemoryRequest.DonationChoice =
        all ? .all : group.map { .group($0) } ?? .donation(donation ?? "")
      let count = try await options.report(.deleteDonations(choice)).deletedDonations ?? 0
      guard count > 0 || all else {
        StandardError.write("vocative: there is no such donation; \"vocative donations\" lists all\n")
        throw ExitStatus.no
      }
      StandardOutput.line(options.json ? #"{"deleted":\#(count)}"# : "deleted: \(CountedNoun(count, "donation"))")
    }
  }
}

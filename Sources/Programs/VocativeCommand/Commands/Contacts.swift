import ArgumentParser
import Foundation
import Messages
import ProgramOutput
import Vocative

/// `vocative contacts …`: lists, adds and removes the contacts of Messages.
struct Contacts: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List, add and remove the contacts of the assistant Messages.",
    discussion: """
      If the daemon runs, these commands use its contacts, and report this on standard error. --local uses your own folders.

      Contacts and groups are also read from vCard files, *.vcf, in $XDG_CONFIG_HOME/vocative/contacts and /etc/vocative/contacts, and \
      followed as they change. Contacts that are added are in the folder contacts beside the data of the assistants.
      """,
    subcommands: [List.self, Add.self, Remove.self], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the contacts and groups.")
    @OptionGroup var options: DataOptions

    func run() async throws {
      let contacts = try await options.perform(OperationRequest("contacts.list", of: "messages"), as: [ContactListing].self)
      for contact in contacts { contact.print(asJSON: options.json) }
    }
  }

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add a contact.",
      discussion: "Options may be repeated. The contact can be named in the next sentence that you say.")
    @OptionGroup var options: DataOptions
    @Option(help: ArgumentHelp("A nickname (default: none).", valueName: "name"))
    var nickname: [String] = []
    @Option(help: ArgumentHelp("The relationship of the contact to you, such as sister (default: none).", valueName: "words"))
    var relationship: [String] = []
    @Option(help: ArgumentHelp("A telephone number (default: none).", valueName: "number"))
    var telephone: [String] = []
    @Option(help: ArgumentHelp("An email address (default: none).", valueName: "address"))
    var email: [String] = []
    @Option(
      help: ArgumentHelp(
        "How the first name sounds: phones, such as \"SH IH V AO N\", or letters that sound alike (default: as it is written).",
        valueName: "sound"))
    var pronunciation: String?
    @Argument(help: "The full name.")
    var name: String

    func run() async throws {
      var contact = NewContact(name: name)
      (contact.nicknames, contact.relationships) = (nickname, relationship)
      (contact.telephone, contact.email, contact.pronunciation) = (telephone, email, pronunciation)
      let input = String(decoding: try JSONEncoder().encode(contact), as: UTF8.self)
      let request = OperationRequest("contacts.add", of: "messages", input: input)
      for added in try await options.perform(request, as: [ContactListing].self) { added.print(asJSON: options.json) }
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Remove a contact.",
      discussion: "Messages from the contact stay. Exit status: 1 if there is no such contact, or several.")
    @OptionGroup var options: DataOptions
    @Argument(help: "The full name or the identifier, as \"vocative contacts list\" prints it.")
    var contact: String

    func run() async throws {
      let output = try await options.perform(OperationRequest("contacts.remove", of: "messages", input: contact))
      StandardOutput.line(options.json ? PrintableText.json(String(decoding: output, as: UTF8.self)) : "removed")
    }
  }
}

extension ContactListing {
  fileprivate func print(asJSON isJSON: Bool) {
    guard !isJSON else { return StandardOutput.line(jsonLine) }
    let details = [
      nicknames.map { "\"\($0)\"" }, relationships, telephone, email,
      members.map { ["members: \($0.joined(separator: ", "))"] } ?? [],
    ].flatMap(\.self)
    StandardOutput.line(PrintableText.line("\(name) (\(id))" + (details.isEmpty ? "" : ": " + details.joined(separator: ", "))))
  }
}

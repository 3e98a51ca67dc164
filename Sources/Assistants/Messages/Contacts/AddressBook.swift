import Foundation
import LimitedFile
public import Logging
import VCard

/// The contacts and groups of vCard files in folders, which it follows as they change.
///
/// A file with a fault is reported with its line and leaves the others alone: its former contacts stay in use.
public actor AddressBook {
  /// The maximum size of a file in bytes; pictures are part of it.
  public static let maxFileSize = 32 << 20
  /// The maximum number of files in a folder.
  public static let maxFiles = 2000
  /// The name of the file with the owner's own card, whose relations name other contacts.
  public static let ownerFile = "me.vcf"

  /// The folders; a contact that two of them have is the one of the first.
  public nonisolated let folders: [String]
  private let store: MessagesStore
  private let logger: Logger
  private var known: [String: FileStamp] = [:]
  private var isRead = false
  private var files: [String: CardFile] = [:]
  private var lastFault: String?
  private var refreshing: Task<Bool, Never>?

  /// Creates the address book of a store.
  ///
  /// - Parameter folders: The paths of the folders, which need not exist.
  public init(store: MessagesStore, folders: [String], logger: Logger) {
    self.store = store
    self.folders = folders.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    self.logger = logger
  }

  /// Reads what has changed since the last time, and returns whether the contacts did.
  @discardableResult
  public func refresh() async -> Bool {
    if let refreshing { return await refreshing.value }
    let task = Task { await refreshNow() }
    refreshing = task
    defer { refreshing = nil }
    return await task.value
  }

  private func refreshNow() async -> Bool {
    let stamps = Self.stamps(of: paths())
    guard stamps != known || !isRead else { return false }
    var read: [String: CardFile] = [:]
    for (path, stamp) in stamps {
      if let file = files[path], known[path] == stamp { read[path] = file } else { read[path] = file(at: path) }
    }
    do {
      // An unreadable file keeps its contacts in the store; nothing tells which ones it would have.
      let kept = Set(read.filter { $0.value.cards == nil }.keys)
      let changed = try await store.replaceCards(
        Self.cards(of: stamps.keys.sorted(by: order).compactMap { read[$0] }), keeping: kept)
      (known, files, isRead, lastFault) = (stamps, read, true, nil)
      return changed
    } catch {
      // The next look tries again.
      if lastFault != "\(error)" { logger.error("the contacts cannot be stored: \(error)") }
      lastFault = "\(error)"
      return false
    }
  }

  // MARK: Files

  /// A file as it was read.
  private struct CardFile {
    let path: String
    /// The cards; nil if it cannot be read.
    let cards: [ContactCard]?
  }

  /// Returns the files that may have cards.
  private func paths() -> [String] {
    folders.flatMap { folder in
      // A folder that does not exist has no contacts.
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.filter { !$0.hasPrefix(".") && $0.lowercased().hasSuffix(".vcf") }.sorted().prefix(Self.maxFiles)
        .map { "\(folder)/\($0)" }
    }
  }

  private static func stamps(of paths: [String]) -> [String: FileStamp] {
    paths.reduce(into: [:]) { $0[$1] = FileStamp(path: $1) }
  }

  /// Orders files by their folder, then by their name.
  private func order(_ one: String, _ other: String) -> Bool {
    func place(_ path: String) -> Int { folders.firstIndex { path.hasPrefix($0 + "/") } ?? folders.count }
    return (place(one), one) < (place(other), other)
  }

  private func file(at path: String) -> CardFile {
    do throws(VCardError) {
      let file = LimitedFile(path: path, limit: Self.maxFileSize, mustBeRegular: true)
      let data = try file.contents { failure in
        VCardError(
          line: 1,
          failure == .tooLarge
            ? "the file is larger than \(file.limitText); divide it"
            : "the file cannot be read; check its kind and its permissions")
      }
      return CardFile(path: path, cards: contacts(of: try VCardReader.cards(of: data), in: path))
    } catch {
      logger.error("\(path):\(error.line): \(error.reason); the contacts that it had before stay in use")
      return CardFile(path: path, cards: nil)
    }
  }

  /// Returns the cards with a name; the others are reported.
  private func contacts(of cards: [VCard], in path: String) -> [ContactCard] {
    let isOwner = (path as NSString).lastPathComponent == Self.ownerFile
    func report(_ fault: VCardError, _ effect: String) { logger.warning("\(path):\(fault.line): \(fault.reason)\(effect)") }
    let usable: [ContactCard] = cards.compactMap { card in
      do throws(VCardError) {
        return try ContactCard(card, in: path, isOwner: isOwner) { report($0, "") }
      } catch {
        report(error, "; this card is not used")
        return nil
      }
    }
    return ContactCard.numberingNamesakes(in: usable, of: path)
  }

  // MARK: Cards

  /// Returns the cards of all files, each identity once, with the relationships that other cards give them.
  private static func cards(of files: [CardFile]) -> [SourcedCard] {
    var cards: [SourcedCard] = []
    var positions: [String: Int] = [:]
    for file in files {
      for card in file.cards ?? [] where positions[card.key] == nil {
        positions[card.key] = cards.count
        cards.append(SourcedCard(card: card, source: file.path))
      }
    }
    let owners = cards.filter(\.card.isOwner)
    for index in cards.indices where cards[index].card.kind == .person && !cards[index].card.isOwner {
      let card = cards[index].card
      var words = card.names.relationships
      for owner in owners {
        for relation in owner.card.relations where relation.refers(to: card) {
          words += RelationshipWords.words(for: relation.types, gender: card.gender)
        }
        for relation in card.relations where relation.refers(to: owner.card) {
          words += RelationshipWords.words(for: RelationshipWords.inverse(of: relation.types), gender: card.gender)
        }
      }
      cards[index].card.names.relationships = words.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
    // The owner needs no messages from the owner.
    return cards.filter { !$0.card.isOwner }
  }
}

/// A card and its file.
struct SourcedCard: Sendable {
  var card: ContactCard
  let source: String
}

extension ContactCard.Relation {
  /// Returns whether it is about the person of a card, whose identity or name it has.
  fileprivate func refers(to card: ContactCard) -> Bool {
    target == card.key || target.lowercased() == card.name.lowercased()
      || card.names.nicknames.contains { $0.lowercased() == target.lowercased() }
  }
}

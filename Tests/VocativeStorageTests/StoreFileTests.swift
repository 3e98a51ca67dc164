import AssistantTestSupport
import Foundation
import GRDB
import Notes
import Testing
import VocativeStorage
import VocativeTestSupport

@Suite("The database file of an assistant's store")
struct StoreFileTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/store.sqlite"
  }

  @Test(
    "A locked file is named in the error, and works again after it is unlocked",
    .timeLimit(.minutes(10)), arguments: AssistantStore.allCases)
  func locked(kind: AssistantStore) async throws {
    let read = try kind.open(path)
    let holder = try OtherProgram(path: path)
    try holder.run("BEGIN EXCLUSIVE")
    #expect(names(path, "locked", "another program has locked it", in: #expect(throws: StoreError.self) { try kind.open(path) }))
    #expect(
      names(path, "locked", "another program has locked it", in: await #expect(throws: StoreError.self) { try await read() }))
    try holder.run("ROLLBACK")
    try await read()
  }

  @Test("Only the owner can read a database, also one of an earlier version", arguments: AssistantStore.allCases)
  func mode(kind: AssistantStore) async throws {
    func mode() throws -> Int? { try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int }
    try await kind.open(path)()
    #expect(try mode() == 0o600)
    chmod(path, 0o664)
    try await kind.open(path)()
    #expect(try mode() == 0o600)
  }

  @Test("A file that is not a database is named in the error and stays unchanged", arguments: AssistantStore.allCases)
  func noDatabase(kind: AssistantStore) throws {
    let data = Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 37) })
    let path = try folder.write(data, to: "store.sqlite")
    #expect(names(path, "it is damaged", in: #expect(throws: StoreError.self) { try kind.open(path) }))
    #expect(FileManager.default.contents(atPath: path) == data)
  }

  @Test(
    "A truncated database, or one that is wiped after its first page, is named in the error", arguments: AssistantStore.allCases)
  func damaged(kind: AssistantStore) async throws {
    try await kind.open(path)()
    let whole = try #require(FileManager.default.contents(atPath: path))
    let page = 4096
    for damaged in [whole.prefix(1000), whole.prefix(page) + Data(count: whole.count - page)] {
      let path = try folder.write(damaged, to: "damaged.sqlite")
      #expect(names(path, "it is damaged", in: await #expect(throws: StoreError.self) { try await kind.open(path)() }))
    }
  }

  @Test(
    "A value with the wrong type for its column is reported as damage, without its content", arguments: AssistantStore.allCases)
  func mistyped(kind: AssistantStore) async throws {
    try await kind.open(path)()
    try OtherProgram(path: path).run(kind.mistyping)
    let error = await #expect(throws: StoreError.self) { try await kind.open(path)() }
    #expect(names(path, "it is damaged", in: error))
    #expect(error?.reason.contains("plenty") == false && error?.reason.contains("soon") == false)
  }

  @Test("A database without one of its tables is reported as damaged", arguments: AssistantStore.allCases)
  func withoutTable(kind: AssistantStore) async throws {
    try await kind.open(path)()
    let other = try OtherProgram(path: path)
    try other.run("PRAGMA foreign_keys = OFF")
    try other.run(kind.dropping)
    #expect(names(path, "it is damaged", in: await #expect(throws: StoreError.self) { try await kind.open(path)() }))
  }

  @Test(
    "A database that a later version has changed is read as far as possible, and is not reported as damaged",
    arguments: AssistantStore.allCases)
  func laterVersion(kind: AssistantStore) async throws {
    try await kind.open(path)()
    let other = try OtherProgram(path: path)
    try other.run("INSERT INTO grdb_migrations (identifier) VALUES ('v999: later')")
    try await kind.open(path)()
    try other.run("PRAGMA foreign_keys = OFF")
    try other.run(kind.dropping)
    let error = await #expect(throws: StoreError.self) { try await kind.open(path)() }
    #expect(names(path, "a later version of the program has changed it", in: error))
    #expect(error?.reason.contains("move it away") == false)
    #expect(error?.isDamaged == true)
  }

  @Test("An empty file is reported, and not filled with sample data", arguments: AssistantStore.allCases)
  func empty(kind: AssistantStore) throws {
    let path = try folder.write("", to: "store.sqlite")
    #expect(names(path, "it is empty", "it is damaged", in: #expect(throws: StoreError.self) { try kind.open(path) }))
    #expect(FileManager.default.contents(atPath: path)?.isEmpty == true)
  }

  @Test("A database of another program is reported and stays unchanged", arguments: AssistantStore.allCases)
  func foreign(kind: AssistantStore) throws {
    try OtherProgram(path: path).run("CREATE TABLE song (title TEXT)")
    let before = FileManager.default.contents(atPath: path)
    #expect(names(path, "none of the tables", in: #expect(throws: StoreError.self) { try kind.open(path) }))
    #expect(FileManager.default.contents(atPath: path) == before)
  }

  @Test("A new store leaves no other files in its folder, and follows a symbolic link")
  func new() throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "far.sqlite")
    _ = try AssistantStore.notes.open(path)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["far.sqlite", "store.sqlite"])
    _ = try AssistantStore.notes.open(path)
  }

  @Test("A folder that cannot be created is named in the error, with the reason of the system")
  func noFolder() throws {
    let file = try folder.write("", to: "file")
    let path = file + "/folder/store.sqlite"
    let error = #expect(throws: StoreError.self) { try AssistantStore.notes.open(path) }
    #expect(names(path, "the folder \(file)/folder cannot be created: Not a directory", in: error))
    #expect(error?.isMissing == true)
  }

  @Test("A lock that lasts delays only the first of several requests, and writing works again after it", .timeLimit(.minutes(5)))
  func lastingLock() async throws {
    let store = try NotesStore(path: path)
    let holder = try OtherProgram(path: path)
    try holder.run("BEGIN EXCLUSIVE")
    await #expect(throws: StoreError.self) { _ = try await store.addNote(titled: "Milk", body: "") }
    let time = await ContinuousClock().measure {
      for _ in 1...10 { await #expect(throws: StoreError.self) { _ = try await store.addNote(titled: "Milk", body: "") } }
    }
    // The first request waits for five seconds; ten such requests take 50. A busy machine extends the short waits.
    #expect(time < .seconds(25))
    try holder.run("ROLLBACK")
    _ = try await store.addNote(titled: "Milk", body: "")
    #expect(try await store.notes().count == 1)
  }

  @Test("The reason of a full disk is given once, with a remedy")
  func fullDisk() async throws {
    let store = try Store(path: path, migrator: DatabaseMigrator())
    let error = await #expect(throws: StoreError.self) {
      try await store.write { database in
        try database.execute(sql: "PRAGMA max_page_count = 2")
        try database.execute(sql: "CREATE TABLE note (text)")
        try database.execute(sql: "INSERT INTO note VALUES (zeroblob(100000))")
      }
    }
    #expect(error?.reason == "database or disk is full: delete files that you do not need")
  }

  @Test("A fault of the disk leads to a remedy for the disk")
  func brokenDisk() async throws {
    let store = try Store(path: path, migrator: DatabaseMigrator())
    let error = await #expect(throws: StoreError.self) {
      try await store.write { _ in throw DatabaseError(resultCode: .SQLITE_IOERR, message: "disk I/O error") }
    }
    #expect(error?.reason == "disk I/O error: check its disk, which may be full, damaged or disconnected")
  }

  @Test("The end of a transaction is synchronized with its folder, so that a power cut right after it does not undo it")
  func durability() async throws {
    let store = try Store(path: path, migrator: DatabaseMigrator())
    // EXTRA: the removal of the journal is synchronized, too.
    #expect(try await store.read { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 3)
  }

  @Test("A file that is replaced while a program uses it, as with a backup, is named with the remedy")
  func replaced() async throws {
    let store = try NotesStore(path: path)
    try await store.addNote(titled: "Milk", body: "")
    try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
    try FileManager.default.copyItem(atPath: path + ".old", toPath: path)
    let error = await #expect(throws: StoreError.self) { try await store.addNote(titled: "Eggs", body: "") }
    #expect(error?.reason == "it was moved, replaced or deleted while the program used it; restart the program")
    #expect(try await NotesStore(path: path).notes().map(\.title) == ["Milk"])
  }

  @Test(
    "Years of messages and entries do not slow down a request, because indexes find what it needs",
    arguments: [
      (.messages, "SELECT MAX(sentAt) FROM message WHERE senderID = 1"),
      (.messages, "SELECT MAX(sentAt) FROM message WHERE groupID = 1"),
      (.messages, "SELECT MAX(readOrder) + 1 FROM message"),
      (.messages, "SELECT id FROM message WHERE readOrder > 0 ORDER BY readOrder DESC LIMIT 1"),
      (.messages, "SELECT * FROM message WHERE NOT message.isRead ORDER BY sentAt DESC"),
      (.messages, "SELECT senderID, MAX(sentAt) FROM message WHERE NOT isRead GROUP BY senderID"),
      (.money, "SELECT SUM(cents) FROM entry WHERE expenseID = 1 AND day BETWEEN '2026-11-01' AND '2026-11-30'"),
    ] as [(AssistantStore, String)])
  func indexes(kind: AssistantStore, query: String) async throws {
    try await kind.open(path)()
    let plan = try await DatabaseQueue(path: path).read { database in
      try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(query)").map { try $0.value(of: "detail") as String }
    }
    #expect(plan.allSatisfy { $0.contains("COVERING INDEX") || $0.contains("INDEX unreadMessage") }, "\(plan)")
  }

  @Test("Cancelling a query does not report a damaged file", arguments: AssistantStore.allCases)
  func givenUp(kind: AssistantStore) async throws {
    let read = try kind.open(path)
    let asking = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await read()
    }
    let error = await #expect(throws: StoreError.self) { try await asking.value }
    #expect(error?.description == "\(path): the operation was cancelled")
  }

  @Test("The folder of a new store is accessible only to its owner")
  func privacy() throws {
    _ = try AssistantStore.messages.open(folder.path + "/new/store.sqlite")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/new")
    #expect(attributes[.posixPermissions] as? Int == 0o700)
  }

  /// Returns whether an error is about a file and contains all of these words.
  private func names(_ path: String, _ words: String..., in error: StoreError?) -> Bool {
    guard let error, error.path == path else { return false }
    return words.allSatisfy(error.description.contains)
  }
}

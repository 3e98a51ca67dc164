import Foundation
import LimitedFile
import Logging
import ProgramOutput
import Synchronization
import VocativeIntents
import VocativeStorage

/// A folder into which other programs put received messages, one JSON object in a file `*.json`.
///
/// A file is removed after its message is stored. One with a fault stays, and is logged once.
final class MessageInbox: Sendable {
  /// The maximum number of files that are read at once.
  private static let maxFiles = 500

  let folder: String
  private let store: MessagesStore
  private let clock: WallClock
  private let logger: Logger
  private let finished = Mutex<[String: Finished]>([:])
  private let isFull = Mutex(false)
  private let faults = FaultLog()

  /// A state of a file that is not read again.
  private struct Finished {
    let stamp: FileStamp
    /// Whether its message is stored, and the file could not be removed; otherwise, it has a fault.
    let isReceived: Bool
  }

  init(folder: String, store: MessagesStore, clock: WallClock, logger: Logger) {
    (self.folder, self.store, self.clock, self.logger) = (folder, store, clock, logger)
    makeFolder()
  }

  /// Creates the folder, which only its owner may open until the owner shares it.
  private func makeFolder() {
    let code = ParentFolder.make(of: folder + "/message.json")
    guard code != 0 else { return }
    logger.warning("no files with messages are received, because \(folder) cannot be created: \(String(cString: strerror(code)))")
  }

  /// Stores the messages of all files.
  func refresh() async {
    // A folder that could not be created has no messages.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    // A name that begins with a dot is a file that is being written.
    let paths = names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.sorted().map { "\(folder)/\($0)" }
    for (path, stamp) in waiting(paths) {
      do {
        try await receive(path, stamp)
        remove(path, stamp)
      } catch let error as StoreError where !error.isRejection {
        // The messages are fine. The next look tries again, and would wait for the same database with each other file now.
        if !Task.isCancelled, faults.isNew("\(error)") { logger.error("no messages are received from \(folder): \(error)") }
        return
      } catch {
        // The file may have been received and removed at the same time. A cancelled request leaves it for the next one.
        guard !Task.isCancelled, FileManager.default.fileExists(atPath: path) else { continue }
        logger.error("\(path) is not received: \(error); correct it, or remove it")
        finished.withLock { $0[path] = Finished(stamp: stamp, isReceived: false) }
      }
    }
    faults.clear()
  }

  /// Stores the message of a file.
  private func receive(_ path: String, _ stamp: FileStamp) async throws {
    let file = LimitedFile(path: path, limit: IncomingMessage.maxSize, mustBeRegular: true)
    let data = try file.contents { failure in
      AssistantOperationError(
        .invalid, failure == .tooLarge ? "the message is larger than \(file.limitText)" : "the file cannot be read")
    }
    var incoming = try IncomingMessage(json: data, now: clock.now())
    // A program that is killed before it removes the file must not store the message again.
    incoming.identify(as: "file: \(stamp)")
    _ = try await store.receive(incoming)
  }

  /// Removes a file whose message is stored.
  private func remove(_ path: String, _ stamp: FileStamp) {
    let code = unlink(path) == 0 ? 0 : errno
    let isGone = [0, ENOENT].contains(code)
    let former = finished.withLock { finished in
      defer { finished[path] = isGone ? nil : Finished(stamp: stamp, isReceived: true) }
      return finished[path]
    }
    guard !isGone, former?.stamp != stamp else { return }
    logger.error("\(path) is received, but it cannot be removed: \(DiskFault.reason(code))")
  }

  /// Returns the first files to read with their stamps; files with known faults leave room for others.
  ///
  /// Files whose messages are stored are removed, if that is possible now.
  private func waiting(_ paths: [String]) -> [(path: String, stamp: FileStamp)] {
    let present = Set(paths)
    let known = finished.withLock { finished in
      finished = finished.filter { present.contains($0.key) }
      return finished
    }
    let current = paths.compactMap { path in FileStamp(path: path).map { (path: path, stamp: $0) } }
    for (path, stamp) in current where known[path]?.isReceived == true && known[path]?.stamp == stamp { remove(path, stamp) }
    let waiting = current.filter { known[$0.path]?.stamp != $0.stamp }
    let isFull = waiting.count > Self.maxFiles
    let wasFull = self.isFull.withLock { state in
      defer { state = isFull }
      return state
    }
    if isFull, !wasFull {
      logger.notice("\(folder) has \(waiting.count) messages; \(Self.maxFiles) of them are read at once, and then the others")
    }
    return Array(waiting.prefix(Self.maxFiles))
  }
}

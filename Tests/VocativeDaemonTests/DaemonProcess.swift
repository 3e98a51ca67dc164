import Foundation
import Money
import VocativeTestSupport

/// The built `vocatived`, started as a service manager starts it, with temporary folders.
final class DaemonProcess {
  let folder: TemporaryFolder
  private let process = Process()
  private let socket: NotifySocket
  private var messages: AsyncStream<String>.Iterator
  private let ending: AsyncStream<Int32>
  /// The last message to the service manager for which a test has waited.
  private(set) var told = ""

  /// The environment of the daemon, and of a command that uses its folders.
  static func environment(in folder: TemporaryFolder) -> [String: String] {
    TestProgram.environment(
      data: folder.path + "/data", config: folder.path + "/config", state: folder.path + "/state", runtime: folder.path + "/run")
  }

  /// Starts the daemon with a watchdog timeout of four seconds.
  init(
    _ arguments: [String], in folder: TemporaryFolder? = nil, environment: [String: String] = [:], isJournal: Bool = false
  ) throws {
    try SoundSystem.prepare()
    self.folder = try folder ?? TemporaryFolder()
    // Recorded requests are about the sample data.
    if folder == nil { _ = try MoneyStore(sampleAt: "\(self.folder.path)/data/vocative/money.sqlite") }
    socket = try NotifySocket(in: self.folder)
    messages = socket.messages.makeAsyncIterator()
    let (ending, end) = AsyncStream.makeStream(of: Int32.self)
    self.ending = ending
    let log = try FileHandle(forWritingTo: URL(fileURLWithPath: self.folder.write("", to: "log")))
    var variables = Self.environment(in: self.folder)
    variables["NOTIFY_SOCKET"] = socket.path
    variables["WATCHDOG_USEC"] = "4000000"
    if isJournal {
      var status = stat()
      fstat(log.fileDescriptor, &status)
      variables["JOURNAL_STREAM"] = "\(status.st_dev):\(status.st_ino)"
    }
    process.executableURL = URL(fileURLWithPath: TestProgram.path("vocatived"))
    process.arguments = arguments
    process.environment = variables.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: self.folder.write("", to: "output")))
    process.standardError = log
    process.terminationHandler = { [socket] process in
      socket.close()
      end.yield(process.terminationReason == .exit ? process.terminationStatus : -1)
      end.finish()
    }
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  /// Waits for a message to the service manager that contains this text; returns false if the daemon ends first, or does not send it
  /// within five minutes.
  func tells(_ text: String) async -> Bool {
    // The watchdog is fed every two seconds, so that the limit is noticed.
    let deadline = ContinuousClock.now + .seconds(300)
    while ContinuousClock.now < deadline, let message = await messages.next() {
      if message.contains(text) {
        told = message
        return true
      }
    }
    return false
  }

  func signal(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// The number of open descriptors.
  var descriptorCount: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.processIdentifier)/fd"))?.count ?? 0
  }

  /// The sockets of internet protocols, as listed by the kernel.
  var networkSockets: [String] {
    let process = "/proc/\(process.processIdentifier)"
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: process + "/fd")) ?? []
    let inodes = descriptors.compactMap { descriptor -> Substring? in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: process + "/fd/" + descriptor)
      return target?.firstMatch(of: /^socket:\[(\d+)\]$/).map { Substring($0.1) }
    }
    return ["tcp", "tcp6", "udp", "udp6", "udplite", "udplite6", "raw", "raw6", "packet"].flatMap { table -> [String] in
      let lines = FileText.contents(of: process + "/net/" + table).split(separator: "\n")
      return lines.dropFirst().filter { line in line.split(separator: " ").contains { inodes.contains($0) } }.map {
        "\(table): \($0)"
      }
    }
  }

  /// Returns the number of bytes of a file that are mapped into the process, and the number of those in memory.
  func mappedBytes(of file: String) -> (all: Int, resident: Int) {
    let memory = FileText.contents(of: "/proc/\(process.processIdentifier)/smaps")
    var isInFile = false
    var sums = (all: 0, resident: 0)
    for line in memory.split(separator: "\n") {
      let fields = line.split(separator: " ")
      if !fields[0].hasSuffix(":") { isInFile = line.hasSuffix(file) }
      guard isInFile, let kilobytes = Int(fields[1]) else { continue }
      if fields[0] == "Size:" { sums.all += kilobytes * 1024 }
      if fields[0] == "Rss:" { sums.resident += kilobytes * 1024 }
    }
    return sums
  }

  /// Waits until the daemon has ended, and returns its status, or -1 if a signal ended it.
  func end() async -> Int32 {
    for await status in ending { return status }
    return -1
  }

  var log: String { FileText.contents(of: folder.path + "/log") }
  var output: String { FileText.contents(of: folder.path + "/output") }
}

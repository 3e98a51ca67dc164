import AppProtocol
import Foundation
import Glibc
import ProgramOutput
import Subprocess
import Synchronization
import SystemPackage
import VocativeIntents
import VocativeIntentsFile

/// A running program of an app: its input, its output and its end.
///
/// It runs as handlers of intents files run: without a shell, in a session of its own, with the same environment and user. Its data
/// is limited. Ending it ends its child processes too.
final class AppProcess: Sendable {
  enum Event: Sendable {
    case output([UInt8])
    /// The process has ended or could not be started, for this reason, with its last line on standard error.
    case ended(String, words: String = "")
  }

  private typealias Running = Execution<FileDescriptorInput, SequenceOutput, SequenceOutput>

  private enum Order: Sendable { case close, kill }

  /// The input of the program, with the bytes that it does not take yet.
  private struct Input {
    /// This side of the socket that is the input; nil if it is closed.
    ///
    /// In contrast to a pipe, writing to a socket can neither block nor end this program by a signal.
    var descriptor: Int32?
    var rest: ArraySlice<UInt8> = []

    /// Writes as much of the rest as the socket takes now; returns false, with the input closed, if the program reads no more.
    mutating func write() -> Bool {
      while let descriptor, !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        }
        if count < 0, errno == EINTR { continue }
        if count < 0, errno == EAGAIN { return true }
        guard count > 0 else {
          close()
          return false
        }
        rest.removeFirst(count)
      }
      return true
    }

    mutating func close() {
      if let descriptor { Glibc.close(descriptor) }
      (descriptor, rest) = (nil, [])
    }
  }

  /// The maximum number of bytes that wait for a program that does not read its input.
  private static let maxRest = 4 * AppLimits.maxMessageSize

  private let input: Mutex<Input>
  private let orders: AsyncStream<Order>.Continuation

  /// Starts a program; its events are delivered one after the other, the end last.
  init(_ file: AppFile, maxMemory: Int, received: @escaping @Sendable (Event) async -> Void) {
    let (stream, orders) = AsyncStream.makeStream(of: Order.self)
    self.orders = orders
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      let reason = String(cString: strerror(errno))
      input = Mutex(Input(descriptor: nil))
      Task { await received(.ended("it could not be started: \(reason)")) }
      return
    }
    input = Mutex(Input(descriptor: ends[0]))
    let standardInput = FileDescriptor(rawValue: ends[1])
    guard let number = RunningPrograms.register(closingInput: { [self] in closeInput() }) else {
      try? standardInput.close()
      return
    }
    Task { [self] in
      let ending = await run(file, number: number, maxMemory: maxMemory, input: standardInput, orders: stream, received: received)
      closeInput()
      if !RunningPrograms.areEnding { await received(.ended(ending.reason, words: ending.words)) }
    }
  }

  deinit { closeInput() }

  /// Sends a line; returns false if the program does not read its input, or has ended.
  ///
  /// The part of a large line for which the socket has no room is sent while the program reads. The time limit of the answer also
  /// applies to a program that does not.
  func send(_ line: [UInt8]) -> Bool {
    let (isAccepted, isWaiting) = input.withLock { input in
      guard input.descriptor != nil, input.rest.count + line.count <= Self.maxRest else { return (false, false) }
      // Lines wait in their order; the first one that waits starts the task for all of them.
      let isFirst = input.rest.isEmpty
      input.rest += line
      guard isFirst else { return (true, false) }
      return (input.write(), !input.rest.isEmpty)
    }
    if isAccepted, isWaiting {
      Task { [weak self] in
        repeat { try? await Task.sleep(for: .milliseconds(10)) } while self?.sendRest() == true
      }
    }
    return isAccepted
  }

  /// Sends as much of the waiting lines as the program takes; returns whether more is left.
  private func sendRest() -> Bool {
    input.withLock { $0.write() && !$0.rest.isEmpty }
  }

  /// Closes the input, so that the program ends by itself; a program that does not is killed.
  func close() {
    closeInput()
    orders.yield(.close)
  }

  /// Ends the program with its child processes by a signal.
  func kill() {
    closeInput()
    orders.yield(.kill)
  }

  private func closeInput() {
    input.withLock { $0.close() }
  }

  // MARK: Running

  private func run(
    _ file: AppFile, number: Int, maxMemory: Int, input: FileDescriptor, orders: AsyncStream<Order>,
    received: @escaping @Sendable (Event) async -> Void
  ) async -> (reason: String, words: String) {
    // A program that cannot be started is not watched.
    defer { RunningPrograms.end(number) }
    guard let prlimit = CommandHandler.path(ofProgram: "prlimit") else {
      try? input.close()
      return ("the program prlimit is missing; run: apt-get install util-linux", "")
    }
    var options = PlatformOptions()
    // In a session of its own, signals reach only the program and its children, and no terminal asks for a password.
    options.createSession = true
    let arguments = ["--data=\(maxMemory)", "--"] + (file.user?.prefix ?? []) + [file.program] + file.arguments
    let environment = CommandHandler.environment(for: file.user).merging(["VOCATIVE_APP": file.name]) { $1 }
    let words = Mutex("")
    do {
      let result = try await Subprocess.run(
        .path(FilePath(prlimit)), arguments: Arguments(arguments),
        environment: .custom(
          Dictionary(uniqueKeysWithValues: environment.map { (Environment.Key(stringLiteral: $0.key), $0.value) })),
        workingDirectory: FilePath(file.folder), platformOptions: options,
        input: .fileDescriptor(input, closeAfterSpawningProcess: true), output: .sequence, error: .sequence
      ) { execution in
        RunningPrograms.begin(number, leader: execution.processIdentifier.value)
        let last = await Self.watch(execution, orders: orders, received: received)
        // The program is reaped after this; then its group may belong to another program.
        RunningPrograms.end(number)
        words.withLock { $0 = last }
      }
      let reason =
        switch result.terminationStatus {
        case .exited(let status): "it exited with status \(status)"
        case .signaled(let signal): "it was ended by signal \(signal)"
        }
      return (reason, words.withLock { $0 })
    } catch {
      return ("\(file.program) could not be run: \(error)", "")
    }
  }

  private enum Occasion: Sendable {
    case outputRead
    case errorRead(String)
    case order(Order)
    case ended
    case late
    case nothing
  }

  /// Returns the last line on standard error after the program has exited.
  private static func watch(
    _ execution: Running, orders: AsyncStream<Order>, received: @escaping @Sendable (Event) async -> Void
  ) async -> String {
    await withTaskGroup(of: Occasion.self) { group in
      group.addTask {
        do {
          for try await buffer in execution.standardOutput {
            await received(.output(buffer.withUnsafeBytes { Array($0) }))
          }
        } catch {
          // An error while reading the pipe ends the output.
        }
        return .outputRead
      }
      group.addTask { .errorRead(await lastLine(of: execution.standardError)) }
      group.addTask {
        // Signal 0 is never delivered; starting a teardown with it is how the library waits for the exit of a program.
        await execution.teardown(
          using: [.send(signal: Signal(rawValue: 0), allowedDurationToNextStep: .seconds(100 * 365 * 24 * 3600))])
        return .ended
      }
      group.addTask {
        for await order in orders { return .order(order) }
        return .nothing
      }
      var last = ""
      var openPipes = 2
      var hasEnded = false
      for await occasion in group {
        switch occasion {
        case .outputRead: openPipes -= 1
        case .errorRead(let line): (last, openPipes) = (line, openPipes - 1)
        case .order(let order):
          let steps: [TeardownStep] =
            (order == .close ? [.send(signal: Signal(rawValue: 0), allowedDurationToNextStep: .seconds(2))] : [])
            + [.send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: .seconds(2))]
          await execution.teardown(using: steps)
        case .ended:
          hasEnded = true
          // The program is reaped only after this returns, so its process group still belongs to it and its children.
          try? execution.send(signal: .kill, toProcessGroup: true)
          // A process in another session may keep the pipes open.
          group.addTask {
            try? await Task.sleep(for: .seconds(1))
            return .late
          }
        case .late: group.cancelAll()
        case .nothing: break
        }
        if hasEnded, openPipes == 0 { group.cancelAll() }
      }
      return last
    }
  }

  /// Returns the last line of a text of any length, without control characters.
  private static func lastLine(of sequence: SubprocessOutputSequence) async -> String {
    var tail: [UInt8] = []
    do {
      for try await buffer in sequence {
        buffer.withUnsafeBytes { tail.append(contentsOf: $0.suffix(2048)) }
        if tail.count > 4096 { tail.removeFirst(tail.count - 2048) }
      }
    } catch {
      // An error while reading the pipe ends the output.
    }
    let lines = String(decoding: tail, as: UTF8.self).split(whereSeparator: \.isNewline)
    guard let line = lines.last(where: { !$0.allSatisfy(\.isWhitespace) }) else { return "" }
    return String(PrintableText.line(line).prefix(200))
  }
}

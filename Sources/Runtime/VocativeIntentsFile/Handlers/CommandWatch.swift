import Subprocess
import VocativeIntents

/// Reads the output of a running program, and terminates it with its children if necessary.
struct CommandWatch: Sendable {
  typealias Running = Execution<FileDescriptorInput, SequenceOutput, SequenceOutput>

  /// The output of a program, and the reason if it was terminated.
  struct Report: Sendable {
    var output: [UInt8] = []
    var error: [UInt8] = []
    var reason: CommandRun.Ending?
  }

  private enum Event: Sendable {
    case output([UInt8])
    case error([UInt8])
    case stop(CommandRun.Ending)
    case ended
    case nothing
  }

  let execution: Running
  /// The program's number in `RunningPrograms`.
  let number: Int
  let timeLimit: Duration
  /// The maximum number of bytes that the program may write to its standard output.
  let maxOutput: Int
  /// The number of bytes that are kept of what it writes last to standard error, which no answer comes from.
  private static let keptError = 4096

  /// Returns after the program has exited.
  ///
  /// Does not wait for further output, because a child may keep the pipe open.
  func watch(until cancellation: AsyncStream<Void>) async -> Report {
    RunningPrograms.begin(number, leader: execution.processIdentifier.value)
    defer { RunningPrograms.end(number) }
    return await withTaskGroup(of: Event.self) { group in
      group.addTask { await read(execution.standardOutput).map(Event.output) ?? .stop(.wroteTooMuch) }
      group.addTask { .error(await readEnd(of: execution.standardError)) }
      group.addTask {
        // Signal 0 is never delivered; starting a teardown with it is how the library waits for the exit of a program.
        await execution.teardown(
          using: [.send(signal: Signal(rawValue: 0), allowedDurationToNextStep: timeLimit + .seconds(60))])
        return .ended
      }
      group.addTask {
        guard (try? await Task.sleep(for: timeLimit)) != nil else { return .nothing }
        return .stop(.timedOut)
      }
      group.addTask {
        for await _ in cancellation {}
        return .stop(.cancelled)
      }
      var report = Report()
      var hasEnded = false
      for await event in group {
        switch event {
        case .output(let bytes): report.output = bytes
        case .error(let bytes): report.error = bytes
        case .nothing: break
        case .ended:
          hasEnded = true
          group.cancelAll()
        case .stop(let reason):
          // Tasks that wait for a reason stop waiting after the program exits.
          guard report.reason == nil, !hasEnded || reason == .wroteTooMuch else { continue }
          report.reason = reason
          await end()
        }
      }
      return report
    }
  }

  private func end() async {
    await execution.teardown(
      using: [.send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: .seconds(2))])
    // The program is reaped only after this returns, so its process group still belongs to it and its children.
    try? execution.send(signal: .kill, toProcessGroup: true)
  }

  /// Returns the last output, and takes all of it, so that a program that reports much is not held up.
  private func readEnd(of sequence: SubprocessOutputSequence) async -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      for try await buffer in sequence {
        buffer.withUnsafeBytes { bytes.append(contentsOf: $0) }
        if bytes.count > Self.keptError { bytes.removeFirst(bytes.count - Self.keptError) }
        // A child that goes on writing after the program has ended must not delay the answer.
        if Task.isCancelled { break }
      }
    } catch {
      // An error while reading the pipe ends the output.
    }
    return bytes
  }

  /// Returns all output; nil if it exceeds the limit.
  private func read(_ sequence: SubprocessOutputSequence) async -> [UInt8]? {
    var bytes: [UInt8] = []
    do {
      for try await buffer in sequence {
        buffer.withUnsafeBytes { bytes.append(contentsOf: $0) }
        if bytes.count > maxOutput { return nil }
      }
    } catch {
      // An error while reading the pipe ends the output.
    }
    return bytes
  }
}

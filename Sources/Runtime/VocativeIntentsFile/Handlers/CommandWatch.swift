import Subprocess

/// Reads what a running program writes, and ends it with all it started when it must.
struct CommandWatch: Sendable {
  typealias Running = Execution<FileDescriptorInput, SequenceOutput, SequenceOutput>

  /// What a program wrote, and why it was ended where it was.
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
  let timeLimit: Duration

  /// Returns when the program has ended; its output is not waited for longer, as something it started may hold it open.
  func watch(until cancellation: AsyncStream<Void>) async -> Report {
    await withTaskGroup(of: Event.self) { group in
      group.addTask { await Self.read(execution.standardOutput).map(Event.output) ?? .stop(.wroteTooMuch) }
      group.addTask { await Self.read(execution.standardError).map(Event.error) ?? .stop(.wroteTooMuch) }
      group.addTask {
        // Signal 0 is never delivered: a teardown that begins with it is how the library waits for the end of a program.
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
          // The tasks that wait for a reason stop waiting when the program has ended.
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
    // The program is not reaped before this returns, so its number still belongs to what it started and nothing else.
    try? execution.send(signal: .kill, toProcessGroup: true)
  }

  /// All that is written; nil when it is too much.
  private static func read(_ sequence: SubprocessOutputSequence) async -> [UInt8]? {
    var bytes: [UInt8] = []
    do {
      for try await buffer in sequence {
        buffer.withUnsafeBytes { bytes.append(contentsOf: $0) }
        if bytes.count > HandlerAnswer.largestSize { return nil }
      }
    } catch {
      // A pipe that cannot be read any more ends what was written.
    }
    return bytes
  }
}

import Foundation
import Logging
import Testing
import VocativeIntents
import VocativeIntentsFile
import VocativeTestSupport

@Suite("Command handlers")
struct CommandHandlerTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func perform(
    _ script: String, arguments: String = "", slots: [String: String] = ["thing": "one"], timeout: Int = 300
  ) async throws -> (result: HandlerResult, log: [String]) {
    try folder.script(script)
    return try await folder.perform(handler: "{ command: [./handler.sh\(arguments)], timeout: \(timeout) }", slots: slots)
  }

  @Test("Standard output becomes the dialog, on one line and without control characters")
  func text() async throws {
    let (result, log) = try await perform("printf 'All \\033[1m is \\n well.\\n'")
    #expect(result == HandlerResult(response: .success("All [1m is well."), values: [:]))
    #expect(log.isEmpty)
  }

  @Test("A JSON object on standard output contains a dialog, a code, a card and values")
  func json() async throws {
    let (result, log) = try await perform(
      """
      cat <<END
      {"dialog": "Half done.", "code": "success", "saved": 620.5, "target": 1240, "goal": "boat", "late": false, "odd": {"a": 1},
       "card": {"title": "Boat", "rows": [{"label": "Saved", "value": 620}], "progress": 0.5},
       "values": {"goal": "the boat", "open": true, "names": ["Ann", "Bob"]}}
      END
      """)
    let card = ResponseCard(title: "Boat", rows: [.init("Saved", "620")], progress: 0.5)
    #expect(result.response == .success("Half done.", card: card))
    #expect(
      result.values == ["saved": "620.5", "target": "1240", "goal": "the boat", "open": "yes", "names": "Ann and Bob"])
    #expect(log.isEmpty)
  }

  @Test("Invalid parts of a JSON object are ignored and logged")
  func wrongJSON() async throws {
    let (result, log) = try await perform("echo '{\"dialog\": \"Well.\", \"card\": {\"rows\": []}, \"values\": 5}'")
    #expect(result == HandlerResult(response: .success("Well."), values: [:]))
    #expect(log.count == 2 && log.allSatisfy { $0.hasPrefix("warning: Do:") }, "\(log)")
  }

  @Test(
    "A progress that is not a number from 0 is left out of the card and logged", arguments: ["-1", "\"50%\"", "\"0.5\"", "true"])
  func wrongProgress(progress: String) async throws {
    let (result, log) = try await perform(
      "cat <<END\n{\"dialog\": \"Well.\", \"card\": {\"title\": \"Boat\", \"progress\": \(progress)}}\nEND")
    #expect(result.response == .success("Well.", card: ResponseCard(title: "Boat", rows: [])))
    #expect(log == ["warning: Do: the progress of the card in its answer is not a number such as 0.5"])
  }

  @Test(
    "A code in a JSON object becomes the response code",
    arguments: [
      ("success", IntentResponse.Code.success), ("inProgress", .inProgress), ("failure", .failure),
      ("failureRequiringAppLaunch", .failureRequiringAppLaunch), ("ready", .failure), ("great", .failure),
    ])
  func codes(_ name: String, _ code: IntentResponse.Code) async throws {
    let (result, _) = try await perform("echo '{\"dialog\": \"So.\", \"code\": \"\(name)\"}'")
    #expect(result.response == IntentResponse(code: code, dialog: "So."))
  }

  @Test(
    "The exit status determines the response code, and its meaning is logged",
    arguments: [
      ("exit 0", IntentResponse.success("Done."), ""),
      ("exit 1", .failure("Sorry, something went wrong."), "status 1"),
      ("echo No money.; exit 1", .failure("No money."), "status 1"),
      ("exit 75", .failure("That isn't working right now. Please try again later."), "status 75"),
      ("exit 77", .failureRequiringAppLaunch("You can only do that in the app."), "status 77"),
      ("echo Look.; exit 77", .failureRequiringAppLaunch("Look."), "status 77"),
      (
        "echo Fine.; echo first >&2; echo the reason >&2; exit 3", .failure("Sorry, something went wrong."),
        "status 3; it wrote: the reason"
      ),
      ("kill -SEGV $$", .failure("Sorry, something went wrong."), "signal 11"),
      ("printf 'caf\\351'", .failure("Sorry, something went wrong."), "not UTF-8"),
      ("echo '{\"dialog\": '", .failure("Sorry, something went wrong."), "JSON"),
    ])
  func statuses(_ script: String, _ response: IntentResponse, _ words: String) async throws {
    let (result, log) = try await perform(script)
    #expect(result == HandlerResult(response: response, values: [:]))
    #expect(words.isEmpty ? log.isEmpty : log.count == 1 && log[0].hasPrefix("error: Do: ") && log[0].contains(words), "\(log)")
  }

  @Test("The log contains no output of a program for a private request")
  func privacy() async throws {
    try folder.script("echo the secret >&2; exit 3")
    let (_, log) = try await folder.perform(handler: "{ command: [./handler.sh], timeout: 300 }", isPrivate: true)
    #expect(log.count == 1 && log[0].hasSuffix("status 3"), "\(log)")
  }

  @Test("Standard input contains the request as JSON, even if the program reads it late or never")
  func input() async throws {
    let slots = ["thing": "one", "tool": String(repeating: "hammer \"x\" ", count: 20_000)]
    let (result, _) = try await perform("cat > got.json; echo Read.", slots: slots)
    #expect(result.response == .success("Read."))
    let got = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: folder.path + "/got.json"))) as? [String: Any])
    #expect(got["intent"] as? String == "Do")
    #expect(got["slots"] as? [String: String] == slots)
    #expect(got["context"] as? [String: String] == ["source": "voice", "session": "s-1", "assistant": "test"])
    #expect(got.count == 3)
    let (closed, _) = try await perform("exec <&-; echo Closed.", slots: slots)
    #expect(closed.response == .success("Closed."))
  }

  @Test(
    "A value stays a single argument, whatever it contains",
    arguments: [
      "; touch /tmp/x", "--help", "$(id)", "`id`", "a b  c", "\"quoted\" 'twice'", "line\nline", "100 %s %n", "{thing}", "*",
      "\\", "",
      "größe 🏖", "-rf",
    ])
  func injection(_ value: String) async throws {
    let (result, _) = try await perform(
      "printf '%s\\n' $# > count; printf '%s' \"$2\" > second; printf '%s' \"$3\" > third; pwd > folder",
      arguments: ", first, \"{tool}\", \"<{tool}|{thing}>\", \"\\\\{tool}\"", slots: ["thing": "one", "tool": value])
    #expect(result.response == .success("Done."))
    func file(_ name: String) throws -> String { try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8) }
    #expect(try file("count") == "4\n")
    #expect(try file("second") == value)
    #expect(try file("third") == "<\(value)|one>")
    #expect(
      URL(fileURLWithPath: try file("folder")).lastPathComponent.hasPrefix(URL(fileURLWithPath: folder.path).lastPathComponent))
  }

  @Test("A value that an argument cannot contain is rejected")
  func impossibleArguments() async throws {
    for value in [String(repeating: "x", count: 200_000), "a\0b"] {
      let (result, log) = try await perform("echo Ran.", arguments: ", \"{tool}\"", slots: ["tool": value])
      #expect(result.response == .failure("Sorry, something went wrong."))
      #expect(log.count == 1 && !log[0].contains("xxxx"), "\(log.map { $0.prefix(200) })")
    }
  }

  @Test("A program inherits the path, home, language and its own variables, but no open descriptors")
  func environment() async throws {
    setenv("VOCATIVE_TEST_VARIABLE", "seen", 1)
    setenv("OTHER_TEST_VARIABLE", "hidden", 1)
    let open = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.write("x", to: "open")))
    defer { try? open.close() }
    _ = try await perform("env | cut -d= -f1 > names; ls /proc/self/fd > descriptors; ls -l /proc/self/fd > links")
    func lines(_ name: String) throws -> Set<String> {
      Set(try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8).split(separator: "\n").map(String.init))
    }
    let names = try lines("names")
    #expect(names.contains("PATH") && names.contains("VOCATIVE_TEST_VARIABLE") && !names.contains("OTHER_TEST_VARIABLE"))
    // The shell adds two variables of its own.
    let others = names.subtracting(["PATH", "HOME", "LANG", "PWD", "SHLVL", "OLDPWD", "_"])
    #expect(others.allSatisfy { $0.hasPrefix("XDG_") || $0.hasPrefix("VOCATIVE_") }, "\(others)")
    #expect(!(try lines("links")).contains { $0.hasSuffix("/open") })
    #expect(try lines("descriptors").subtracting(["0", "1", "2"]).count == 1, "only the folder that ls lists is open")
  }

  @Test(
    "A command runs as another user with that user's groups and home",
    .enabled(if: geteuid() == 0, "only root may"))
  func otherUser() async throws {
    let nobody = try #require(getpwnam("nobody"))
    try folder.script(
      "id -u; id -g; id -G; echo $HOME; env | grep -c ^XDG_; cat; echo; test $(cut -d' ' -f6 /proc/$$/stat) = $$ && echo led")
    setenv("XDG_TEST_HOME", "ours", 1)
    let dialog = try await handlerAsNobody("[./handler.sh]")()
    let (uid, gid) = (nobody.pointee.pw_uid, nobody.pointee.pw_gid)
    let home = String(cString: nobody.pointee.pw_dir)
    #expect(dialog.hasPrefix("\(uid) \(gid) \(gid) \(home) 0 {"), "\(dialog)")
    #expect(dialog.hasSuffix("} led"), "in a session of its own")
  }

  @Test(
    "Commands run as another user while threads start and exit", .enabled(if: geteuid() == 0, "only root may"),
    .timeLimit(.minutes(5)))
  func otherUserBesideThreads() async throws {
    let perform = try handlerAsNobody("[id, -un]")
    let starter = Thread { while !Thread.current.isCancelled { Thread {}.start() } }
    starter.start()
    defer { starter.cancel() }
    for _ in 0..<50 { #expect(await perform() == "nobody") }
  }

  @Test("A program that writes too much is terminated")
  func tooMuch() async throws {
    let (result, log) = try await perform("yes")
    #expect(result.response == .failure("Sorry, something went wrong."))
    #expect(log.count == 1 && log[0].contains("64 KiB"), "\(log)")
  }

  @Test("A program may write any amount to standard error, and the log has its last line")
  func muchError() async throws {
    let (result, log) = try await perform("yes progress | head -c 200000 >&2\necho >&2\necho no paper >&2\necho Empty.\nexit 1")
    #expect(result.response == .failure("Empty."))
    #expect(log.count == 1 && log[0].hasSuffix("exited with status 1; it wrote: no paper"), "\(log)")
  }

  @Test("A mark of byte order before an answer is ignored")
  func byteOrderMark() async throws {
    let (result, log) = try await perform("printf '\\357\\273\\277{\"dialog\": \"Well.\"}'")
    #expect(result.response == .success("Well.") && log.isEmpty, "\(result)")
  }

  @Test("An output of 64 KiB is accepted")
  func much() async throws {
    let (result, _) = try await perform("head -c 65536 /dev/zero | tr '\\0' x")
    #expect(result.response.dialog.count == 65_536)
  }

  @Test(
    "A program that takes too long is terminated with its children, even if it ignores signals",
    arguments: ["sleep 1000", "sleep 1000 & wait", "trap '' TERM; sleep 1000 & sleep 1000", "exec >&- 2>&-; sleep 1000"])
  func hangs(_ script: String) async throws {
    let (result, log) = try await perform("echo $$ > leader\n" + script, timeout: 2)
    #expect(result.response == .failure("Sorry, that took too long."))
    #expect(log.count == 1 && log[0].contains("longer than 2.0 seconds"), "\(log)")
    #expect(try await noneLeft(ofSession: leader()))
  }

  @Test("Cancelling the task terminates the program")
  func cancelled() async throws {
    // The file appears atomically, so that it always contains the number.
    try folder.script("echo $$ > number; mv number leader; sleep 1000")
    let task = Task { try await folder.perform(handler: "{ command: [./handler.sh], timeout: 300 }") }
    #expect(await eventually { (try? leader()) != nil })
    task.cancel()
    #expect(try await task.value.result.response.code == .failure)
    #expect(try await noneLeft(ofSession: leader()))
  }

  @Test("A child process that keeps the output open does not delay the answer, and keeps running")
  func grandchild() async throws {
    let (result, log) = try await perform("sleep 1000 & echo $! > child; echo Started.")
    #expect(result.response == .success("Started."))
    #expect(log.isEmpty)
    let child = try #require(
      pid_t(try String(contentsOfFile: folder.path + "/child", encoding: .utf8).trimmingCharacters(in: .newlines)))
    #expect(kill(child, 0) == 0)
    kill(child, SIGKILL)
  }

  @Test("A finished program leaves no descriptor and no zombie")
  func leaks() async throws {
    for script in ["echo Fine.", "exit 3", "yes", "kill -9 $$", "exec <&-; exit 0"] {
      _ = try await perform("echo $$ > leader\n" + script)
      let pid = try leader()
      #expect(kill(pid, 0) == -1 && errno == ESRCH, "\(script) is still there")
    }
    _ = try await perform("", arguments: ", \"{tool}\"", slots: ["tool": String(repeating: "x", count: 200_000)])
    // Other tests open and close such files at the same time.
    #expect(
      await eventually {
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return !descriptors.contains {
          (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?.contains("vocative-request-")
            == true
        }
      })
  }

  @Test("A program that was deleted after loading causes a failure")
  func gone() async throws {
    let path = try folder.script("exit 0")
    let handler = try #require(try folder.load(handler: "{ command: [./handler.sh] }").intents.first?.handler)
    try FileManager.default.removeItem(atPath: path)
    let log = RecordedLog()
    let request = HandlerRequest(
      intent: "Do", title: "Doing things", slots: [:], context: .init(source: .text, session: "", assistant: "test"))
    let result = await handler.handle(request, logger: log.logger)
    #expect(result.response == .failure("Sorry, something went wrong."))
    #expect(log.messages.count == 1 && log.messages[0].contains("could not be run"), "\(log.messages)")
  }

  /// Returns a closure that runs a command as the user "nobody" and returns the dialog.
  private func handlerAsNobody(_ command: String) throws -> () async -> String {
    chmod(folder.path, 0o755)
    let text = "intents: { Do: { phrases: [go], handler: { command: \(command), timeout: 300 } } }"
    let contents = try IntentsFile.contents(
      path: folder.write(text, to: "user.intents.yaml"), handlers: HandlerSettings(user: HandlerUser(named: "nobody")))
    let handler = try #require(contents.intents.first?.handler)
    let request = HandlerRequest(
      intent: "Do", title: "Doing", slots: [:], context: .init(source: .text, session: "", assistant: "test"))
    return { await handler.handle(request, logger: RecordedLog().logger).response.dialog }
  }

  private func leader() throws -> pid_t {
    let text = try String(contentsOfFile: folder.path + "/leader", encoding: .utf8)
    return try #require(pid_t(text.trimmingCharacters(in: .newlines)))
  }

  /// Returns whether all processes of a session have exited; killed ones may wait until their new parent reaps them.
  private func noneLeft(ofSession session: pid_t) async throws -> Bool {
    await eventually {
      let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { pid_t($0) } ?? []
      return !processes.contains { pid in
        guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else { return false }
        // The fields after the name in parentheses are state, parent, group and session.
        let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
        return fields.count > 4 && fields[4] == "\(session)" && fields[1] != "Z"
      }
    }
  }
}

import Foundation
import Testing
import Vocative
import VocativeTestSupport

@Suite("A running daemon")
struct RunningDaemonTests {
  @Test(
    "The daemon is found in the process list, with the command that stops it",
    arguments: [
      ("0::/system.slice/vocatived.service", "sudo systemctl stop vocatived", "sudo systemctl start vocatived"),
      (
        "0::/user.slice/user-1000.slice/user@1000.service/app.slice/vocatived.service", "systemctl --user stop vocatived",
        "systemctl --user start vocatived"
      ),
      ("0::/user.slice/user-1000.slice/session-2.scope", "kill 4711", nil), ("", "kill 4711", nil),
    ] as [(String, String, String?)])
  func found(group: String, stop: String, start: String?) throws {
    let processes = try TemporaryFolder()
    try processes.write("systemd\n", to: "1/comm")
    try processes.write("vocative\n", to: "300/comm")
    try processes.write("vocatived\n", to: "4711/comm")
    try processes.write(group, to: "4711/cgroup")
    let daemon = try #require(RunningDaemon.find(in: processes.path))
    #expect(daemon.process == 4711)
    #expect(daemon.stopCommand == stop)
    #expect(daemon.startCommand == start)
    #expect(daemon.explanation.contains("process 4711") && daemon.explanation.contains(stop))
  }

  @Test("Without a running daemon, none is found, and a process does not find itself")
  func none() throws {
    let processes = try TemporaryFolder()
    try processes.write("systemd\n", to: "1/comm")
    try processes.write("vocatived\n", to: "\(getpid())/comm")
    try processes.write("vocatived\n", to: "self/comm")
    #expect(RunningDaemon.find(in: processes.path) == nil)
  }
}

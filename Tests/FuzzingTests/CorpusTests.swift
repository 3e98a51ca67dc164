import Foundation
import FuzzTargets
import Testing
import VocativeTestSupport

/// The fuzzer's seeds and findings: none of them may ever crash a process again.
@Suite("Hostile input")
struct CorpusTests {
  @Test("Every input is accepted or rejected with a reason", .timeLimit(.minutes(10)), arguments: FuzzTarget.allCases)
  func corpus(_ target: FuzzTarget) throws {
    let folder = Repository.path("Tests/Fuzzing/Corpus/\(target.rawValue)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(!names.isEmpty, "the corpus has seeds")
    for name in names { target.read(Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))) }
  }
}

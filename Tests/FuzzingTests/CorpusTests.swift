import Foundation
import FuzzTargets
import Testing
import VocativeTestSupport

/// What fuzzing began with and what it found: nothing of it may ever end a process again.
@Suite("Hostile input")
struct CorpusTests {
  @Test("Whatever is read, it is taken or refused with words", .timeLimit(.minutes(10)), arguments: FuzzTarget.allCases)
  func corpus(_ target: FuzzTarget) throws {
    let folder = Repository.path("Tests/Fuzzing/Corpus/\(target.rawValue)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(!names.isEmpty, "there is something to begin with")
    for name in names { target.read(Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))) }
  }
}

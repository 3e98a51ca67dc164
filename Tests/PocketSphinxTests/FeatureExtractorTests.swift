import PocketSphinx
import Testing
import VocativeTestSupport

@Suite("PocketSphinx's front end")
struct FeatureExtractorTests {
  @Test("A released front end frees all of its memory", .enabled(if: ResidentMemory.isMeasurable))
  func memory() async {
    // In a separate process, because tests that run at the same time also allocate memory.
    await #expect(processExitsWith: .success) {
      let model = try AcousticModel(directory: "/usr/share/pocketsphinx/model/en-us/en-us")
      func make(_ count: Int) throws { for _ in 0..<count { _ = try FeatureExtractor(model: model) } }
      try make(100)
      let before = try ResidentMemory.byteCount()
      // Its settings alone are 12 kB.
      try make(1000)
      #expect(try ResidentMemory.byteCount() - before < 4 << 20)
    }
  }
}

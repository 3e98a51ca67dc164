import PocketSphinx
import Testing

@Suite("Parts of an utterance")
struct CepstraTests {
  /// Frames of two coefficients, the first of which is the level.
  private static func cepstra(_ levels: [Float]) -> Cepstra {
    Cepstra(coefficientCount: 2, values: levels.flatMap { [$0, 0] })
  }

  @Test(
    "The audible part reaches from the first to the last loud frame, with a margin within the utterance",
    arguments: [
      ([0, 0, 0, 9, 1, 9, 0, 0], 0, 3..<6), ([0, 0, 0, 9, 1, 9, 0, 0], 1, 2..<7), ([0, 0, 0, 9, 1, 9, 0, 0], 40, 0..<8),
      ([5, 5, 5], 0, 0..<3), ([], 3, 0..<0),
    ] as [([Float], Int, Range<Int>)])
  func audible(levels: [Float], margin: Int, expected: Range<Int>) {
    #expect(Self.cepstra(levels).audibleFrames(margin: margin) == expected)
  }

  @Test(
    "Sound begins again after a quiet stretch that is long and early enough, if neither too little nor too much of it follows",
    arguments: [
      ([9, 0, 0, 0, 9, 9], 3, 0, 1...9, 4), ([9, 0, 0, 0, 9, 9], 4, 0, 1...9, nil), ([9, 0, 0, 0, 9, 9], 3, 0, 2...9, nil),
      ([0, 9, 9, 0, 0, 9, 0, 0, 0, 9, 9], 2, 1, 5...9, 5), ([0, 9, 9, 0, 0, 9, 0, 0, 0, 9, 9], 2, 0, 5...9, nil),
      ([0, 9, 9, 0, 0, 9, 0, 0, 0, 9, 9], 2, 1, 1...4, nil), ([0, 9, 9, 0, 0, 9, 0, 0, 0, 9, 9], 3, 4, 1...9, 9),
      ([0, 9, 9, 0, 0, 0], 2, 4, 0...9, nil), ([5, 5, 5], 1, 9, 0...9, nil), ([], 0, 9, 0...9, nil),
    ] as [([Float], Int, Int, ClosedRange<Int>, Int?)])
  func onset(levels: [Float], length: Int, most: Int, lengths: ClosedRange<Int>, expected: Int?) {
    #expect(Self.cepstra(levels).onset(afterQuiet: length, within: most, leaving: lengths) == expected)
  }

  @Test("A range of frames that lies partly outside gives the frames that exist")
  func frames() {
    let whole = Self.cepstra([1, 2, 3])
    #expect(whole.frames(1..<9).values == [2, 0, 3, 0])
    #expect(whole.frames(-4..<1).values == [1, 0])
    #expect(whole.frames(5..<9).values.isEmpty)
  }

  @Test("The words of a part of an utterance are placed in the whole of it")
  func placed() {
    let word = Segment(text: "goal", startFrame: 2, endFrame: 9, probability: -1, acousticScore: -5)
    let placed = Hypothesis(segments: [word], score: -7, frameCount: 12).placed(at: 30, ofFrames: 80)
    #expect(placed.segments.map(\.startFrame) == [32])
    #expect(placed.segments.map(\.endFrame) == [39])
    #expect(placed.frameCount == 80)
    #expect(placed.score == -7)
  }
}

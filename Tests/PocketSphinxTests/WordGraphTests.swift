import PocketSphinx
import Testing

@Suite("A word graph that is split by left context")
struct WordGraphTests {
  private typealias Arc = WordGraph.Arc

  private static let lastPhones = ["on": "N", "off": "F", "ten": "N", "lamp": "P", "the": "AH"]

  private static func split(_ graph: WordGraph) -> WordGraph { graph.splitByLeftContext { lastPhones[$0] } }

  /// Returns the sentences of a graph without loops.
  private static func sentences(of graph: WordGraph) -> Set<String> {
    func rest(from state: Int) -> [[String]] {
      (state == graph.final ? [[]] : [])
        + graph.arcs.filter { $0.from == state }.flatMap { arc in rest(from: arc.to).map { (arc.word.map { [$0] } ?? []) + $0 } }
    }
    return Set(rest(from: graph.start).map { $0.joined(separator: " ") })
  }

  /// Returns the last phones of the words that lead directly to the state before each "lamp".
  private static func contexts(beforeLampIn graph: WordGraph) -> [Set<String>] {
    graph.arcs.filter { $0.word == "lamp" }.map { lamp in
      Set(graph.arcs.filter { $0.to == lamp.from }.compactMap { $0.word.flatMap { lastPhones[$0] } })
    }
  }

  @Test("Words that end with different phones lead to different states")
  func differentPhones() {
    let graph = WordGraph(
      stateCount: 3, start: 0, final: 2,
      arcs: [Arc(from: 0, to: 1, word: "on"), Arc(from: 0, to: 1, word: "off"), Arc(from: 1, to: 2, word: "lamp")])
    let split = Self.split(graph)
    #expect(Self.sentences(of: split) == ["on lamp", "off lamp"])
    #expect(Set(Self.contexts(beforeLampIn: split)) == [["N"], ["F"]])
    #expect((split.stateCount, split.start, split.final) == (4, 0, 2))
  }

  @Test("Words that end with the same phone share a state")
  func samePhone() {
    let graph = WordGraph(
      stateCount: 3, start: 0, final: 2,
      arcs: [
        Arc(from: 0, to: 1, word: "on"), Arc(from: 0, to: 1, word: "ten"),
        Arc(from: 1, to: 2, word: "lamp", probability: 0.5),
      ])
    let split = Self.split(graph)
    #expect(Set(split.arcs) == Set(graph.arcs))
    #expect(split.stateCount == graph.stateCount)
  }

  @Test("An epsilon arc passes the phone before it on")
  func epsilon() {
    let graph = WordGraph(
      stateCount: 4, start: 0, final: 3,
      arcs: [
        Arc(from: 0, to: 1, word: "on"), Arc(from: 0, to: 1, word: "off"), Arc(from: 1, to: 2, word: "the"),
        Arc(from: 1, to: 2, word: nil), Arc(from: 2, to: 3, word: "lamp"),
      ])
    let split = Self.split(graph)
    #expect(Self.sentences(of: split) == ["on lamp", "on the lamp", "off lamp", "off the lamp"])
    #expect(split.arcs.count { $0.word == "lamp" } == 3)
  }

  @Test("States that no arc leaves keep their numbers, so that a search can end in any of them")
  func ends() {
    let graph = WordGraph(
      stateCount: 3, start: 0, final: 2,
      arcs: [Arc(from: 0, to: 1, word: "on"), Arc(from: 0, to: 1, word: "off"), Arc(from: 0, to: 2, word: "on")])
    #expect(Set(Self.split(graph).arcs) == Set(graph.arcs))
  }

  @Test("A state after more than 16 phones is not split, because the words after free text would take too much memory")
  func loop() {
    let phones = (0..<17).map { "P\($0)" }
    let graph = WordGraph(
      stateCount: 3, start: 0, final: 2,
      arcs: phones.map { Arc(from: 0, to: 0, word: $0) }
        + [Arc(from: 0, to: 1, word: nil), Arc(from: 1, to: 2, word: "lamp")])
    let split = graph.splitByLeftContext { $0 == "lamp" ? "P" : $0 }
    #expect(Set(split.arcs) == Set(graph.arcs))
    #expect(split.stateCount == 3)
  }
}

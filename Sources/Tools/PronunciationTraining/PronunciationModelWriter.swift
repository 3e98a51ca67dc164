import Foundation
import GraphemeToPhoneme

/// Writes a model in the format of `PronunciationModel`.
struct PronunciationModelWriter {
  private var data = Data("VG2P".utf8)

  static func data(_ model: GraphoneModel, graphones: [Graphone], phones: [String]) -> Data {
    var writer = PronunciationModelWriter()
    writer.append(UInt8(1), UInt8(model.tree.order), UInt8(phones.count), UInt8(0))
    writer.append(UInt16(graphones.count))
    for phone in phones {
      writer.append(UInt8(phone.utf8.count))
      writer.data.append(contentsOf: phone.utf8)
    }
    for graphone in graphones {
      let phones = graphone.phones + Array(repeating: 0, count: Graphone.maxPhones - graphone.phones.count)
      writer.append(graphone.letter, UInt8(graphone.phones.count))
      writer.data.append(contentsOf: phones)
    }
    writer.append(model)
    return writer.data
  }

  private mutating func append(_ model: GraphoneModel) {
    let levels = Self.levels(of: model)
    let contexts = levels.dropLast().joined().filter { model.backoff[$0] != 1 }
    // The start of a word is never predicted, so it has the lowest value of the table.
    let probabilities = LogarithmTable(levels.joined().map { model.probability[$0] })
    let weights = LogarithmTable(contexts.map { model.backoff[$0] } + [1])
    for value in probabilities.values + weights.values { append(value.bitPattern) }
    for level in levels { append(UInt32(level.count)) }
    for (level, next) in zip(levels, levels.dropFirst() + [[]]) {
      let isLast = next.isEmpty && level == levels.last
      if !isLast {
        var childCount: [Int: Int] = [:]
        for node in next { childCount[model.tree.parent[node], default: 0] += 1 }
        var first = 0
        for node in level {
          append(UInt32(first))
          first += childCount[node] ?? 0
        }
        append(UInt32(first))
      }
      for node in level { append(model.tree.symbol[node]) }
      for node in level { append(probabilities.code(of: model.probability[node])) }
      if !isLast { for node in level { append(weights.code(of: model.backoff[node])) } }
    }
  }

  /// Returns the kept nodes of each level, in the order of their parents and then of their symbols.
  private static func levels(of model: GraphoneModel) -> [[Int]] {
    var levels: [[Int]] = []
    var place = [Int](repeating: 0, count: model.tree.count.count)
    for level in model.tree.levels.dropFirst() {
      let sorted = level.filter { model.isKept[$0] }.sorted {
        (place[model.tree.parent[$0]], model.tree.symbol[$0]) < (place[model.tree.parent[$1]], model.tree.symbol[$1])
      }
      for (index, node) in sorted.enumerated() { place[node] = index }
      levels.append(sorted)
    }
    return levels
  }

  private mutating func append<Integer: FixedWidthInteger>(_ integers: Integer...) {
    for integer in integers { withUnsafeBytes(of: integer.littleEndian) { data.append(contentsOf: $0) } }
  }
}

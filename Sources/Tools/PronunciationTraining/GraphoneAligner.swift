import Foundation
import GraphemeToPhoneme

/// Aligns the letters of words with their phones, by expectation maximisation over all words.
///
/// Each letter takes none to two phones in order. The possible alignments are weighted by how often each pair of a letter and its
/// phones has been found so far (Bisani and Ney, Joint-sequence models for grapheme-to-phoneme conversion, 2008, section 3).
struct GraphoneAligner {
  private let phoneCount: Int
  private let pairCount: Int
  /// The probability of each choice of phones for each letter.
  private var probability: [Double]

  init(phoneCount: Int) {
    self.phoneCount = phoneCount
    let pairCount = 1 + phoneCount + phoneCount * phoneCount
    self.pairCount = pairCount
    // One phone for each letter is typical; without this bias, words with only one possible alignment would dominate at first.
    let uniform = 0.1 / Double(1 + phoneCount * phoneCount)
    probability = (0..<Graphone.letters.count * pairCount).map { index in
      let choice = index % pairCount
      return choice >= 1 && choice <= phoneCount ? 0.9 / Double(phoneCount) : uniform
    }
  }

  /// Trains on words for a number of iterations.
  mutating func train(on words: [TrainingWord], iterations: Int) {
    for _ in 0..<iterations {
      var counts = [Double](repeating: 0, count: probability.count)
      for word in words {
        for phones in word.pronunciations { count(word.letters, phones, into: &counts) }
      }
      let total = counts.reduce(0, +)
      probability = counts.map { $0 / total }
    }
  }

  /// Returns the most likely alignment of a word; nil if its phones do not fit its letters.
  func alignment(of letters: [UInt8], _ phones: [UInt8]) -> [Graphone]? {
    let width = phones.count + 1
    var best = [Double](repeating: -.infinity, count: (letters.count + 1) * width)
    var taken = [Int](repeating: 0, count: best.count)
    best[0] = 0
    for (place, letter) in letters.enumerated() {
      for end in 0..<width {
        for length in 0...min(Graphone.maxPhones, end) {
          let probability = probability[index(letter, phones[(end - length)..<end])]
          guard probability > 0 else { continue }
          let score = best[place * width + end - length] + log(probability)
          if score > best[(place + 1) * width + end] {
            best[(place + 1) * width + end] = score
            taken[(place + 1) * width + end] = length
          }
        }
      }
    }
    guard best[letters.count * width + phones.count] > -.infinity else { return nil }
    var graphones: [Graphone] = []
    var end = phones.count
    for place in stride(from: letters.count, to: 0, by: -1) {
      let length = taken[place * width + end]
      graphones.append(Graphone(letter: letters[place - 1], phones: Array(phones[(end - length)..<end])))
      end -= length
    }
    return graphones.reversed()
  }

  /// Adds the expected count of every graphone of a word, from the forward and backward sums over its alignments.
  private func count(_ letters: [UInt8], _ phones: [UInt8], into counts: inout [Double]) {
    let width = phones.count + 1
    var forward = [Double](repeating: 0, count: (letters.count + 1) * width)
    var backward = forward
    forward[0] = 1
    backward[letters.count * width + phones.count] = 1
    for (place, letter) in letters.enumerated() {
      for end in 0..<width {
        for length in 0...min(Graphone.maxPhones, end) {
          forward[(place + 1) * width + end] +=
            forward[place * width + end - length] * probability[index(letter, phones[(end - length)..<end])]
        }
      }
    }
    let total = forward[letters.count * width + phones.count]
    guard total > 0 else { return }
    for (place, letter) in letters.enumerated().reversed() {
      for end in 0..<width {
        for length in 0...min(Graphone.maxPhones, end) {
          let graphone = index(letter, phones[(end - length)..<end])
          let rest = probability[graphone] * backward[(place + 1) * width + end]
          backward[place * width + end - length] += rest
          counts[graphone] += forward[place * width + end - length] * rest / total
        }
      }
    }
  }

  private func index(_ letter: UInt8, _ phones: ArraySlice<UInt8>) -> Int {
    let row = letter == UInt8(ascii: "'") ? 0 : Int(letter) - Int(UInt8(ascii: "a")) + 1
    let choice: Int =
      switch phones.count {
      case 0: 0
      case 1: 1 + Int(phones[phones.startIndex])
      default: 1 + phoneCount + Int(phones[phones.startIndex]) * phoneCount + Int(phones[phones.startIndex + 1])
      }
    return row * pairCount + choice
  }
}

import AcousticFrontEnd
import PocketSphinx
import VocativeCapture

/// The second pass: compares each candidate with free phones in a complete stretch of audio, with a normalized level and a subtracted mean.
///
/// The first pass reports a phrase where its score rises most, so other speech with a similar part has a high score too: "dark roast" for
/// "jarvis". Free phones explain the whole of that far better than the phrase does. Both are decoded with the scores of the network, as
/// commands are.
final class KeyphraseVerifier {
  private let decoder: Decoder
  private let lexicon: Lexicon
  private let frontEnd: UtteranceFrontEnd

  private enum Search {
    static let phones = "phones"
    static let phrase = "phrase"
  }

  /// Audio in which hits are compared with free phones, and the weights of what a hit's score consists of.
  private struct Comparison {
    let input: DecoderInput
    /// The number of frames (10 ms) before the input.
    let firstFrame: Int
    /// Frames before and after a hit that are decoded with it.
    ///
    /// The number was chosen on recordings of three phrases alone and within other speech, and compared on 17 others in rooms. With more
    /// frames, the speech before and after a phrase may count as a part of it; with fewer, the inexact ends of a candidate matter.
    static let framesAround = 20
    /// The weight of the candidate's score in the first pass.
    let candidateWeight: Double
    /// Decades for each phone of the phrase and each unit (0.1024 nepers) of the mean score of a frame.
    let decadesPerUnit: Double
    /// The weight of the score of free phones relative to that of the phrase.
    let freePhonesWeight: Double
    /// Units that are added to the weighted difference of the two scores.
    let offset: Double

    /// Scores of the network.
    ///
    /// The weights were chosen on 17 phrases by synthetic voices in rooms and on 2.5 hours of other speech. Only half of the score of free
    /// phones is subtracted: audio that no phones explain well is doubtful evidence.
    init(scores: DecoderInput, firstFrame: Int) {
      (input, self.firstFrame) = (scores, firstFrame)
      (candidateWeight, decadesPerUnit, freePhonesWeight, offset) = (0.5, 0.4, 0.5, 69)
    }

    /// Features for the Gaussian mixtures, for acoustic models without a network.
    ///
    /// The weight was chosen from 0.03 to 0.3 on recordings of three phrases in quiet, in noise and in rooms.
    init(cepstra: Cepstra) {
      (input, firstFrame) = (.cepstra(cepstra), 0)
      (candidateWeight, decadesPerUnit, freePhonesWeight, offset) = (1, 0.2, 1, 10)
    }

    /// Returns the score of a hit in decades.
    ///
    /// - Parameters:
    ///   - candidate: Its score in the first pass, in decades.
    ///   - phrase: The mean score of a frame of the phrase, in units.
    ///   - freePhones: The mean score of a frame of free phones in the same audio, in units.
    func score(candidate: Double, phoneCount: Int, phrase: Double, freePhones: Double) -> Double {
      candidateWeight * candidate + decadesPerUnit * Double(phoneCount) * (phrase - freePhonesWeight * freePhones + offset)
    }
  }

  init(lexicon: Lexicon, model: AcousticModel, frontEnd: UtteranceFrontEnd) throws(PocketSphinxError) {
    decoder = try Decoder(configuration: DecoderConfiguration(model: model))
    try decoder.add(lexicon)
    try decoder.setPhoneLoop(search: Search.phones)
    self.lexicon = lexicon
    self.frontEnd = frontEnd
  }

  /// Returns the clearest candidates of each occurrence of a phrase with their compared scores, in audio that began at a sample.
  func compared(_ candidates: [KeyphraseHit], in samples: [Int16], from origin: Int) throws(PocketSphinxError) -> [KeyphraseHit] {
    var clearest: [KeyphraseHit] = []
    for hit in candidates.sorted(by: { $0.margin > $1.margin }) where !clearest.contains(where: hit.isSameOccurrence) {
      clearest.append(hit)
    }
    guard let first = clearest.map(\.start).min(), let last = clearest.map(\.end).max() else { return [] }
    func frame(at position: Int) -> Int { (position - origin) / Decoder.samplesPerFrame }
    let around = Comparison.framesAround
    // One more frame, because a division may round up a negative position in the audible part.
    let speech = try frontEnd.audibleSpeech(of: samples, in: frame(at: first) - around..<frame(at: last) + around + 1)
    let comparison =
      if case .senoneScores = speech.input {
        Comparison(scores: speech.input, firstFrame: speech.quietFramesBefore)
      } else {
        Comparison(cepstra: try frontEnd.features(of: samples, subtracting: .speech))
      }
    var compared: [KeyphraseHit] = []
    for hit in clearest {
      guard let score = try score(of: hit, by: comparison, from: origin) else { continue }
      compared.append(hit.rescored(score))
    }
    return compared
  }

  /// Returns the score of a hit after a comparison with free phones, in decades; nil if the phrase does not fit the audio at all.
  private func score(
    of hit: KeyphraseHit, by comparison: Comparison, from origin: Int
  ) throws(PocketSphinxError) -> Double? {
    let words = hit.keyphrase.words
    let origin = origin + comparison.firstFrame * Decoder.samplesPerFrame
    let first = (hit.start - origin) / Decoder.samplesPerFrame - Comparison.framesAround
    let end = (hit.end - origin) / Decoder.samplesPerFrame + Comparison.framesAround
    let range = max(0, first)..<max(0, first, min(end, comparison.input.frameCount))
    guard !range.isEmpty, let phones = lexicon.phones(of: words) else { return nil }
    let around = comparison.input.frames(range)
    let arcs = words.enumerated().map { WordGraph.Arc(from: $0, to: $0 + 1, word: $1) }
    let graph = WordGraph(stateCount: words.count + 1, start: 0, final: words.count, arcs: arcs)
    try decoder.setGrammar(graph, search: Search.phrase)
    try decoder.activate(Search.phrase)
    guard let phrase = try decoder.decode(around) else { return nil }
    try decoder.activate(Search.phones)
    let spoken = phrase.segments.filter { words.contains(Lexicon.word(named: $0.text)) }
    guard let loop = try decoder.decode(around), let start = spoken.first?.startFrame, let last = spoken.last?.endFrame else {
      return nil
    }
    return comparison.score(
      candidate: hit.score, phoneCount: phones.count, phrase: phrase.scores(of: start...last).mean,
      freePhones: loop.scores(of: start...last).mean)
  }
}

import PocketSphinx
import Vocative

/// Checks whether a phrase can work at all, and suggests an alternative.
struct PhraseCheck {
  private let plan: SpeechPlan
  private let lookup: PronunciationLookup
  private let ordinary: OrdinarySpeech

  /// Creates a check for the phrases of a plan.
  ///
  /// - Throws: `PocketSphinxError` if the dictionary cannot be read.
  init(plan: SpeechPlan, lookup: PronunciationLookup) throws(PocketSphinxError) {
    self.plan = plan
    self.lookup = lookup
    ordinary = try OrdinarySpeech(lookup: lookup, phrases: plan.keyphrases.map(\.words))
  }

  /// Returns the number of phones of the most common pronunciation.
  func phoneCount(of keyphrase: Keyphrase) -> Int { plan.lexicon.phones(of: keyphrase.words)?.count ?? 0 }

  /// Returns the faults of a phrase, given how many of its recordings are missed.
  func faults(of keyphrase: Keyphrase, missed: Int, of recordings: Int) -> [PhraseFault] {
    var faults: [PhraseFault] = []
    let phones = phoneCount(of: keyphrase)
    if phones < PhraseFault.minPhones {
      faults.append(.tooShort(phones: phones, soundsLike: ordinary.words(soundingLike: keyphrase.words)))
    } else if let words = ordinary.words(containing: keyphrase.words) {
      faults.append(.contained(in: words))
    }
    if let rival = rival(of: keyphrase) { faults.append(.soundsLike(rival.text, owner: rival.owner)) }
    if Double(missed) > PhraseFault.maxMissRate * Double(recordings) {
      let other = faults.isEmpty ? ordinary.words(soundingLike: keyphrase.words) : nil
      faults.append(.missed(missed, of: recordings, soundsLike: other))
    }
    return faults
  }

  /// Suggests a longer phrase, with a word or two of address added, that differs from all others; nil if none is found.
  ///
  /// - Throws: `PocketSphinxError` if the dictionary cannot be read.
  func suggestion(insteadOf keyphrase: Keyphrase) throws(PocketSphinxError) -> String? {
    let heads = ["hey", "okay", "hello"].filter { !keyphrase.words.contains($0) }
    let tails = ["there", "assistant", "computer"].filter { !keyphrase.words.contains($0) }
    var candidates = heads.map { [$0] + keyphrase.words }
    candidates += tails.flatMap { tail in heads.map { [$0] + keyphrase.words + [tail] } }
    let words = Set((candidates + plan.keyphrases.map(\.words)).joined())
    let found = try lookup.pronunciations(of: words, hints: plan.grammar.pronunciations).lexicon
    let distance = PhoneDistance(lexicon: found)
    let wanted = max(PhraseFault.minPhones, phoneCount(of: keyphrase)) + 1
    let suggestion = candidates.first { candidate in
      guard let phones = found.phones(of: candidate), phones.count >= wanted else { return false }
      return !plan.keyphrases.contains { (distance.between(candidate, $0.words) ?? 1) <= PhoneDistance.soundsAlike }
        && ordinary.words(containing: candidate) == nil
    }
    return suggestion?.joined(separator: " ")
  }

  /// Returns another phrase of the assistant that a phrase could be confused with.
  ///
  /// Two wake phrases may be similar, and so may two phrases of one intent.
  private func rival(of keyphrase: Keyphrase) -> (text: String, owner: String)? {
    let distance = PhoneDistance(lexicon: plan.lexicon)
    let own = plan.grammar.match(keyphrase.words)
    for other in plan.keyphrases where other.text != keyphrase.text && (keyphrase.kind, other.kind) != (.wake, .wake) {
      let meaning = plan.grammar.match(other.words)
      if let own, let meaning, own.intent == meaning.intent, own.slots == meaning.slots { continue }
      guard let found = distance.between(keyphrase.words, other.words), found <= PhoneDistance.soundsAlike else { continue }
      return (other.text, other.kind == .wake ? "a wake phrase" : meaning?.intent ?? "another phrase")
    }
    return nil
  }
}

import CPocketSphinx
import Foundation

/// A PocketSphinx decoder: one acoustic model, its words, and named searches of which one is active.
///
/// The library does not lock. The type is not `Sendable`: keep each decoder inside the actor or thread that created it.
public final class Decoder {
  /// The configuration of the decoder.
  public let configuration: DecoderConfiguration
  private let handle: OpaquePointer
  private var argumentStorage: [UnsafeMutablePointer<CChar>?]
  private var words: Set<String> = []
  private var isInUtterance = false
  private var searches: [String: Search] = [:]
  /// The name of the active search.
  private var activeName: String?
  /// Whether the library's buffers have the size of the features of an utterance.
  private var hasDecodedFeatures = false

  private enum Search {
    /// Keyphrases, as the library reads them.
    case keyphrases(list: Data)
    case grammar, languageModel, phoneLoop
  }

  /// The number of feature frames a second, fixed by the model's front end.
  public static let framesPerSecond = 100
  /// The number of samples from one frame to the next.
  public static let samplesPerFrame = 160

  /// Loads the acoustic model with the configuration's dictionary, or an empty one.
  ///
  /// - Throws: `PocketSphinxError` if the library rejects the model.
  public init(configuration: DecoderConfiguration) throws(PocketSphinxError) {
    self.configuration = configuration
    PocketSphinxMessages.install()
    // The library keeps pointers to its arguments for the life of the decoder.
    argumentStorage = (["vocative"] + configuration.arguments).map { strdup($0) }
    let parsed = cmd_ln_parse_r(nil, ps_args(), Int32(argumentStorage.count), &argumentStorage, 1)
    guard let parsed else {
      argumentStorage.forEach { free($0) }
      throw PocketSphinxError(code: .model, operation: "cmd_ln_parse_r", reason: PocketSphinxMessages.takeLastError())
    }
    defer { cmd_ln_free_r(parsed) }
    guard let decoder = MappedFile.withMappings({ ps_init(parsed) }) else {
      argumentStorage.forEach { free($0) }
      throw PocketSphinxError(
        code: .model, operation: "ps_init",
        reason: "\(configuration.model.directory): \(PocketSphinxMessages.takeLastError())")
    }
    handle = decoder
  }

  deinit {
    _ = MappedFile.withMappings { ps_free(handle) }
    argumentStorage.forEach { free($0) }
  }

  // MARK: Words

  /// Whether the decoder has a pronunciation of `word`.
  public func knows(_ word: String) -> Bool {
    if words.contains(word) { return true }
    return configuration.dictionary != nil && phones(of: word) != nil
  }

  /// Returns the phones of a word, given its name in segments; nil for silence, noises and unknown words.
  public func phones(of word: String) -> [String]? {
    guard let phones = ps_lookup_word(handle, word) else { return nil }
    defer { free(phones) }
    return String(cString: phones).split(separator: " ").map(String.init)
  }

  /// Returns the names of the pronunciations of a known word: `word`, `word(2)` and so on.
  private func pronunciationNames(of word: String) -> [String] {
    var names = [word]
    while case let next = Lexicon.name(of: word, pronunciation: names.count + 1), knows(next) { names.append(next) }
    return names
  }

  /// Adds a word to the decoder; `word(2)` and so on are further pronunciations of `word`.
  ///
  /// The library builds every search again for each word, so add words before you set searches.
  ///
  /// - Throws: `PocketSphinxError` if a phone is not in the model.
  public func add(_ word: String, phones: [String]) throws(PocketSphinxError) {
    guard !knows(word) else { return }
    guard !phones.isEmpty, ps_add_word(handle, word, phones.joined(separator: " "), 1) >= 0 else {
      throw PocketSphinxError(
        code: .pronunciation, operation: "ps_add_word",
        reason: "\"\(word)\" as \"\(phones.joined(separator: " "))\": \(PocketSphinxMessages.takeLastError())")
    }
    words.insert(word)
  }

  // MARK: Searches

  /// Sets the keyphrases of a named search, each with its own detection threshold.
  ///
  /// The words are checked first, because the library drops a phrase with an unknown word and still reports success.
  ///
  /// - Throws: `PocketSphinxError` if a word is unknown or the list is rejected.
  public func setKeyphrases(_ phrases: [(text: String, threshold: Double)], search: String) throws(PocketSphinxError) {
    for phrase in phrases {
      try requireWords(phrase.text.split(separator: " ").map(String.init), of: "the phrase \"\(phrase.text)\"")
    }
    // The library only reads individual thresholds from a file. A space before the slash would become part of the phrase.
    let list = Data(phrases.map { "\($0.text)/\($0.threshold)/\n" }.joined().utf8)
    try setKeyphrases(list: list, search: search)
    searches[search] = .keyphrases(list: list)
  }

  private func setKeyphrases(list: Data, search: String) throws(PocketSphinxError) {
    let file = try MemoryFile(holding: list)
    guard ps_set_kws(handle, search, file.path) >= 0 else {
      throw PocketSphinxError(code: .search, operation: "ps_set_kws", reason: PocketSphinxMessages.takeLastError())
    }
  }

  /// Sets the grammar of a named search; each word may be spoken in each of its pronunciations, `word(2)` and so on.
  ///
  /// - Throws: `PocketSphinxError` if a word is unknown or the grammar is rejected.
  public func setGrammar(_ graph: WordGraph, search: String) throws(PocketSphinxError) {
    try requireWords(Set(graph.arcs.compactMap(\.word)).sorted(), of: "the grammar")
    let languageWeight = Float(configuration.languageWeight)
    guard let grammar = fsg_model_init(search, ps_get_logmath(handle), languageWeight, Int32(graph.stateCount)) else {
      throw PocketSphinxError(code: .search, operation: "fsg_model_init", reason: PocketSphinxMessages.takeLastError())
    }
    defer { fsg_model_free(grammar) }
    grammar.pointee.start_state = Int32(graph.start)
    grammar.pointee.final_state = Int32(graph.final)
    // The library would go through all arcs once more for each further pronunciation, and through all words for each arc.
    var numbers: [String: [Int32]] = [:]
    for arc in graph.arcs {
      guard let word = arc.word else {
        fsg_model_null_trans_add(grammar, Int32(arc.from), Int32(arc.to), 0)
        continue
      }
      // The weight is applied here, as in the library's own grammar file reader, because the search does not apply it.
      let logProbability = Double(logmath_log(ps_get_logmath(handle), arc.probability)) * configuration.languageWeight
      let spoken = numbers[word] ?? pronunciationNames(of: word).map { fsg_model_word_add(grammar, $0) }
      numbers[word] = spoken
      for number in spoken { fsg_model_trans_add(grammar, Int32(arc.from), Int32(arc.to), Int32(logProbability), number) }
    }
    glist_free(fsg_model_null_trans_closure(grammar, nil))
    guard ps_set_fsg(handle, search, grammar) >= 0 else {
      throw PocketSphinxError(code: .search, operation: "ps_set_fsg", reason: PocketSphinxMessages.takeLastError())
    }
    searches[search] = .grammar
  }

  /// Sets a search over all words of the dictionary, with the probabilities of an n-gram language model.
  ///
  /// - Throws: `PocketSphinxError` if the decoder has no dictionary or the library rejects the model.
  public func setLanguageModel(_ model: LanguageModel, search: String) throws(PocketSphinxError) {
    guard configuration.dictionary != nil || !words.isEmpty else {
      throw PocketSphinxError(
        code: .search, operation: "ps_set_lm_file", reason: "\(model.path): the decoder was made without a dictionary")
    }
    guard ps_set_lm_file(handle, search, model.path) >= 0 else {
      throw PocketSphinxError(
        code: .model, operation: "ps_set_lm_file", reason: "\(model.path): \(PocketSphinxMessages.takeLastError())")
    }
    searches[search] = .languageModel
  }

  /// Sets a search over all phones without a grammar, which shows what the audio sounds like without expectations.
  ///
  /// - Throws: `PocketSphinxError` if the library fails.
  public func setPhoneLoop(search: String) throws(PocketSphinxError) {
    guard ps_set_allphone_file(handle, search, nil) >= 0 else {
      throw PocketSphinxError(
        code: .search, operation: "ps_set_allphone_file", reason: PocketSphinxMessages.takeLastError())
    }
    searches[search] = .phoneLoop
  }

  /// Activates a named search; must not be called during an utterance.
  ///
  /// - Throws: `PocketSphinxError` if the search does not exist.
  public func activate(_ search: String) throws(PocketSphinxError) {
    guard ps_set_search(handle, search) >= 0 else {
      throw PocketSphinxError(code: .search, operation: "ps_set_search", reason: PocketSphinxMessages.takeLastError())
    }
    activeName = search
  }

  private var activeSearch: Search? { activeName.flatMap { searches[$0] } }

  /// Sets the active keyphrases again, so that they begin an utterance without the one before.
  ///
  /// The function `kws_search_start` of release 5prealpha resets only its loop of phones. Phrases would go on from their places in the
  /// utterance before, and could be found in the first frames, with that utterance's times.
  private func resetKeyphrases() throws(PocketSphinxError) {
    // During an utterance, the library would go on with the search that it has freed.
    guard !isInUtterance, let activeName, case .keyphrases(let list) = activeSearch else { return }
    try setKeyphrases(list: list, search: activeName)
    try activate(activeName)
  }

  private func requireWords(_ needed: [String], of whole: String) throws(PocketSphinxError) {
    for word in needed where !knows(word) {
      throw PocketSphinxError(
        code: .unknownWord, operation: "dictionary", reason: "\"\(word)\" in \(whole) has no pronunciation")
    }
  }

  // MARK: Decoding

  /// Starts an utterance; frames are counted from 0.
  ///
  /// - Throws: `PocketSphinxError` if the library fails.
  public func startUtterance() throws(PocketSphinxError) {
    try resetKeyphrases()
    ps_start_stream(handle)
    try check(ps_start_utt(handle), "ps_start_utt")
    isInUtterance = true
  }

  /// Feeds 16 kHz mono samples to the active search.
  ///
  /// - Throws: `PocketSphinxError` if the library fails.
  public func process(_ samples: some Collection<Int16>) throws(PocketSphinxError) {
    try process(samples, isWholeUtterance: false)
  }

  /// Ends the utterance, if one has been started.
  ///
  /// - Throws: `PocketSphinxError` if the library fails.
  public func endUtterance() throws(PocketSphinxError) {
    guard isInUtterance else { return }
    isInUtterance = false
    try check(ps_end_utt(handle), "ps_end_utt")
  }

  /// Decodes a whole utterance, with the mean of its own features subtracted.
  ///
  /// - Returns: The best path through the active search, or nil if the audio ends before the search does.
  /// - Throws: `PocketSphinxError` if the library fails.
  public func decode(_ samples: [Int16]) throws(PocketSphinxError) -> Hypothesis? {
    hasDecodedFeatures = true
    try startUtterance()
    try process(samples, isWholeUtterance: true)
    try endUtterance()
    return hypothesis()
  }

  /// Decodes the features of a whole utterance, without subtracting a mean.
  ///
  /// - Returns: The best path through the active search, or nil if the features end before the search does.
  /// - Throws: `PocketSphinxError` if the library fails.
  public func decode(_ cepstra: Cepstra) throws(PocketSphinxError) -> Hypothesis? {
    hasDecodedFeatures = true
    // Set here, because the model's feat.params override the command line.
    let features = ps_get_feat(handle)
    let normalization = features?.pointee.cmn
    features?.pointee.cmn = CMN_NONE
    defer { if let normalization { features?.pointee.cmn = normalization } }
    try startUtterance()
    // A copy, because the library may work in place.
    var values = cepstra.values
    let status = values.withUnsafeMutableBufferPointer { buffer -> Int32 in
      var frames = (0..<cepstra.frameCount).map { buffer.baseAddress?.advanced(by: $0 * cepstra.coefficientCount) }
      return ps_process_cep(handle, &frames, Int32(cepstra.frameCount), 0, 1)
    }
    try check(status, "ps_process_cep")
    try endUtterance()
    return hypothesis()
  }

  /// Decodes the senone scores of a whole utterance; no features are computed or compared.
  ///
  /// - Returns: The best path through the active search, or nil if the scores end before the search does.
  /// - Throws: `PocketSphinxError` if the scores are for a model with another number of senones, if the active search has a language model,
  ///   if this decoder has decoded features, or if the library fails.
  public func decode(_ scores: SenoneScores) throws(PocketSphinxError) -> Hypothesis? {
    // The library reads beyond its arrays if the numbers differ.
    guard scores.senoneCount == configuration.model.senoneCount else {
      throw PocketSphinxError(
        code: .decoding, operation: "ps_decode_senscr",
        reason: "the scores are for \(scores.senoneCount) senones, and \(configuration.model.directory) has "
          + (configuration.model.senoneCount.map(String.init) ?? "an unknown number"))
    }
    // Such a search looks a few frames ahead, and the library does not return to its place in the file afterwards.
    if case .languageModel = activeSearch {
      throw PocketSphinxError(
        code: .search, operation: "ps_decode_senscr", reason: "a search with a language model cannot use scores")
    }
    // The library enlarges its buffer of features for a whole utterance, but not that of places in the file, and would write beyond it.
    guard !hasDecodedFeatures else {
      throw PocketSphinxError(
        code: .decoding, operation: "ps_decode_senscr", reason: "a decoder that has decoded features cannot use scores")
    }
    try resetKeyphrases()
    // The library only reads scores from a file.
    ps_start_stream(handle)
    try check(scores.withDump { ps_decode_senscr(handle, $0) } ?? -1, "ps_decode_senscr")
    return hypothesis()
  }

  /// Decodes a whole utterance from its features or its senone scores.
  ///
  /// - Throws: `PocketSphinxError` if the library fails.
  public func decode(_ utterance: DecoderInput) throws(PocketSphinxError) -> Hypothesis? {
    switch utterance {
    case .cepstra(let cepstra): try decode(cepstra)
    case .senoneScores(let scores): try decode(scores)
    }
  }

  /// Returns the best result so far, with segments in time order; nil if there is none.
  public func hypothesis() -> Hypothesis? {
    var score: Int32 = 0
    guard ps_get_hyp(handle, &score) != nil else { return nil }
    return Hypothesis(segments: segments(), score: Int(score), frameCount: Int(ps_get_n_frames(handle)))
  }

  /// Returns the best result of a grammar search that ends in a state other than the grammar's final one; nil if there is none.
  ///
  /// Call it after a whole utterance. Scores of two searches cannot be compared, because PocketSphinx computes them relative to
  /// the best active density in a frame. Scores of two final states of one search can be compared.
  public func hypothesis(endingIn state: Int, search: String) -> Hypothesis? {
    guard let grammar = ps_get_fsg(handle, search) else { return nil }
    let final = grammar.pointee.final_state
    grammar.pointee.final_state = Int32(state)
    defer { grammar.pointee.final_state = final }
    return hypothesis()
  }

  private func segments() -> [Segment] {
    var segments: [Segment] = []
    // Lattice scores have the ten bits that searches drop.
    let isLattice =
      switch activeSearch {
      case .grammar, .languageModel: configuration.searchesLattice && !isInUtterance
      case .keyphrases, .phoneLoop, nil: false
      }
    let scale = isLattice ? 1024 : 1
    var iterator = ps_seg_iter(handle)
    while let current = iterator {
      var (start, end): (Int32, Int32) = (0, 0)
      var (acoustic, language, backoff): (Int32, Int32, Int32) = (0, 0, 0)
      ps_seg_frames(current, &start, &end)
      let probability = ps_seg_prob(current, &acoustic, &language, &backoff)
      segments.append(
        Segment(
          text: String(cString: ps_seg_word(current)).trimmingCharacters(in: .whitespaces), startFrame: Int(start),
          endFrame: Int(end), probability: Int(probability), acousticScore: Int(acoustic) / scale))
      iterator = ps_seg_next(current)
    }
    // Release 5prealpha lists keyphrase hits newest first.
    return segments.sorted { ($0.startFrame, $0.endFrame) < ($1.startFrame, $1.endFrame) }
  }

  private func process(_ samples: some Collection<Int16>, isWholeUtterance: Bool) throws(PocketSphinxError) {
    let contiguous = samples.withContiguousStorageIfAvailable { buffer in
      ps_process_raw(handle, buffer.baseAddress, buffer.count, 0, isWholeUtterance ? 1 : 0)
    }
    try check(
      contiguous
        ?? Array(samples).withUnsafeBufferPointer {
          ps_process_raw(handle, $0.baseAddress, $0.count, 0, isWholeUtterance ? 1 : 0)
        }, "ps_process_raw")
  }

  private func check(_ status: Int32, _ operation: String) throws(PocketSphinxError) {
    guard status >= 0 else {
      throw PocketSphinxError(code: .decoding, operation: operation, reason: PocketSphinxMessages.takeLastError())
    }
  }
}

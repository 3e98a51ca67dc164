import CPocketSphinx
import Foundation

/// A PocketSphinx decoder: one acoustic model, its words, and any number of named searches of which one is active.
///
/// The library does no locking. The type is not `Sendable`: keep each decoder inside the actor or thread that made it.
public final class Decoder {
  /// What the decoder was built with.
  public let configuration: DecoderConfiguration
  private let handle: OpaquePointer
  private var argumentStorage: [UnsafeMutablePointer<CChar>?]
  private var words: Set<String> = []
  private var isInUtterance = false
  /// The searches whose words come from a lattice in the end, if the configuration says so, and whether one of them is active.
  private var latticeSearches: Set<String> = []
  private var isLatticeSearch = false

  /// Frames of features a second, fixed by the model's front end.
  public static let framesPerSecond = 100
  /// Samples a frame advances by.
  public static let samplesPerFrame = 160

  /// Loads the acoustic model with the configuration's dictionary, or an empty one.
  ///
  /// - Throws: `PocketSphinxError` when the library refuses the model.
  public init(configuration: DecoderConfiguration) throws(PocketSphinxError) {
    self.configuration = configuration
    PocketSphinxMessages.install()
    // The library keeps pointers into its arguments for as long as the decoder lives.
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

  /// The phones of a word of the decoder's, under the name that its segments have; nil for silence, noises and what it does not know.
  public func phones(of word: String) -> [String]? {
    guard let phones = ps_lookup_word(handle, word) else { return nil }
    defer { free(phones) }
    return String(cString: phones).split(separator: " ").map(String.init)
  }

  /// Gives the decoder a word; `word(2)` and so on are further pronunciations of `word`.
  ///
  /// - Throws: `PocketSphinxError` when a phone is not one of the model's.
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

  /// Sets the keyphrases to listen for under a search name, each with its own detection threshold.
  ///
  /// The words are checked first: the library drops a phrase with an unknown word and reports success.
  ///
  /// - Throws: `PocketSphinxError` when a word is unknown or the list is refused.
  public func setKeyphrases(_ phrases: [(text: String, threshold: Double)], search: String) throws(PocketSphinxError) {
    for phrase in phrases {
      try requireWords(phrase.text.split(separator: " ").map(String.init), of: "the phrase \"\(phrase.text)\"")
    }
    // Thresholds of their own reach the library only through a file. No space before the slash: it would become part of the phrase.
    let list = phrases.map { "\($0.text)/\($0.threshold)/\n" }.joined()
    let path = NSTemporaryDirectory() + "vocative-keyphrases-\(UUID().uuidString)"
    defer { unlink(path) }
    guard FileManager.default.createFile(atPath: path, contents: Data(list.utf8), attributes: [.posixPermissions: 0o600]) else {
      throw PocketSphinxError(code: .search, operation: "ps_set_kws", reason: "no temporary file could be written at \(path)")
    }
    guard ps_set_kws(handle, search, path) >= 0 else {
      throw PocketSphinxError(code: .search, operation: "ps_set_kws", reason: PocketSphinxMessages.takeLastError())
    }
  }

  /// Sets a grammar under a search name.
  ///
  /// - Parameter beams: Search widths of this grammar; nil for those of the configuration.
  /// - Throws: `PocketSphinxError` if a word is unknown or the grammar is refused.
  public func setGrammar(
    _ graph: WordGraph, search: String, beams: DecoderConfiguration.Beams? = nil
  ) throws(PocketSphinxError) {
    // A search reads its widths when it is made.
    if let beams { setBeams(beams) }
    defer { if beams != nil { setBeams(configuration.beams) } }
    try requireWords(Set(graph.arcs.compactMap(\.word)).sorted(), of: "the grammar")
    let languageWeight = Float(configuration.languageWeight)
    guard let grammar = fsg_model_init(search, ps_get_logmath(handle), languageWeight, Int32(graph.stateCount)) else {
      throw PocketSphinxError(code: .search, operation: "fsg_model_init", reason: PocketSphinxMessages.takeLastError())
    }
    defer { fsg_model_free(grammar) }
    grammar.pointee.start_state = Int32(graph.start)
    grammar.pointee.final_state = Int32(graph.final)
    for arc in graph.arcs {
      if let word = arc.word {
        // Weighted here, as the library's own reader of grammar files does; the search takes it as it is.
        let logProbability = Double(logmath_log(ps_get_logmath(handle), arc.probability)) * configuration.languageWeight
        fsg_model_trans_add(
          grammar, Int32(arc.from), Int32(arc.to), Int32(logProbability), fsg_model_word_add(grammar, word))
      } else {
        fsg_model_null_trans_add(grammar, Int32(arc.from), Int32(arc.to), 0)
      }
    }
    glist_free(fsg_model_null_trans_closure(grammar, nil))
    guard ps_set_fsg(handle, search, grammar) >= 0 else {
      throw PocketSphinxError(code: .search, operation: "ps_set_fsg", reason: PocketSphinxMessages.takeLastError())
    }
    latticeSearches.insert(search)
  }

  private func setBeams(_ beams: DecoderConfiguration.Beams) {
    let settings = ps_get_config(handle)
    cmd_ln_set_float_r(settings, "-beam", beams.state)
    cmd_ln_set_float_r(settings, "-pbeam", beams.phone)
    cmd_ln_set_float_r(settings, "-wbeam", beams.word)
  }

  /// Sets a search over all words of the dictionary under a search name, with the probabilities of an n-gram language model.
  ///
  /// - Throws: `PocketSphinxError` when the decoder has no dictionary, or the library refuses the model.
  public func setLanguageModel(_ model: LanguageModel, search: String) throws(PocketSphinxError) {
    guard configuration.dictionary != nil || !words.isEmpty else {
      throw PocketSphinxError(
        code: .search, operation: "ps_set_lm_file", reason: "\(model.path): the decoder was made without a dictionary")
    }
    guard ps_set_lm_file(handle, search, model.path) >= 0 else {
      throw PocketSphinxError(
        code: .model, operation: "ps_set_lm_file", reason: "\(model.path): \(PocketSphinxMessages.takeLastError())")
    }
    latticeSearches.insert(search)
  }

  /// Sets a search over all phones with no grammar: what the audio sounds like when nothing is expected of it.
  ///
  /// - Throws: `PocketSphinxError` when the library refuses.
  public func setPhoneLoop(search: String) throws(PocketSphinxError) {
    guard ps_set_allphone_file(handle, search, nil) >= 0 else {
      throw PocketSphinxError(
        code: .search, operation: "ps_set_allphone_file", reason: PocketSphinxMessages.takeLastError())
    }
  }

  /// Makes a named search the active one; not during an utterance.
  ///
  /// - Throws: `PocketSphinxError` when there is no such search.
  public func activate(_ search: String) throws(PocketSphinxError) {
    guard ps_set_search(handle, search) >= 0 else {
      throw PocketSphinxError(code: .search, operation: "ps_set_search", reason: PocketSphinxMessages.takeLastError())
    }
    isLatticeSearch = latticeSearches.contains(search)
  }

  /// Removes a search and frees its memory; the decoder is left without an active one.
  public func removeSearch(_ search: String) {
    ps_unset_search(handle, search)
    latticeSearches.remove(search)
  }

  private func requireWords(_ needed: [String], of whole: String) throws(PocketSphinxError) {
    for word in needed where !knows(word) {
      throw PocketSphinxError(
        code: .unknownWord, operation: "dictionary", reason: "\"\(word)\" in \(whole) has no pronunciation")
    }
  }

  // MARK: Decoding

  /// Begins an utterance; frames count from 0.
  ///
  /// - Throws: `PocketSphinxError` when the library refuses.
  public func startUtterance() throws(PocketSphinxError) {
    ps_start_stream(handle)
    try check(ps_start_utt(handle), "ps_start_utt")
    isInUtterance = true
  }

  /// Feeds 16 kHz mono samples to the active search.
  ///
  /// - Throws: `PocketSphinxError` when the library refuses.
  public func process(_ samples: some Collection<Int16>) throws(PocketSphinxError) {
    try process(samples, isWholeUtterance: false)
  }

  /// Ends the utterance, if one was begun.
  ///
  /// - Throws: `PocketSphinxError` when the library refuses.
  public func endUtterance() throws(PocketSphinxError) {
    guard isInUtterance else { return }
    isInUtterance = false
    try check(ps_end_utt(handle), "ps_end_utt")
  }

  /// Decodes a whole utterance at once, with the mean of its own features subtracted.
  ///
  /// - Returns: The best way through the active search, or nil when the audio ends before the search does.
  /// - Throws: `PocketSphinxError` when the library refuses.
  public func decode(_ samples: [Int16]) throws(PocketSphinxError) -> Hypothesis? {
    try startUtterance()
    try process(samples, isWholeUtterance: true)
    try endUtterance()
    return hypothesis()
  }

  /// Decodes the features of a whole utterance at once, as they are: no mean is subtracted.
  ///
  /// - Returns: The best way through the active search, or nil when the features end before the search does.
  /// - Throws: `PocketSphinxError` when the library refuses.
  public func decode(_ cepstra: Cepstra) throws(PocketSphinxError) -> Hypothesis? {
    // Set here, as the model's feat.params overrule the command line.
    let features = ps_get_feat(handle)
    let normalization = features?.pointee.cmn
    features?.pointee.cmn = CMN_NONE
    defer { if let normalization { features?.pointee.cmn = normalization } }
    try startUtterance()
    // The library may work in place: on a copy.
    var values = cepstra.values
    let status = values.withUnsafeMutableBufferPointer { buffer -> Int32 in
      var frames = (0..<cepstra.frameCount).map { buffer.baseAddress?.advanced(by: $0 * cepstra.coefficientCount) }
      return ps_process_cep(handle, &frames, Int32(cepstra.frameCount), 0, 1)
    }
    try check(status, "ps_process_cep")
    try endUtterance()
    return hypothesis()
  }

  /// The best result so far, segments in order of time; nil when there is none.
  public func hypothesis() -> Hypothesis? {
    var score: Int32 = 0
    guard ps_get_hyp(handle, &score) != nil else { return nil }
    return Hypothesis(segments: segments(), score: Int(score), frameCount: Int(ps_get_n_frames(handle)))
  }

  /// The best result of a grammar's search that ends in another state than the grammar's final one, after a whole utterance; nil if
  /// there is none.
  ///
  /// Scores of two searches cannot be compared, as PocketSphinx takes them relative to the best density that is active in a frame. Those
  /// of two final states of one search can.
  public func hypothesis(endingIn state: Int, search: String) -> Hypothesis? {
    guard let grammar = ps_get_fsg(handle, search) else { return nil }
    let final = grammar.pointee.final_state
    grammar.pointee.final_state = Int32(state)
    defer { grammar.pointee.final_state = final }
    return hypothesis()
  }

  private func segments() -> [Segment] {
    var segments: [Segment] = []
    // The scores of a lattice have the ten bits that searches drop.
    let scale = configuration.searchesLattice && isLatticeSearch && !isInUtterance ? 1024 : 1
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
    // 5prealpha lists keyphrase hits newest first.
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

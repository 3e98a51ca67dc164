import Foundation

/// A PocketSphinx acoustic model on disk, checked before the library sees it.
public struct AcousticModel: Hashable, Sendable {
  /// The folder that holds `mdef`, `means` and the rest.
  public let directory: String
  /// The phones of speech in the model; empty if the model definition is in text form.
  public let phones: [String]
  /// The senones of silence and noises without context; empty if the model definition is in text form.
  public let silentSenones: Set<Int>
  /// The sizes in the header of the model definition; empty if it is in text form.
  ///
  /// They identify the senones: other training data or settings give other numbers of triphones, sequences and nodes.
  public let definitionSizes: [Int]
  /// The number of senones; nil if the model definition is in text form.
  public var senoneCount: Int? { definitionSizes.isEmpty ? nil : definitionSizes[4] }
  /// The name of that folder, which identifies the model that measurements belong to.
  public var name: String { URL(fileURLWithPath: directory).lastPathComponent }

  /// Checks that every file the decoder needs exists, is readable and is of the right kind.
  ///
  /// The library ends the process when it meets a damaged model, so the files are checked here first.
  ///
  /// - Throws: `PocketSphinxError` naming the first file that is missing, empty or damaged.
  public init(directory: String) throws(PocketSphinxError) {
    self.directory = directory
    (phones, silentSenones, definitionSizes) = Self.definition(at: directory + "/mdef")
    try check("mdef", expecting: ModelFileLength.definition)
    try check("feat.params", expecting: { _ in nil })
    for name in ["means", "variances", "transition_matrices"] { try check(name, expecting: ModelFileLength.parameters) }
    if FileManager.default.fileExists(atPath: directory + "/sendump") {
      try check("sendump", expecting: ModelFileLength.senoneDump)
    } else {
      try check("mixture_weights", expecting: ModelFileLength.parameters)
    }
  }

  /// Releases the memory of the model definition, which is megabytes for each decoder.
  ///
  /// The decoder reads the definition when words and searches are added, and rarely while decoding.
  public func releaseDefinition() {
    MappedFile.releasePages(of: directory + "/mdef")
  }

  /// Checks that a file is readable and as long as its header says.
  private func check(
    _ name: String, expecting expectedLength: (_ head: [UInt8]) throws(ModelFileLength.Unreadable) -> Int?
  ) throws(PocketSphinxError) {
    let path = directory + "/" + name
    func fail(_ why: String) -> PocketSphinxError {
      PocketSphinxError(code: .model, operation: "acoustic model", reason: "\(path): \(why)")
    }
    guard let file = fopen(path, "rb") else { throw fail(String(cString: strerror(errno))) }
    defer { fclose(file) }
    var head = [UInt8](repeating: 0, count: 4096)
    let count = fread(&head, 1, head.count, file)
    guard count > 0 else { throw fail("the file is empty or is a folder") }
    let expected: Int?
    do throws(ModelFileLength.Unreadable) {
      expected = try expectedLength(Array(head.prefix(count)))
    } catch {
      throw fail(error.reason)
    }
    fseek(file, 0, SEEK_END)
    let size = ftell(file)
    if let expected, size < expected { throw fail("the file is truncated: \(size) of \(expected) bytes") }
  }

  /// Returns the phones of speech in a model definition, the senones of the other phones, and the sizes in its header.
  ///
  /// Layout (pocketsphinx `bin_mdef.c`): `BMDF`, version, description, ten sizes, of which the first is the number of phones and the third
  /// that of the states of a phone, then the zero-terminated names of the phones. Silence and noises are among them. The first senones are
  /// those of the states of each phone without context, in the same order.
  private static func definition(at path: String) -> (phones: [String], silentSenones: Set<Int>, sizes: [Int]) {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe),
      data.starts(with: Data("BMDF".utf8)), let description = data.littleEndianInteger(at: 8)
    else { return ([], [], []) }
    let sizes = (0..<10).compactMap { data.littleEndianInteger(at: 12 + description + 4 * $0) }
    guard sizes.count == 10, let count = sizes.first, count < 1000 else { return ([], [], []) }
    let names = data.dropFirst(12 + description + 40).prefix(count * 16).split(separator: 0, maxSplits: count).prefix(count)
      .map { String(decoding: $0, as: UTF8.self) }
    // A damaged size is reported when the file is checked.
    let states = (1..<1000).contains(sizes[2]) ? sizes[2] : 0
    let silent = names.indices.filter { names[$0] == "SIL" || names[$0].hasPrefix("+") }
    let phones = names.indices.filter { !silent.contains($0) }.map { names[$0] }
    return (phones, Set(silent.flatMap { $0 * states..<($0 + 1) * states }), sizes)
  }
}

extension Data {
  fileprivate func littleEndianInteger(at offset: Int) -> Int? {
    guard offset >= 0, offset + 4 <= count else { return nil }
    return (0..<4).reduce(0) { $0 | Int(self[startIndex + offset + $1]) << (8 * $1) }
  }
}

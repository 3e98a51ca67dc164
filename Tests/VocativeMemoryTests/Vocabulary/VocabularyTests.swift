import Foundation
import Testing
import VocativeIntents
import VocativeMemory
import VocativeStorage
import VocativeTestSupport

@Suite("The vocabulary")
struct VocabularyTests {
  private let vocabulary: Vocabulary
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    vocabulary = Vocabulary(assistant: "messages", store: try RuntimeStore(path: folder.path + "/runtime.sqlite"))
  }

  private func names(_ phrases: String...) -> [SpeakableString] {
    phrases.map { SpeakableString(vocabularyIdentifier: "id of \($0)", spokenPhrase: $0) }
  }

  @Test("Names keep their order, their emoji and their phones")
  func order() async throws {
    let strings =
      names("Zoë 🎻", "Anna", "Müller & Sons")
      + [SpeakableString(vocabularyIdentifier: "x", spokenPhrase: "Xochitl", pronunciationHint: ["S", "OW", "CH", "IH", "L"])]
    try await vocabulary.set(strings, of: .contactName)
    #expect(try await vocabulary.strings(of: .contactName) == strings)
  }

  @Test("Setting replaces the names of one kind, and removing deletes them")
  func replacing() async throws {
    try await vocabulary.set(names("one", "two"), of: .contactName)
    try await vocabulary.set(names("book club"), of: .contactGroupName)
    try await vocabulary.set(names("three"), of: .contactName)
    try await vocabulary.set(names("boat"), of: "vesselName")
    #expect(try await vocabulary.strings(of: .contactName) == names("three"))
    #expect(try await vocabulary.strings(of: .init(rawValue: "vesselName")) == names("boat"))
    try await vocabulary.removeAll(of: .contactName)
    #expect(try await vocabulary.strings(of: .contactName).isEmpty)
    #expect(try await vocabulary.strings(of: .contactGroupName) == names("book club"))
    try await vocabulary.removeAll()
    #expect(try await vocabulary.strings(of: .contactGroupName).isEmpty)
  }

  @Test("Two things may have the same name, but a name is not stored twice for one thing")
  func sameName() async throws {
    let two = ["anna-lee", "anna-ray"].map { SpeakableString(vocabularyIdentifier: $0, spokenPhrase: "Anna") }
    try await vocabulary.set(two, of: .contactName)
    #expect(try await vocabulary.strings(of: .contactName) == two)
    let error = await #expect(throws: StoreError.self) {
      try await vocabulary.set(two + [.init(vocabularyIdentifier: "anna-lee", spokenPhrase: "anna!")], of: .contactName)
    }
    let expected =
      "number 3 of the contactName vocabulary of the assistant \"messages\", \"anna!\", sounds like number 1 and has the same "
      + "identifier; keep one of them"
    // The database is fine, so the error does not name it.
    #expect(error?.description == expected)
    #expect(error?.isRejection == true)
    #expect(try await vocabulary.strings(of: .contactName) == two)
  }

  @Test(
    "A name that cannot be spoken is rejected with its number, and the previous names stay",
    arguments: [
      (["Anna", ""], "number 2 of the contactName vocabulary of the assistant \"messages\" has no words to say"),
      (["🎻 …"], "number 1 of the contactName vocabulary of the assistant \"messages\" has no words to say: \"🎻 …\""),
      ([String(repeating: "very ", count: 200_000)], "has more than 500 characters"),
      (["An\0na"], "U+0000"),
    ])
  func refusing(phrases: [String], reason: String) async throws {
    try await vocabulary.set(names("former"), of: .contactName)
    let error = await #expect(throws: StoreError.self) {
      try await vocabulary.set(
        phrases.enumerated().map { .init(vocabularyIdentifier: "\($0)", spokenPhrase: $1) }, of: .contactName)
    }
    #expect(error?.reason.contains(reason) == true, "\(String(describing: error))")
    #expect((error?.reason.count ?? 0) < 400)
    #expect(try await vocabulary.strings(of: .contactName) == names("former"))
  }

  @Test("A name without an identifier, or with invalid phones, is rejected")
  func badEntries() async throws {
    for (string, reason) in [
      (SpeakableString(vocabularyIdentifier: "", spokenPhrase: "Anna"), "has no identifier"),
      (SpeakableString(vocabularyIdentifier: "1", spokenPhrase: "Anna", pronunciationHint: ["AE N", "AH"]), "list of phones"),
      (SpeakableString(vocabularyIdentifier: "1", spokenPhrase: "Anna", pronunciationHint: []), "list of phones"),
    ] {
      let error = await #expect(throws: StoreError.self) { try await vocabulary.set([string], of: .contactName) }
      #expect(error?.reason.contains(reason) == true)
    }
  }

  @Test("The least important names beyond the maximum are not kept, and counted")
  func bounds() async throws {
    let many = (0..<Vocabulary.maxStrings + 10).map {
      SpeakableString(vocabularyIdentifier: "\($0)", spokenPhrase: "name number \($0)")
    }
    #expect(try await vocabulary.set(many, of: .mediaShowTitle) == 10)
    #expect(try await vocabulary.strings(of: .mediaShowTitle) == Array(many.prefix(Vocabulary.maxStrings)))
  }
}

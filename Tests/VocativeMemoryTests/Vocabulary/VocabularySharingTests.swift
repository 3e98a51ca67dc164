import Testing
import VocativeIntents
import VocativeMemory
import VocativeStorage
import VocativeTestSupport

@Suite("Names from several devices")
struct VocabularySharingTests {
  private let folder: TemporaryFolder
  private let vocabulary: Vocabulary

  init() throws {
    folder = try TemporaryFolder()
    vocabulary = Vocabulary(assistant: "messages", store: try RuntimeStore(path: folder.path + "/runtime.sqlite"))
  }

  private func names(_ phrases: String...) -> [SpeakableString] {
    phrases.map { SpeakableString(vocabularyIdentifier: "id of \($0)", spokenPhrase: $0) }
  }

  private func spoken(_ kind: Vocabulary.Kind = .contactName) async throws -> [String] {
    try await vocabulary.spokenStrings(of: kind).map(\.spokenPhrase)
  }

  @Test("This device's names come first, then different ones from other devices, which leave its own unchanged")
  func union() async throws {
    try await vocabulary.set(names("Zoë", "Anna"), of: .contactName)
    #expect(try await vocabulary.merge(names("anna!", "Carl"), of: .contactName, from: "b"))
    #expect(try await vocabulary.merge(names("Bea", "carl"), of: .contactName, from: "a"))
    #expect(try await vocabulary.merge(names("book club"), of: .contactGroupName, from: "a"))
    #expect(try await spoken() == ["Zoë", "Anna", "Bea", "carl"])
    #expect(try await spoken(.contactGroupName) == ["book club"])
    #expect(try await vocabulary.strings(of: .contactName).map(\.spokenPhrase) == ["Zoë", "Anna"])
    #expect(try await vocabulary.ownStrings() == [.contactName: names("Zoë", "Anna")])
  }

  @Test("Names from another device stay after the store is reopened, until that device replaces or removes them")
  func replacing() async throws {
    _ = try await vocabulary.merge(names("Bea", "Carl"), of: .contactName, from: "a")
    _ = try await vocabulary.merge(names("Dora"), of: .contactName, from: "b")
    let again = Vocabulary(assistant: "messages", store: try RuntimeStore(path: folder.path + "/runtime.sqlite"))
    #expect(try await again.spokenStrings(of: .contactName).map(\.spokenPhrase) == ["Bea", "Carl", "Dora"])
    _ = try await vocabulary.merge(names("Emil"), of: .contactName, from: "a")
    #expect(try await spoken() == ["Emil", "Dora"])
    _ = try await vocabulary.merge([], of: .contactName, from: "a")
    #expect(try await spoken() == ["Dora"])
    try await vocabulary.set(names("Zoë"), of: .contactName)
    try await vocabulary.removeAll()
    #expect(try await spoken() == ["Dora"], "names of other devices stay")
    #expect(try await vocabulary.ownStrings() == [.contactName: []], "the removal is shared")
  }

  @Test("Known names cause no write")
  func known() async throws {
    let store = try RuntimeStore(path: folder.path + "/runtime.sqlite")
    let vocabulary = Vocabulary(assistant: "messages", store: store)
    _ = try await vocabulary.merge(names("Bea"), of: .contactName, from: "a")
    let mark = try await store.mark()
    _ = try await vocabulary.merge(names("Bea"), of: .contactName, from: "a")
    #expect(try await store.mark() == mark)
    _ = try await vocabulary.merge(names("Carl"), of: .contactName, from: "a")
    #expect(try await store.mark() != mark)
  }

  @Test("Invalid names from another device are ignored")
  func faults() async throws {
    let long = String(repeating: "very ", count: 11) + "long"
    let wrong = [
      SpeakableString(vocabularyIdentifier: "", spokenPhrase: "Bea"), .init(vocabularyIdentifier: "1", spokenPhrase: "…"),
      .init(vocabularyIdentifier: "2", spokenPhrase: long), .init(vocabularyIdentifier: "3", spokenPhrase: "An\0na"),
      .init(vocabularyIdentifier: String(repeating: "x", count: 501), spokenPhrase: "Carl"),
      .init(vocabularyIdentifier: "4", spokenPhrase: "Dora", pronunciationHint: []),
      .init(vocabularyIdentifier: "5", spokenPhrase: "Dora", pronunciationHint: ["D OW"]),
      .init(vocabularyIdentifier: "6", spokenPhrase: "Dora", pronunciationHint: Array(repeating: "AH", count: 101)),
    ]
    _ = try await vocabulary.merge(wrong + names("Emil"), of: .contactName, from: "a")
    #expect(try await spoken() == ["Emil"])
  }

  @Test("The number of names and words from other devices is limited")
  func limits() async throws {
    try await vocabulary.set(names("Zoë"), of: .contactName)
    let letters = "abcdefghij".map(String.init)
    let many = (0..<Vocabulary.maxStrings).map { number in
      let digits = String(number).map { letters[$0.wholeNumberValue ?? 0] }.joined()
      return SpeakableString(vocabularyIdentifier: "\(number)", spokenPhrase: "x\(digits) y\(digits)")
    }
    _ = try await vocabulary.merge(many, of: .contactName, from: "a")
    let spoken = try await spoken()
    #expect(spoken.first == "Zoë")
    #expect(spoken.count == 1 + 2000, "4,000 different words")
    let same = (0..<Vocabulary.maxStrings).map { number in
      SpeakableString(vocabularyIdentifier: "\(number)", spokenPhrase: "number \(number)")
    }
    _ = try await vocabulary.merge(same, of: .contactName, from: "a")
    #expect(try await self.spoken().count == Vocabulary.maxStrings)
  }

  @Test("The number of devices and kinds is limited")
  func lists() async throws {
    for number in 0..<Vocabulary.maxSharedLists {
      #expect(try await vocabulary.merge(names("Bea"), of: .init(rawValue: "kind \(number)"), from: "a"))
    }
    #expect(try await vocabulary.merge(names("Bea"), of: .contactName, from: "b") == false)
    #expect(try await vocabulary.merge(names("Carl"), of: "kind 1", from: "a"))
    #expect(try await vocabulary.merge([], of: "kind 2", from: "a"))
    #expect(try await vocabulary.merge(names("Bea"), of: .contactName, from: "b"))
  }
}

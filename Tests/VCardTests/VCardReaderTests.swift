import Foundation
import Testing
import VCard

@Suite("The vCard reader")
struct VCardReaderTests {
  /// Returns the text of the first property with a name, of a card with these lines.
  private static func text(of name: String, in lines: String, version: String = "4.0") throws -> String? {
    let file = "BEGIN:VCARD\r\nVERSION:\(version)\r\n\(lines)\r\nEND:VCARD\r\n"
    return try VCardReader.cards(of: Data(file.utf8)).first?.first(name)?.text
  }

  @Test(
    "A value is read without folds and escapes",
    arguments: [
      ("FN:Hannah Walker", "FN", "Hannah Walker"),
      ("fn:Hannah Walker", "FN", "Hannah Walker"),
      ("FN:Hannah\r\n  Walker", "FN", "Hannah Walker"),
      ("FN:Han\r\n nah\r\n\t Walker", "FN", "Hannah Walker"),
      ("NOTE:One\\, two\\; three\\\\four", "NOTE", "One, two; three\\four"),
      ("NOTE:One\\nTwo\\NThree", "NOTE", "One\nTwo\nThree"),
      ("item1.EMAIL;TYPE=work:a@example.org", "EMAIL", "a@example.org"),
      ("TEL;TYPE=\"home,voice\";VALUE=uri:tel:+49-30-1234567", "TEL", "tel:+49-30-1234567"),
      ("ADR;LABEL=\"1; Main: Street\":;;x", "ADR", ";;x"),
      ("FN:Zoë 💛", "FN", "Zoë 💛"),
      ("FN:Z\u{C3}", "FN", "Z\u{C3}"),
    ])
  func values(lines: String, name: String, text: String) throws {
    for version in ["3.0", "4.0"] { #expect(try Self.text(of: name, in: lines, version: version) == text) }
  }

  @Test("The time for a value with many soft breaks or folds grows with its length only", .timeLimit(.minutes(1)))
  func manyParts() throws {
    let (part, count) = (String(repeating: "x", count: 70), 120_000)
    let soft = Array(repeating: part, count: count).joined(separator: "=\r\n")
    let quoted = try Self.text(of: "NOTE", in: "NOTE;ENCODING=QUOTED-PRINTABLE:" + soft, version: "2.1")
    #expect(quoted?.utf8.count == part.utf8.count * count)
    let folded = Array(repeating: part, count: count).joined(separator: "=\r\n ")
    #expect(try Self.text(of: "NOTE", in: "NOTE:" + folded)?.utf8.count == (part.utf8.count + 1) * count - 1)
  }

  @Test("A fold may divide a character")
  func dividedCharacter() throws {
    let bytes = Array("BEGIN:VCARD\nVERSION:4.0\nFN:Zo".utf8) + [0xC3, 0x0A, 0x20, 0xAB] + Array("\nEND:VCARD\n".utf8)
    #expect(try VCardReader.cards(of: Data(bytes)).first?.first("FN")?.text == "Zoë")
  }

  @Test(
    "A value of version 2.1 is read in its encoding and its character set",
    arguments: [
      ("FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Zo=C3=AB", "Zoë"),
      ("FN;QUOTED-PRINTABLE:Hannah=\r\n Walker", "Hannah Walker"),
      ("FN;ENCODING=QUOTED-PRINTABLE:One=0D=0ATwo", "One\nTwo"),
      ("FN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Zo=EB", "Zoë"),
      ("FN;CHARSET=WINDOWS-1252;ENCODING=QUOTED-PRINTABLE:=80", "€"),
    ])
  func oldVersion(lines: String, text: String) throws {
    #expect(try Self.text(of: "FN", in: lines, version: "2.1") == text)
  }

  @Test("Types are read from all versions, and the preferred property is first")
  func types() throws {
    let file = """
      BEGIN:VCARD
      VERSION:2.1
      FN:A
      TEL;HOME;VOICE:1
      TEL;CELL;PREF:2
      END:VCARD
      BEGIN:VCARD
      VERSION:4.0
      FN:B
      TEL;TYPE=home;PREF=2:1
      TEL;TYPE="cell,text";PREF=1:2
      END:VCARD
      """
    for card in try VCardReader.cards(of: Data(file.utf8)) {
      #expect(card.all("TEL").map(\.text) == ["2", "1"])
      #expect(card.all("TEL").map { $0.types.first } == ["cell", "home"])
    }
  }

  @Test("Structured values and lists are divided at characters that are not escaped")
  func parts() throws {
    let file = "BEGIN:VCARD\nVERSION:4.0\nN:Walker\\, Jr.;Hannah;Mary,Ann;;\nNICKNAME:Han,Annie\\,Bell\nEND:VCARD"
    let card = try #require(try VCardReader.cards(of: Data(file.utf8)).first)
    #expect(card.first("N")?.components == [["Walker, Jr."], ["Hannah"], ["Mary", "Ann"], [""], [""]])
    #expect(card.first("NICKNAME")?.list == ["Han", "Annie,Bell"])
  }

  @Test("Several cards are read with their lines, in UTF-8 and UTF-16, without pictures")
  func severalCards() throws {
    let file = """
      BEGIN:VCARD
      VERSION:3.0
      FN:A
      PHOTO;ENCODING=b;TYPE=JPEG:AAAA
       BBBB
      END:VCARD

      BEGIN:VCARD
      VERSION:3.0
      item1.X-ABRELATEDNAMES:A
      item1.X-ABLabel:_$!<Sister>!$_
      END:VCARD
      """
    var utf16 = Data([0xFF, 0xFE])
    utf16.append(try #require(file.data(using: .utf16LittleEndian)))
    for data in [Data(file.utf8), Data([0xEF, 0xBB, 0xBF]) + Data(file.utf8), utf16] {
      let cards = try VCardReader.cards(of: data)
      #expect(cards.map(\.line) == [1, 8])
      #expect(cards[0].properties.map(\.name) == ["FN"])
      #expect(cards[1].label(of: cards[1].properties[0]) == "Sister")
    }
    #expect(try VCardReader.cards(of: Data()).isEmpty)
  }

  @Test(
    "A fault is an error with its line",
    arguments: [
      ("hello", 1, "not a property"), ("FN:A", 1, "outside of a card"), ("BEGIN:VCALENDAR", 1, "not the beginning"),
      ("BEGIN:VCARD\nVERSION:4.0\nFN:A\n", 1, "no end"), ("BEGIN:VCARD\nFN:A\nEND:VCARD", 1, "no version"),
      ("BEGIN:VCARD\nVERSION:5.0\nEND:VCARD", 2, "version"), ("BEGIN:VCARD\nVERSION:4.0\nFN\nEND:VCARD", 3, "not a property"),
      ("BEGIN:VCARD\nVERSION:4.0\nBEGIN:VCARD\n", 3, "another card"),
      ("BEGIN:VCARD\nVERSION:4.0\nFN;X=\"a:A\nEND:VCARD", 3, "quotation mark"),
      ("BEGIN:VCARD\nVERSION:4.0\nFN;CHARSET=KOI8-R:A\nEND:VCARD", 3, "character set"),
      ("BEGIN:VCARD\nVERSION:2.1\nFN;ENCODING=QUOTED-PRINTABLE:A=X\nEND:VCARD", 3, "two digits"),
      ("BEGIN:VCARD\nVERSION:4.0\nFN:A\n  B\n\nN;TYPE:A\n?:1\nEND:VCARD", 7, "not a property"),
      ("BEGIN:VCARD\nVERSION:4.0\nFN:A\0\nEND:VCARD", 3, "U+0000"),
    ])
  func faults(file: String, line: Int, reason: String) {
    #expect {
      try VCardReader.cards(of: Data(file.utf8))
    } throws: { error in
      guard let error = error as? VCardError else { return false }
      return error.line == line && error.reason.contains(reason)
    }
  }

  @Test("Bytes that are not text are an error, and no bytes crash the reader")
  func arbitraryBytes() throws {
    let invalid = Array("BEGIN:VCARD\nVERSION:4.0\nFN:".utf8) + [0xFF] + Array("\nEND:VCARD".utf8)
    #expect(throws: VCardError.self) { try VCardReader.cards(of: Data(invalid)) }
    var state: UInt64 = 7
    let alphabet = Array("BEGIN:VCARD\r\n ;,=\"\\^END:VERSION4.0FN".utf8) + [0xC3, 0xFF, 0]
    for _ in 0..<2000 {
      var bytes = Array("BEGIN:VCARD\nVERSION:4.0\n".utf8)
      for _ in 0..<40 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes.append(alphabet[Int(state >> 33) % alphabet.count])
      }
      _ = try? VCardReader.cards(of: Data(bytes + Array("\nEND:VCARD".utf8))).flatMap(\.properties).map(\.components)
    }
  }

  @Test("A written value is read again", arguments: ["Hannah, Jr.; \\x", "Two\nlines", "plain"])
  func escaping(text: String) throws {
    #expect(try Self.text(of: "FN", in: "FN:\(VCardProperty.escaped(text))") == text)
  }
}

import Foundation

/// A typed text as words, with the joints between its figures.
///
/// Words alone are not sufficient: `20.05`, `20 5` and `25` would all be "twenty five".
public struct WrittenText: Equatable, Sendable {
  /// The dictionary words.
  public private(set) var words: [String] = []
  /// The joint between a figure and the one before it, by the position of the figure's first word.
  private(set) var joints: [Int: FigureJoint] = [:]
  private var source: Source

  /// The whole text, and the place of the first of the words in it.
  fileprivate struct Source {
    let text: String
    let reading: Reading
    var words: [String] = []
    var first = 0
    /// The positions of the words whose possessive ending is a word of its own.
    var divided: [Int] = []
  }

  /// The interpretation of figures without a currency or unit.
  enum Reading {
    /// Plain numbers: `3.5` is "three point five".
    case plain
    /// Amounts and durations if possible: `3.5` is "three dollars and fifty cents", `10m` is "ten minutes".
    case measured
  }

  /// Creates the words of a text.
  public init(_ text: String) { self.init(text, reading: .plain) }

  init(_ text: String, reading: Reading) {
    source = Source(text: text, reading: reading)
    if text.isPlainWords {
      words = text.split(separator: " ").map(String.init)
    } else {
      let folded = text.folding(options: [.diacriticInsensitive, .widthInsensitive], locale: nil).lowercased()
      read(WrittenFigures.spelledOut(folded, reading: reading))
    }
    source.words = words
  }

  /// Returns whether the words are the same, with the same joints.
  public static func == (first: WrittenText, second: WrittenText) -> Bool {
    first.words == second.words && first.joints == second.joints
  }

  /// Returns some of the words, such as those after a wake phrase.
  public subscript(range: Range<Int>) -> WrittenText {
    var part = self
    part.words = Array(words[range])
    part.source.first += range.lowerBound
    part.joints = Dictionary(
      uniqueKeysWithValues: joints.compactMap { range.contains($0.key) ? ($0.key - range.lowerBound, $0.value) : nil })
    return part
  }

  // MARK: Possessives

  /// The word for the ending of a possessive, as in the template `{person}'s birthday`.
  static let possessiveEnding = "s"
  /// The maximum number of possessives that are divided, because each takes the time of another text.
  private static let maxPossessives = 8

  /// Returns the texts in which the ending of a possessive, or of all of them, is a word of its own: "anna s" for "anna's".
  func dividingPossessives() -> [WrittenText] {
    let positions = Array(words.indices.filter { words[$0].count > 2 && words[$0].hasSuffix("'s") }.prefix(Self.maxPossessives))
    return positions.map { dividing(at: [$0]) } + (positions.count > 1 ? [dividing(at: positions)] : [])
  }

  private func dividing(at positions: [Int]) -> WrittenText {
    var text = self
    text.words = words.dividingPossessives(at: positions)
    text.source.divided = positions.map { source.first + $0 }
    text.source.words = source.words.dividingPossessives(at: text.source.divided)
    text.joints = Dictionary(
      uniqueKeysWithValues: joints.map { place, joint in (place + positions.count { $0 < place }, joint) })
    return text
  }

  // MARK: Values

  /// Returns the value of a kind that the words in a range form; nil if they do not form one.
  func value(of kind: SpokenKind, in range: Range<Int>) -> String? {
    guard canBe(kind, in: range) else { return nil }
    var words = Array(words[range])
    if kind == .dayAndTime {
      // "December 20, 4:10 pm" is not "december twenty four, ten pm".
      for position in range.dropFirst().reversed() where joints[position]?.isBeforeTime == true {
        words.insert("at", at: position - range.lowerBound)
      }
    }
    return kind.value(of: words)
  }

  /// Returns whether the figures in a range can form one value of a kind.
  func canBe(_ kind: SpokenKind, in range: Range<Int>) -> Bool {
    (range.lowerBound...range.upperBound).allSatisfy { position in
      guard let joint = joints[position] else { return true }
      // A part of a figure is not a value either.
      if position == range.lowerBound { return kind.begins(at: joint) }
      return position == range.upperBound ? kind.ends(at: joint) : kind.reads(across: joint)
    }
  }

  /// Returns whether the words on both sides of a position are parts of one figure, which free text must not divide.
  func isInFigure(_ position: Int) -> Bool {
    switch joints[position] {
    case nil, .gap, .letters, .mark: false
    case .clock, .decimal, .word, .inside, .broken: true
    }
  }

  // MARK: Free text

  /// Returns some of the words as free text, with figures as they are written, because words cannot be read back as a telephone number,
  /// and with the commas and other marks between its words.
  func text(in range: Range<Int>) -> String {
    let words = words[range].joined(separator: " ")
    guard source.text.contains(where: { $0.isWholeNumber || String.marks.contains($0) }) else { return words }
    let parts = source.text.split(whereSeparator: \.isWhitespace)
    guard let start = source.parts(parts, ofFirst: source.first + range.lowerBound),
      let end = source.parts(parts, ofFirst: source.first + range.upperBound), start < end
    else { return words }
    let said = parts[start..<end].map { part in
      let (part, bare) = (String(part), String(part).withoutPunctuationAround)
      let isFigure = part.contains(where: \.isWholeNumber)
      // A plain word needs no reading, which takes long for many.
      let isWord = bare.allSatisfy { $0.isLetter && $0.isASCII }
      let said = isFigure ? bare : isWord ? bare.lowercased() : WrittenText(part).words.joined(separator: " ")
      return (text: said, marks: part.marksAtEnd)
    }.filter { !$0.text.isEmpty }
    guard let last = said.last else { return words }
    return (said.dropLast().map { $0.text + $0.marks } + [last.text]).joined(separator: " ")
  }

  // MARK: Reading

  /// The marks after which another part of a sentence begins.
  private static let separators = "([\"“„«;!?"

  private mutating func read(_ text: String) {
    var word = ""
    var joint: FigureJoint?
    var endsInFigure = false
    func close() {
      let trimmed = word.trimmingCharacters(in: CharacterSet(charactersIn: "'"))
      word = ""
      guard !trimmed.isEmpty else { return }
      let isFigure = trimmed.allSatisfy(\.isWholeNumber)
      if let known = joint, isFigure || ![.broken, .mark].contains(known) {
        joints[words.count] = known == .broken && !endsInFigure ? .mark : known
      } else if isFigure, endsInFigure {
        joints[words.count] = .gap(digits: trimmed.hasPrefix("0") ? 0 : trimmed.count)
      }
      joint = nil
      endsInFigure = isFigure
      let spelled = isFigure ? Self.digits(trimmed) : [trimmed]
      for position in spelled.indices.dropFirst() { joints[words.count + position] = .inside }
      words += spelled
    }
    func add(_ said: String) {
      close()
      words.append(said)
      endsInFigure = false
    }
    for character in text {
      if let marked = FigureJoint(marker: character) {
        close()
        joint = marked
        continue
      }
      switch character {
      case FigureJoint.endMarker:
        close()
        endsInFigure = true
        joint = .letters
      case "'", "’", "‘": word.append("'")
      case "&": add("and")
      case "%": add("percent")
      case "°": add("degrees")
      case "+": add("plus")
      case _ where character.isLetter && character.isASCII:
        if word.last?.isWholeNumber == true {
          close()
          joint = .letters
        }
        word.append(character)
      case _ where character.isWholeNumber && character.isASCII:
        if let last = word.last, !last.isWholeNumber { close() }
        word.append(character)
      case _ where character.isLetter:
        // Letters of other scripts stay, so that an error message can name the word.
        word.append(character)
      // Fractions and digits of other scripts are words of their own, so that no figure loses a part.
      case _ where character.isNumber:
        close()
        if endsInFigure { joints[words.count] = .broken }
        words.append(String(character))
        endsInFigure = true
        joint = .broken
      default:
        close()
        if joint == .letters { joint = nil }
        if endsInFigure, joint == nil, !character.isWhitespace, character != "," {
          joint = Self.separators.contains(character) ? .mark : .broken
        }
      }
    }
    close()
  }

  private static func digits(_ text: String) -> [String] {
    guard text.count <= 12, let number = Int(text) else { return text.flatMap { SpokenNumber.words(Int(String($0)) ?? 0) } }
    return SpokenNumber.words(number)
  }
}

extension WrittenText.Source {
  /// Returns the number of parts, in order, that are exactly the first words; nil if these end within a part.
  func parts(_ parts: [Substring], ofFirst count: Int) -> Int? {
    func words(of number: Int) -> [String] {
      WrittenText(parts[..<number].joined(separator: " "), reading: reading).words.dividingPossessives(at: divided)
    }
    var (fewest, most) = (0, parts.count)
    while fewest < most {
      let middle = (fewest + most) / 2
      if words(of: middle).count < count { fewest = middle + 1 } else { most = middle }
    }
    return words(of: fewest)[...] == self.words[..<count] ? fewest : nil
  }
}

extension [String] {
  /// Returns the words with the ending "'s" of those at some positions as words of their own.
  fileprivate func dividingPossessives(at positions: [Int]) -> [String] {
    guard !positions.isEmpty else { return self }
    return enumerated().flatMap { place, word in
      positions.contains(place) ? [String(word.dropLast(2)), WrittenText.possessiveEnding] : [word]
    }
  }
}

extension String {
  /// Whether the text only has words of the letters a to z, as most texts do.
  ///
  /// Such a text is not folded or searched for figures, which takes long. "oclock" is read as "o'clock".
  fileprivate var isPlainWords: Bool {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    return utf8.allSatisfy { letters.contains($0) || $0 == UInt8(ascii: " ") } && !contains("oclock")
  }

  /// The marks that end a part of a sentence.
  fileprivate static let marks = ",;:.!?…"

  /// The marks at the end, also within quotation marks and brackets; the period of `p.m.` is not one.
  fileprivate var marksAtEnd: String {
    let end = reversed().prefix { Self.marks.contains($0) || ")]\"”»".contains($0) }
    let isAbbreviated = dropLast().contains(".")
    return String(end.reversed().filter { Self.marks.contains($0) && !(isAbbreviated && $0 == ".") })
  }

  /// The text without brackets, quotation marks and the marks that end a part of a sentence around it.
  fileprivate var withoutPunctuationAround: String {
    trimmingCharacters(in: CharacterSet(charactersIn: "()[]\"“”„«»,;:!?…"))
      .replacing(#/\.+$/#, with: "")
  }
}

/// The joint between two figures of a text.
enum FigureJoint: Equatable, Sendable {
  /// The colon of a time: `8:30`.
  case clock
  /// The point of a decimal number with two decimals, which is not spoken: `12.50`.
  case decimal
  /// A word that is written as a mark or a sign, or the figure after it: the "point" of `12.5`, the "dollars" of `$8`, the five of `-5`.
  case word
  /// Between the words of a figure: `25`.
  case inside
  /// A space and the number of digits after it; 0 if they start with a zero.
  case gap(digits: Int)
  /// No space before letters: `5k`.
  case letters
  /// A mark before a figure that is not a part of the figure before it: `5 (10 each)`, `rest - 5`.
  case mark
  /// Any other joint: the figures are not one value.
  case broken

  /// The private-use characters that represent joints during parsing.
  static let clockMarker: Character = "\u{E001}"
  static let decimalMarker: Character = "\u{E002}"
  static let brokenMarker: Character = "\u{E003}"
  static let wordMarker: Character = "\u{E005}"
  static let insideMarker: Character = "\u{E006}"
  /// The character after a figure that ends in a word: the next figure is another one.
  static let endMarker: Character = "\u{E004}"

  init?(marker: Character) {
    switch marker {
    case Self.clockMarker: self = .clock
    case Self.decimalMarker: self = .decimal
    case Self.wordMarker: self = .word
    case Self.insideMarker: self = .inside
    case Self.brokenMarker: self = .broken
    default: return nil
    }
  }

  /// Whether the time of a day and a time begins here: neither a day nor a time has such figures inside.
  fileprivate var isBeforeTime: Bool {
    if case .gap(let digits) = self { digits < 2 } else { false }
  }
}

extension SpokenKind {
  /// Returns whether a value can begin at a joint; a phrase itself may divide a figure, as in "{hour} {minute}" and "{n} point {m}".
  fileprivate func begins(at joint: FigureJoint) -> Bool {
    switch joint {
    case .gap, .letters: true
    case .clock, .word: isWholeNumber
    case .decimal, .inside, .mark, .broken: false
    }
  }

  /// Returns whether a value can end at a joint.
  fileprivate func ends(at joint: FigureJoint) -> Bool {
    switch joint {
    case .gap, .mark: true
    case .clock, .word, .inside: isWholeNumber
    // "5k" is not five dollars.
    case .letters: self != .amount
    case .decimal, .broken: false
    }
  }

  private var isWholeNumber: Bool {
    if case .number = self { true } else { false }
  }

  /// Returns whether the words on both sides of a joint can be one value.
  fileprivate func reads(across joint: FigureJoint) -> Bool {
    switch (self, joint) {
    case (.text, _), (_, .letters), (_, .word), (_, .inside): true
    case (.timeOfDay, .clock), (.timeOfDay, .decimal), (.clockTime, .clock), (.clockTime, .decimal): true
    case (.timeOfDay, .gap(let digits)), (.clockTime, .gap(let digits)): digits == 2
    case (.decimal, .decimal), (.dayAndTime, .clock), (.dayAndTime, .decimal): true
    // The year of a date.
    case (.day, .gap(let digits)): digits == 4
    case (.dayAndTime, .gap(let digits)): digits == 2 || digits == 4 || joint.isBeforeTime
    default: false
    }
  }
}

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
    let folded = text.folding(options: [.diacriticInsensitive, .widthInsensitive], locale: nil).lowercased()
    read(WrittenFigures.spelledOut(folded, reading: reading))
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

  /// Returns whether the figures in a range can form one value of a kind.
  func canBe(_ kind: SpokenKind, in range: Range<Int>) -> Bool {
    if joints.isEmpty { return true }
    return joints.allSatisfy { position, joint in
      // A partial figure is not a value either.
      guard range.contains(position), position > range.lowerBound || joint == .broken else { return true }
      return kind.reads(across: joint)
    }
  }

  // MARK: Free text

  /// Returns some of the words as free text, with figures as they are written: words cannot be read back as a telephone number.
  func text(in range: Range<Int>) -> String {
    let parts = source.text.split(whereSeparator: \.isWhitespace)
    guard source.text.contains(where: \.isWholeNumber),
      let start = source.parts(parts, ofFirst: source.first + range.lowerBound),
      let end = source.parts(parts, ofFirst: source.first + range.upperBound), start < end
    else { return words[range].joined(separator: " ") }
    return parts[start..<end].flatMap { part in
      part.contains(where: \.isWholeNumber) ? [String(part).withoutPunctuationAround] : WrittenText(String(part)).words
    }.joined(separator: " ")
  }

  // MARK: Reading

  private mutating func read(_ text: String) {
    var word = ""
    var joint: FigureJoint?
    var endsInFigure = false
    func spelled(_ trimmed: String) -> [String] { trimmed.allSatisfy(\.isWholeNumber) ? Self.digits(trimmed) : [trimmed] }
    func close() {
      let trimmed = word.trimmingCharacters(in: CharacterSet(charactersIn: "'"))
      word = ""
      guard !trimmed.isEmpty else { return }
      let isFigure = trimmed.allSatisfy(\.isWholeNumber)
      if let known = joint, isFigure || known != .broken {
        joints[words.count] = known
      } else if isFigure, endsInFigure {
        joints[words.count] = .gap(digits: trimmed.hasPrefix("0") ? 0 : trimmed.count)
      }
      joint = nil
      endsInFigure = isFigure
      words += spelled(trimmed)
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
      case "'", "’", "‘": word.append("'")
      case "&": add("and")
      case "%": add("percent")
      case "°": add("degrees")
      case "+": add("plus")
      case _ where character.isLetter && character.isASCII:
        if word.last?.isWholeNumber == true { close() }
        word.append(character)
      case _ where character.isWholeNumber && character.isASCII:
        if let last = word.last, !last.isWholeNumber { close() }
        word.append(character)
      case _ where character.isLetter:
        // Letters of other scripts stay, so that an error message can name the word.
        word.append(character)
      // Fractions and digits of other scripts are words of their own, so that no figure loses a part.
      case _ where character.isNumber: add(String(character))
      default:
        close()
        if endsInFigure, joint == nil, !character.isWhitespace, character != "," { joint = .broken }
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
    func words(of number: Int) -> [String] { WrittenText(parts[..<number].joined(separator: " "), reading: reading).words }
    var (fewest, most) = (0, parts.count)
    while fewest < most {
      let middle = (fewest + most) / 2
      if words(of: middle).count < count { fewest = middle + 1 } else { most = middle }
    }
    return words(of: fewest)[...] == self.words[..<count] ? fewest : nil
  }
}

extension String {
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
  /// The point of a decimal number with two decimals: `12.50`.
  case decimal
  /// A space and the number of digits after it; 0 if they start with a zero.
  case gap(digits: Int)
  /// Any other joint: the figures are not one value.
  case broken

  /// The private-use characters that represent joints during parsing.
  static let clockMarker: Character = "\u{E001}"
  static let decimalMarker: Character = "\u{E002}"
  static let brokenMarker: Character = "\u{E003}"

  init?(marker: Character) {
    switch marker {
    case Self.clockMarker: self = .clock
    case Self.decimalMarker: self = .decimal
    case Self.brokenMarker: self = .broken
    default: return nil
    }
  }
}

extension SpokenKind {
  /// Returns whether the words on both sides of a joint can be one value.
  fileprivate func reads(across joint: FigureJoint) -> Bool {
    switch (self, joint) {
    case (.text, _), (.timeOfDay, .clock), (.timeOfDay, .decimal), (.clockTime, .clock), (.clockTime, .decimal): true
    case (.timeOfDay, .gap(let digits)), (.clockTime, .gap(let digits)): digits == 2
    case (.decimal, .decimal), (.dayAndTime, .clock), (.dayAndTime, .decimal): true
    // The year of a date.
    case (.day, .gap(let digits)): digits == 4
    case (.dayAndTime, .gap(let digits)): digits == 2 || digits == 4
    default: false
    }
  }
}

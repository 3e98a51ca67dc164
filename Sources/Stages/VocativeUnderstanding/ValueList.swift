/// Several values of one slot as one text, separated by commas; a comma or a backslash in a value has a backslash before it.
public enum ValueList {
  /// Returns the values as one text.
  public static func text(of values: [String]) -> String {
    values.map { $0.replacing("\\", with: "\\\\").replacing(",", with: "\\,") }.joined(separator: ",")
  }

  /// Returns the values of a text, without empty ones.
  public static func values(of text: String) -> [String] {
    var values = [""]
    var isEscaped = false
    for character in text {
      if isEscaped {
        values[values.count - 1].append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "," {
        values.append("")
      } else {
        values[values.count - 1].append(character)
      }
    }
    return values.filter { !$0.isEmpty }
  }
}

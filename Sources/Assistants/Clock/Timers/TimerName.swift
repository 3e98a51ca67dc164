public import VocativeIntents

/// A name for a timer.
///
/// The names are a list, because a list is recognized far better than any words.
public struct TimerName: ParameterValue, Hashable {
  /// The name: `pizza`.
  public let name: String

  /// The names, what cooks before what does not.
  static let all = [
    "pizza", "pasta", "noodle", "spaghetti", "rice", "potato", "egg", "bread", "cake", "cookie", "pie", "muffin", "chicken",
    "turkey", "roast", "steak", "fish", "soup", "sauce", "vegetable", "bean", "tea", "coffee", "oven", "grill", "kitchen",
    "dinner",
    "lunch", "breakfast", "laundry", "washing", "dryer", "dishwasher", "nap", "workout", "study", "homework", "bath", "shower",
    "garden", "parking", "break",
  ]

  /// The names of things of which there are several: "a timer for the eggs".
  private static let plurals: [String: String] = [
    "noodle": "noodles", "potato": "potatoes", "egg": "eggs", "cookie": "cookies", "muffin": "muffins", "vegetable": "vegetables",
    "bean": "beans",
  ]

  /// Returns all names.
  public static func spokenValues() async throws -> [SpokenValue] { all.map { TimerName(name: $0).spokenValue } }
  /// Returns the name for itself.
  public static func value(for identifier: String) async throws -> TimerName? {
    all.contains(identifier) ? TimerName(name: identifier) : nil
  }
  /// The name as a list value, identified by itself.
  public var spokenValue: SpokenValue {
    SpokenValue(identifier: name, display: name.capitalizedFirstLetter, names: [name] + [Self.plurals[name]].compactMap(\.self))
  }
}

/// A setting of the daemon, as named on the command line, in the environment and in a file.
package struct Setting<Value: Equatable & Sendable>: Sendable {
  /// When a changed value takes effect.
  package enum Change: Sendable {
    /// At once, with a reload.
    case atOnce
    /// At the next start.
    case atNextStart
    /// Never: a file cannot contain the setting.
    case notInFiles
  }

  /// The name in a file, and after two hyphens on the command line.
  package let name: String
  /// The kind of its values.
  package let kind: SettingKind<Value>
  /// The value without any source.
  package let defaultValue: Value
  /// The default as it is written, or a description of it.
  package let defaultText: String
  /// When a change takes effect.
  package let change: Change
  /// A description in one line.
  package let meaning: String

  /// Declares a setting.
  ///
  /// - Parameter text: The default as it is written; nil if its description is.
  init(
    _ name: String, _ kind: SettingKind<Value>, default value: Value, shown text: String? = nil,
    applies change: Change = .atNextStart,
    _ meaning: String
  ) {
    self.name = name
    self.kind = kind
    defaultValue = value
    defaultText = text ?? "\(value)"
    self.change = change
    self.meaning = meaning
  }

  /// Declares a setting without a default value.
  init<Wrapped>(
    _ name: String, _ kind: SettingKind<Wrapped>, shown text: String = "none", applies change: Change = .atNextStart,
    _ meaning: String
  ) where Value == Wrapped? {
    self.init(name, kind.map { $0 }, default: nil, shown: text, applies: change, meaning)
  }
}

/// A setting with values of any kind.
package protocol AnySetting: Sendable {
  /// The name in a file, and after two hyphens on the command line.
  var name: String { get }
  /// The default as it is written, or a description of it.
  var defaultText: String { get }
  /// A description in one line.
  var meaning: String { get }
  /// A description of its values.
  var values: String { get }
  /// The name of a value in the help of the command line.
  var valueName: String { get }
  /// Whether its values are true and false.
  var isBoolean: Bool { get }
  /// Whether a change takes effect without a restart.
  var isLive: Bool { get }
  /// Whether a file can contain it.
  var isInFiles: Bool { get }

  /// Returns the fault of a text; nil if the text is a valid value for a program with these assistants.
  func fault(in text: String, among assistants: [String]) -> String?
  /// Returns the value that a text stands for; nil if it is not valid.
  func value(of text: String) -> (any Sendable)?
  /// Returns whether the setting has the same value in two configurations.
  func isEqual(in one: DaemonConfiguration, _ other: DaemonConfiguration) -> Bool
}

extension AnySetting {
  /// The description with the default, for the help of the command line.
  package var help: String {
    // A flag is off by default.
    isBoolean && defaultText == "false" ? meaning : "\(meaning.dropLast()) (default: \(defaultText))."
  }

  /// The environment variable for the setting.
  package var variable: String { Settings.environmentPrefix + name.uppercased().replacing("-", with: "_") }
}

extension Setting: AnySetting {
  /// A description of its values.
  package var values: String { kind.description }
  /// The name of a value in the help of the command line.
  package var valueName: String { kind.valueName }
  /// Whether its values are true and false.
  package var isBoolean: Bool { Value.self == Bool.self }
  /// Whether a change takes effect without a restart.
  package var isLive: Bool { change == .atOnce }
  /// Whether a file can contain it.
  package var isInFiles: Bool { change != .notInFiles }

  /// Returns the fault of a text; nil if the text is a valid value for a program with these assistants.
  package func fault(in text: String, among assistants: [String]) -> String? {
    do {
      _ = try kind.parse(text)
      try kind.check?(text, assistants)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Returns the value that a text stands for; nil if it is not valid.
  package func value(of text: String) -> (any Sendable)? { try? kind.parse(text) }

  /// Returns whether the setting has the same value in two configurations.
  package func isEqual(in one: DaemonConfiguration, _ other: DaemonConfiguration) -> Bool { one[self] == other[self] }
}

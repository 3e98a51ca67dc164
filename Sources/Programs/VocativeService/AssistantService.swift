import Foundation

/// A program that serves assistants until it is stopped: `vocatived` with other assistants.
///
/// ```swift
/// @main
/// struct GardenService: AssistantService {
///   static let assistants = AssistantRegistry([BuiltInAssistant(name: "garden") { try gardenAssistant() }])
/// }
/// ```
///
/// The program has all settings of `vocatived`, from the same command line, environment variables and files. It also serves
/// the assistants that are installed in the folders for assistants.
public protocol AssistantService {
  /// The assistants of the program, the default first.
  static var assistants: AssistantRegistry { get }
  /// The name of the program in its help and its messages; by default the name of the executable.
  static var programName: String { get }
  /// The version that `--version` prints; by default empty, without the option.
  static var version: String { get }
}

extension AssistantService {
  /// The name of the executable.
  public static var programName: String { ProcessInfo.processInfo.processName }
  /// There is no version.
  public static var version: String { "" }

  /// Serves the assistants until SIGTERM or SIGINT.
  ///
  /// An error is printed with its remedy, and the program ends with an exit status of `sysexits.h`.
  public static func main() async { await DaemonCommand<Self>.serve() }
}

/// An error that determines the exit status of the program.
public protocol ExitStatusProviding: Error {
  /// The exit status.
  var exitStatus: ExitStatus { get }
}

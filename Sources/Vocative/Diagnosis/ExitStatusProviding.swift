/// An error that knows with which status a program ends over it.
public protocol ExitStatusProviding: Error {
  /// The status.
  var exitStatus: ExitStatus { get }
}

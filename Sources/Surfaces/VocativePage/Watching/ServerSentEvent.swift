/// A message of a stream of server-sent events.
struct ServerSentEvent {
  /// The message as it is sent.
  let text: String

  /// A message with some data, whatever line ends are in it.
  ///
  /// A browser ends a line at a carriage return, a line feed, or both: what came behind one that is not written as a line of data would be
  /// taken for a message of its own.
  init(_ name: String, data: String) {
    var lines = [""]
    var last: Unicode.Scalar?
    for scalar in data.unicodeScalars {
      switch scalar {
      case "\n" where last == "\r": break
      case "\n", "\r": lines.append("")
      default: lines[lines.count - 1].unicodeScalars.append(scalar)
      }
      last = scalar
    }
    text = "event: \(name)\n" + lines.map { "data: \($0)\n" }.joined() + "\n"
  }
}

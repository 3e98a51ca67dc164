/// An event of a server-sent event stream.
struct ServerSentEvent {
  /// The encoded event.
  let text: String

  /// Encodes data with any line ends.
  ///
  /// Browsers end a line at a carriage return, a line feed, or both. Text after an unencoded line end would start a new event.
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

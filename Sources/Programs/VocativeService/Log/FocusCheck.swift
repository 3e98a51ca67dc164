import Vocative

/// Checks that the focus of the log is about something, because a misspelt one would only silence the log.
package enum FocusCheck {
  /// Returns a warning about a focus that includes none of the topics; nil if it includes one, or if there is no focus.
  ///
  /// - Parameters:
  ///   - place: The place of the focus, such as an option, or a file with the line.
  ///   - effect: The effect of such a focus.
  package static func warning(
    about focus: String?, at place: String, topics: [String], effect: String = "only problems are shown"
  ) -> String? {
    guard let focus, !topics.contains(where: Focus(focus).includes) else { return nil }
    let remedy =
      nearest(to: focus, among: topics).map { "did you mean \"\($0)\"?" }
      ?? "write it as ASSISTANT, ASSISTANT.FEATURE or ASSISTANT.FEATURE.INTENT, such as Money.Goals"
    return "\(place): \"\(focus)\" is not an assistant, feature or intent that is served, so \(effect); \(remedy)"
  }

  /// Returns a warning about the focus of the daemon.
  static func warning(about configuration: DaemonConfiguration, topics: [String]) -> String? {
    warning(about: configuration.focus, at: configuration.place(of: Settings.all.focus), topics: topics)
  }

  /// Returns the most similar assistant, feature or intent, of whose path the focus may be only the end.
  private static func nearest(to focus: String, among topics: [String]) -> String? {
    let length = focus.split(separator: ".").count
    var paths: [(end: String, path: String)] = []
    for topic in topics {
      let names = topic.split(separator: ".")
      for count in names.indices.map({ $0 + 1 }) {
        let path = names.prefix(count)
        paths.append((path.suffix(length).joined(separator: "."), path.joined(separator: ".")))
      }
    }
    let nearest = NearestName.of(focus, among: paths.map(\.end))
    return paths.first { $0.end == nearest }?.path
  }
}

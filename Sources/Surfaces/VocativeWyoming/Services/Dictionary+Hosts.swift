extension Dictionary {
  /// Returns the oldest element of the host with the most elements; the elements of the other hosts keep their places.
  func elementToDrop<Time: Comparable>(host: (Element) -> String, time: (Element) -> Time) -> Element? {
    let counts = [String: Int](map { (host($0), 1) }, uniquingKeysWith: +)
    let most = counts.values.max()
    return filter { counts[host($0)] == most }.min { time($0) < time($1) }
  }
}

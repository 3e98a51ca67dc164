/// Finds the silences of a room with noise, where the level is never low: faint sound, with louder sound before and after it.
struct FaintSound: Sendable {
  /// The number of steps that faint sound must last; fewer are the closure of a stop.
  let minSteps: Int
  /// The number of steps without a faint one that the louder sound after it must last.
  let minLouderSteps: Int

  /// The number of steps since the last long faint sound began; nil if there is none, or if it was found.
  private var stepsSinceStart: Int?
  private var faintSteps = 0
  private var louderSteps = 0

  init(minSteps: Int, minLouderSteps: Int) {
    (self.minSteps, self.minLouderSteps) = (minSteps, minLouderSteps)
  }

  /// Receives a step; returns the number of steps since faint sound began, once louder sound has followed it for long enough.
  mutating func receive(isFaint: Bool) -> Int? {
    stepsSinceStart = stepsSinceStart.map { $0 + 1 }
    guard !isFaint else {
      (faintSteps, louderSteps) = (faintSteps + 1, 0)
      return nil
    }
    if faintSteps >= minSteps { stepsSinceStart = faintSteps + 1 }
    (faintSteps, louderSteps) = (0, louderSteps + 1)
    guard let found = stepsSinceStart, louderSteps >= minLouderSteps else { return nil }
    stepsSinceStart = nil
    return found
  }

  /// Forgets all steps.
  mutating func reset() { self = FaintSound(minSteps: minSteps, minLouderSteps: minLouderSteps) }
}

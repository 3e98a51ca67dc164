/// Finds sound that may be noise after the speech, in a room with noise, where the level is never low.
///
/// Speech has faint moments every few tenths of a second. The silence after it is a longer one, unless the noise follows at once.
struct NoiseAfterSpeech: Sendable {
  /// Sound that may be noise.
  enum Finding: Equatable, Sendable {
    /// Sound after faint sound that began this number of steps ago.
    case afterFaintSound(steps: Int)
    /// Sound that began this number of steps ago and was not faint since.
    case withoutFaintSound(steps: Int)
  }

  /// The numbers of steps that tell noise from speech.
  struct Limits: Sendable {
    /// The faint sound before noise; fewer steps are the closure of a stop.
    let faintSteps: Int
    /// The louder sound after it, without a faint step.
    let louderSteps: Int
    /// The sound without a faint step if no faint sound precedes it.
    let continuousSteps: Int
    /// The beginning of the speech, which is not counted as such sound.
    let uncountedSteps: Int
  }

  private let limits: Limits
  /// The number of steps since the last long faint sound began; nil if there is none, or if it was found.
  private var stepsSinceStart: Int?
  private var faintSteps = 0
  private var louderSteps: Int
  /// The number of steps of sound without a faint one at which it is found the next time.
  private var nextContinuousSteps: Int

  init(limits: Limits) {
    self.limits = limits
    louderSteps = -limits.uncountedSteps
    nextContinuousSteps = limits.continuousSteps
  }

  /// Receives a step; returns sound that has lasted long enough with it.
  ///
  /// Sound without a faint step is found again each time that it has become half as long again.
  mutating func receive(isFaint: Bool) -> Finding? {
    stepsSinceStart = stepsSinceStart.map { $0 + 1 }
    guard !isFaint else {
      (faintSteps, louderSteps, nextContinuousSteps) = (faintSteps + 1, 0, limits.continuousSteps)
      return nil
    }
    if faintSteps >= limits.faintSteps { stepsSinceStart = faintSteps + 1 }
    (faintSteps, louderSteps) = (0, louderSteps + 1)
    if let found = stepsSinceStart, louderSteps >= limits.louderSteps {
      stepsSinceStart = nil
      return .afterFaintSound(steps: found)
    }
    guard louderSteps >= nextContinuousSteps else { return nil }
    nextContinuousSteps += max(nextContinuousSteps / 2, 1)
    return .withoutFaintSound(steps: louderSteps)
  }

  /// Forgets all steps.
  mutating func reset() { self = NoiseAfterSpeech(limits: limits) }
}

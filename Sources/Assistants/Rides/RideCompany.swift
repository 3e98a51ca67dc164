/// A company with one driver, who exists only in this example.
public struct RideCompany: Sendable {
  private let minute: Duration
  private let clock: any Clock<Duration>

  /// Creates a company.
  ///
  /// - Parameters:
  ///   - minute: The time in which the driver comes one minute nearer.
  ///   - clock: The clock of the driver.
  public init(minute: Duration = .seconds(1), clock: any Clock<Duration> = ContinuousClock()) {
    (self.minute, self.clock) = (minute, clock)
  }

  /// Finds a driver.
  func findRide() async throws -> Ride {
    try await clock.sleep(for: minute)
    return Ride(driver: "Ann", car: "Green station wagon", distance: 4, minutes: 4)
  }

  /// Waits until a driver has come one minute nearer.
  func approach(_ ride: Ride) async throws -> Ride {
    try await clock.sleep(for: minute)
    var ride = ride
    ride.minutes -= 1
    return ride
  }
}

/// The settings of the computer for the handlers of intents files.
public struct HandlerSettings: Equatable, Sendable {
  /// The user that runs commands, and apps; nil for the user of this program.
  public var user: HandlerUser?
  /// The Home Assistant that performs requests; nil if there is none.
  public var homeAssistant: HomeAssistantServer?

  /// Creates settings.
  public init(user: HandlerUser? = nil, homeAssistant: HomeAssistantServer? = nil) {
    self.user = user
    self.homeAssistant = homeAssistant
  }
}

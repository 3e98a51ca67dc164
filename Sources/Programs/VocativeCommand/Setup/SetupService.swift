import BuiltInAssistants
import Foundation
import ProgramOutput
import Vocative
import VocativeService

/// The installed service, and its relation to the configuration that a setup writes.
package struct SetupService: Sendable {
  /// The folder of the service's state, which the unit names.
  private static let stateFolder = "/var/lib/vocative"

  /// The path of the configuration that the setup writes.
  private let configuration: String
  /// Whether the service manager runs and has the unit of the service.
  private let isInstalled: Bool

  /// Creates the relation between a configuration and an installed service.
  package init(configuration: String, isInstalled: Bool = Self.isInstalled) {
    (self.configuration, self.isInstalled) = (configuration, isInstalled)
  }

  /// Whether systemd runs, and a unit of the service is installed.
  package static var isInstalled: Bool {
    let units = ["/etc", "/usr/local/lib", "/usr/lib", "/lib"].map { $0 + "/systemd/system/vocatived.service" }
    return FileManager.default.fileExists(atPath: "/run/systemd/system")
      && units.contains { FileManager.default.fileExists(atPath: $0) }
  }

  /// Whether the service is installed and reads the configuration.
  package var isConfigured: Bool { isInstalled && isSystemWide }

  /// The text that explains that the service reads another configuration; nil if it does not, or is not installed.
  package var note: String? {
    guard isInstalled, !isSystemWide else { return nil }
    return "The service reads \(ConfigurationSources.systemFile) in its place: run sudo vocative setup to configure the service."
  }

  /// Returns the file with the devices that the owner has chosen on the page; nil if the daemon with the configuration has none.
  package func chosenFile(in environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
    if isConfigured { return ConfigurationSources.chosenFile(in: ["STATE_DIRECTORY": Self.stateFolder]) }
    let files = ConfigurationSources(assistants: .builtIn, flags: [:], environment: environment).files
    return files.dropFirst().contains(configuration) ? files.first : nil
  }

  /// Returns the calibration file that programs with the configuration follow; nil for the user's own.
  ///
  /// - Parameters:
  ///   - setting: The file in the configuration; nil if it names none.
  ///   - fileExists: Returns whether there is a file at a path.
  package func calibration(
    setting: String?, fileExists: (String) -> Bool = { FileManager.default.fileExists(atPath: $0) }
  ) -> String? {
    guard setting == nil, isSystemWide else { return setting }
    // The unit sets the configuration folder of the service to that of the system. The service follows a file there, but cannot
    // change it when the owner tunes on the page or through the daemon later.
    let fixed = ParentFolder.path(of: configuration) + "/calibration.json"
    return isInstalled && !fileExists(fixed) ? Self.stateFolder + "/calibration.json" : fixed
  }

  /// Returns the reason why programs with the configuration cannot use an access token of Home Assistant; nil if they can.
  package func tokenFault(in path: String, for address: String) -> String? {
    guard isConfigured else {
      do throws(HomeAssistantServerError) {
        _ = try HomeAssistantServer(uri: address, tokenFile: path)
        return nil
      } catch {
        return error.reason
      }
    }
    // Root can read a file that the service cannot read.
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: target) else {
      return "\(path): there is no such file"
    }
    guard attributes[.ownerAccountName] as? String == Self.user else {
      return "\(path): the file does not belong to the service; run: sudo chown \(Self.user) \(path)"
    }
    guard let mode = attributes[.posixPermissions] as? Int, mode & 0o077 == 0 else {
      return "\(path): others may read it; run: sudo chmod 600 \(path)"
    }
    return nil
  }

  /// Returns the command that stores an access token, which it reads from the terminal.
  package func tokenCommand(for path: String) -> String {
    "\(isConfigured ? "sudo install -D -o \(Self.user)" : "install -D") -m 600 /dev/stdin \(path)"
  }

  /// Returns how the service reaches a server on another computer; nil if the server is on this one, or no service is configured.
  package func networkNote(for address: String) -> String? {
    let own = ["localhost", "127.0.0.1", "::1", "[::1]"]
    guard isConfigured, let host = URL(string: address)?.host, !own.contains(host) else { return nil }
    return """
      The service only reaches this computer. To let it reach \(host), run: sudo systemctl edit vocatived
      and add the line [Service], and IPAddressAllow= with its IP address.
      """
  }

  /// The user that runs the service.
  private static let user = "vocative"

  private var isSystemWide: Bool { configuration == ConfigurationSources.systemFile }
}

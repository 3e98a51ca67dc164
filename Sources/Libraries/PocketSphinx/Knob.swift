import Foundation
public enum Knob {
  public static func double(_ name: String, _ fallback: Double) -> Double {
    ProcessInfo.processInfo.environment["K_" + name].flatMap(Double.init) ?? fallback
  }
  public static func flag(_ name: String, _ fallback: Bool) -> Bool {
    ProcessInfo.processInfo.environment["K_" + name].map { $0 == "1" } ?? fallback
  }
  public static func string(_ name: String) -> String { ProcessInfo.processInfo.environment["K_" + name] ?? "" }
}

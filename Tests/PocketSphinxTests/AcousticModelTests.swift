import Foundation
import PocketSphinx
import Testing
import VocativeTestSupport

@Suite("The acoustic model")
struct AcousticModelTests {
  private static let model = "/usr/share/pocketsphinx/model/en-us/en-us"

  @Test("Debian's model is accepted")
  func whole() throws {
    #expect(try AcousticModel(directory: Self.model).directory == Self.model)
  }

  @Test(
    "A missing, empty or truncated file is rejected by name before the library can crash on it",
    arguments: ["mdef", "means", "variances", "sendump", "feat.params"], ["missing", "empty", "short"])
  func damaged(_ file: String, _ damage: String) throws {
    if file == "feat.params", damage == "short" { return }  // a text file of settings has no length of its own
    if file == "sendump", damage == "missing" { return }  // then mixture_weights is asked for: the next test
    let folder = try TemporaryFolder()
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.model) {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/" + name, withDestinationPath: Self.model + "/" + name)
    }
    let path = folder.path + "/" + file
    try FileManager.default.removeItem(atPath: path)
    switch damage {
    case "empty": try folder.write("", to: file)
    case "short":
      let whole = try Data(contentsOf: URL(fileURLWithPath: Self.model + "/" + file))
      try folder.write(whole.prefix(whole.count / 2), to: file)
    default: break
    }
    let error = #expect(throws: PocketSphinxError.self) { try AcousticModel(directory: folder.path) }
    #expect(error?.code == .model)
    #expect(error?.reason.contains(path) == true, "\(String(describing: error))")
  }

  // The numbers of states and state sequences in Debian's model definition, and those of mixtures and models in its mixture weights.
  @Test(
    "A file with sizes in its header that cannot be right is rejected by name",
    arguments: [("mdef", [1072, 1088]), ("sendump", [632, 636])])
  func impossibleSizes(_ file: String, _ places: [Int]) throws {
    let folder = try TemporaryFolder()
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.model) where name != file {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/" + name, withDestinationPath: Self.model + "/" + name)
    }
    var data = try Data(contentsOf: URL(fileURLWithPath: Self.model + "/" + file))
    for place in places { data.replaceSubrange(place..<place + 4, with: [0xFF, 0xFF, 0xFF, 0xFF]) }
    try folder.write(data, to: file)
    let error = #expect(throws: PocketSphinxError.self) { try AcousticModel(directory: folder.path) }
    #expect(error?.reason == "\(folder.path)/\(file): the sizes in its header cannot be right")
  }

  @Test("A folder without mixture weights of either kind is rejected")
  func noMixtureWeights() throws {
    let folder = try TemporaryFolder()
    for name in ["mdef", "means", "variances", "transition_matrices", "feat.params"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/" + name, withDestinationPath: Self.model + "/" + name)
    }
    let error = #expect(throws: PocketSphinxError.self) { try AcousticModel(directory: folder.path) }
    #expect(error?.reason.contains("mixture_weights") == true)
  }
}

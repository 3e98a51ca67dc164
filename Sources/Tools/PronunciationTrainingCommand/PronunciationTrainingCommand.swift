import ArgumentParser
import Foundation
import GraphemeToPhoneme
import ProgramOutput
import PronunciationTraining

/// Trains and measures the model for the pronunciation of unknown words.
@main
struct PronunciationTrainingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "train-pronunciations",
    abstract: "Trains the pronunciation model for unknown words from a dictionary.",
    subcommands: [Train.self, Measure.self])

  private static let streams = ProgramStreams(program: "train-pronunciations")

  static func main() {
    StandardStream.prepare()
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let error as OutputFileError {
      streams.end("\(error)", status: error.code == .isInput ? 64 : ProgramStreams.outputStatus)
    } catch {
      streams.end(fullMessage(for: error), status: exitCode(for: error).rawValue)
    }
  }

  /// Prints a line.
  fileprivate static func line(_ text: String) { streams.print(text + "\n") }

  struct TrainingOptions: ParsableArguments {
    @Option(help: "A CMU-style dictionary.")
    var dictionary = "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict"
    @Option(help: "The maximum length of an n-gram, 2 to 12.")
    var order = PronunciationTrainer().order
    @Option(help: "Removes n-grams whose loss changes the relative entropy by less than this.")
    var pruning = PronunciationTrainer().pruning

    func validate() throws {
      guard (2...12).contains(order) else { throw ValidationError("--order must be from 2 to 12") }
      guard pruning >= 0 else { throw ValidationError("--pruning must not be negative") }
    }

    var trainer: PronunciationTrainer {
      var trainer = PronunciationTrainer()
      trainer.order = order
      trainer.pruning = pruning
      return trainer
    }
  }

  struct Train: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Write a model; equal dictionaries give equal files.")
    @OptionGroup var options: TrainingOptions
    @Option(help: "The model file to write.") var output: String

    func run() throws {
      try OutputFile(output).check(notAmong: [options.dictionary])
      let model = options.trainer.model(of: try TrainingDictionary(path: options.dictionary))
      try OutputFile(output).write(model)
      PronunciationTrainingCommand.line("\(output): \(model.count) bytes")
    }
  }

  struct Measure: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Train without some words, and measure how well those are guessed.")
    @OptionGroup var options: TrainingOptions
    @Option(help: "Hold out every Nth word.") var holdOut = 20

    func validate() throws {
      guard holdOut >= 2 else { throw ValidationError("--hold-out must be at least 2") }
    }

    func run() throws {
      let dictionary = try TrainingDictionary(path: options.dictionary)
      let (training, heldOut) = dictionary.split(holdingOut: holdOut)
      let model = options.trainer.model(of: training)
      let converter = GraphemeToPhonemeConverter(model: try PronunciationModel(model))
      let measured = ConversionMeasurement(of: converter, on: heldOut, phones: dictionary.phones)
      PronunciationTrainingCommand.line(
        "\(training.words.count) training words, model size \(model.count) bytes, \(measured.words) held-out words")
      PronunciationTrainingCommand.line(
        "word error rate \(percent(measured.wordErrorRate)), best of three guesses \(percent(measured.guessesErrorRate))")
      PronunciationTrainingCommand.line("phone error rate \(percent(measured.phoneErrorRate))")
      for (tenth, words) in measured.calibration.enumerated() where words.words > 0 {
        let right = percent(Double(words.right) / Double(words.words))
        PronunciationTrainingCommand.line("confidence from 0.\(tenth): \(words.words) words, correct \(right)")
      }
    }

    private func percent(_ rate: Double) -> String { String(format: "%.1f %%", rate * 100) }
  }
}

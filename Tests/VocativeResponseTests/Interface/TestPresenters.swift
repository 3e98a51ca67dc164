import VocativeIntents
import VocativeResponse

/// Shows the saved amount and the target when asked for the saved amount.
final class SavedPresenter: NotingPresenter, ReplacingPresenter {
  let entry = JournalEntry()

  func configure(
    parameters: Set<InterfaceParameter>, of interaction: Interaction, interactiveBehavior: InteractiveBehavior,
    context: InterfaceContext
  ) async -> Presentation {
    noteAsked(parameters)
    guard parameters.contains(.response("Saved")) else { return .none }
    let saved = interaction.response.card?.amount("Saved")?.written ?? ""
    return Presentation(.text("saved \(saved)"), showing: [.response("Saved"), .response("Target")])
  }
}

/// Shows any requested parameter, with its context.
final class EagerPresenter: NotingPresenter, ReplacingPresenter {
  let entry = JournalEntry()

  func configure(
    parameters: Set<InterfaceParameter>, of interaction: Interaction, interactiveBehavior: InteractiveBehavior,
    context: InterfaceContext
  ) async -> Presentation {
    noteAsked(parameters)
    return Presentation(.text("\(context.surface.rawValue) \(interactiveBehavior.rawValue)"), showing: parameters)
  }
}

/// Shows parameters that were not requested.
final class BoastfulPresenter: NotingPresenter, ReplacingPresenter {
  let entry = JournalEntry()

  func configure(
    parameters: Set<InterfaceParameter>, of interaction: Interaction, interactiveBehavior: InteractiveBehavior,
    context: InterfaceContext
  ) async -> Presentation {
    Presentation(.text("boast"), showing: [.response("nothing"), .intent("nobody")])
  }
}

/// Hides the progress.
final class HidingPresenter: NotingPresenter, ReplacingPresenter {
  let entry = JournalEntry()

  func configure(
    parameters: Set<InterfaceParameter>, of interaction: Interaction, interactiveBehavior: InteractiveBehavior,
    context: InterfaceContext
  ) async -> Presentation {
    noteAsked(parameters)
    return parameters == [.progress] ? Presentation(.text("not seen"), showing: [.progress], size: .zero) : .none
  }
}

/// Requests more space than there is.
final class LargePresenter: NotingPresenter, ReplacingPresenter {
  let entry = JournalEntry()

  func configure(
    parameters: Set<InterfaceParameter>, of interaction: Interaction, interactiveBehavior: InteractiveBehavior,
    context: InterfaceContext
  ) async -> Presentation {
    Presentation(.text("large"), showing: Set(interaction.interfaceParameters), size: InterfaceSize(columns: 500, lines: 2))
  }
}

/// Does not answer in time.
final class SlowPresenter: NotingPresenter, ReplacingPresenter {
  let entry = JournalEntry()

  func configure(
    parameters: Set<InterfaceParameter>, of interaction: Interaction, interactiveBehavior: InteractiveBehavior,
    context: InterfaceContext
  ) async -> Presentation {
    noteAsked(parameters)
    try? await Task.sleep(for: .seconds(3600))
    return Presentation(.text("late"), showing: parameters)
  }
}

/// Adds a view and hides the values and the dialog.
final class AddingPresenter: NotingPresenter, AugmentingPresenter {
  let entry = JournalEntry()

  var displays: Set<InterfacePart> { [.values, .dialog] }

  func configure(with interaction: Interaction, context: InterfaceContext) async -> Presentation {
    note("configured")
    return Presentation(.text("added \(interaction.response.card?.amount("Saved")?.written ?? "")"))
  }
}

/// Adds a hidden view.
final class HiddenAddingPresenter: NotingPresenter, AugmentingPresenter {
  let entry = JournalEntry()

  var displays: Set<InterfacePart> { Set(InterfacePart.allCases) }
  func configure(with interaction: Interaction, context: InterfaceContext) async -> Presentation {
    Presentation(.text("hidden"), size: .zero)
  }
}

/// Can replace and augment.
final class VersatilePresenter: NotingPresenter, ReplacingPresenter, AugmentingPresenter {
  let entry = JournalEntry()

  func configure(
    parameters: Set<InterfaceParameter>, of interaction: Interaction, interactiveBehavior: InteractiveBehavior,
    context: InterfaceContext
  ) async -> Presentation {
    noteAsked(parameters)
    return .none
  }

  func configure(with interaction: Interaction, context: InterfaceContext) async -> Presentation {
    note("augments")
    return Presentation(.text("added"))
  }
}

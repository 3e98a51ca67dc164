public import VocativeIntents

extension InterfaceCard {
  /// A view of a card with its maximum size.
  public struct Section: Equatable, Sendable {
    /// The view.
    public let view: InterfaceView
    /// The maximum size; nil for the natural size.
    public let size: InterfaceSize?
  }

  /// The sections from top to bottom, on every surface.
  ///
  /// Neighbours without a size of their own form one stack, so that their labelled values are aligned.
  public var sections: [Section] {
    var sections: [Section] = []
    for element in elements where element.size?.isZero != true {
      if element.size == nil, let last = sections.last, last.size == nil, case .stack(let views) = last.view {
        sections[sections.endIndex - 1] = Section(view: .stack(views + [element.view]), size: nil)
      } else {
        sections.append(Section(view: element.size == nil ? .stack([element.view]) : element.view, size: element.size))
      }
    }
    return sections
  }
}

extension InterfaceView {
  /// One or more views of a stack that are drawn together.
  public enum Group: Equatable, Sendable {
    /// Neighbouring labelled values.
    case labelled([LabelledValue])
    /// Any other view.
    case view(InterfaceView)
  }

  /// A value with its label.
  public struct LabelledValue: Equatable, Sendable {
    /// The label; empty if the value above already has it.
    public let label: String
    /// The value.
    public let value: InterfaceView

    /// Creates a labelled value.
    public init(label: String, value: InterfaceView) {
      self.label = label
      self.value = value
    }
  }

  /// Returns the views of a stack, with neighbouring labelled values grouped.
  public static func groups(of views: [InterfaceView]) -> [Group] {
    var groups: [Group] = []
    for view in views {
      guard case .labelled(let label, let value) = view else {
        groups.append(.view(view))
        continue
      }
      let row = LabelledValue(label: label, value: value)
      if case .labelled(let rows) = groups.last {
        groups[groups.endIndex - 1] = .labelled(rows + [row])
      } else {
        groups.append(.labelled([row]))
      }
    }
    return groups
  }
}

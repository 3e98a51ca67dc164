extension InterfaceCard {
  /// A view of a card with the room it may have.
  public struct Section: Equatable, Sendable {
    /// What is drawn.
    public let view: InterfaceView
    /// How much room it may have; nil for as much as it needs.
    public let size: InterfaceSize?
  }

  /// What is drawn from top to bottom, on every surface.
  ///
  /// Neighbours that have no room of their own are one stack, so that their labelled values are aligned with each other.
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
    /// Labelled values that are neighbours.
    case labelled([LabelledValue])
    /// Anything else.
    case view(InterfaceView)
  }

  /// A value with what it is.
  public struct LabelledValue: Equatable, Sendable {
    /// What it is; empty where that is said above it.
    public let label: String
    /// The value.
    public let value: InterfaceView

    /// A value with what it is.
    public init(label: String, value: InterfaceView) {
      self.label = label
      self.value = value
    }
  }

  /// The views of a stack, with neighbouring labelled values together.
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

import VocativeApp
package import VocativeIntents

/// A shop, in this process or in one of its own.
@main
package struct ShopApp: AssistantApp {
  package static func assistant() throws -> Assistant {
    var dependencies = Dependencies()
    dependencies.add(Catalog())
    return try Assistant(
      name: "shop", wakePhrases: ["hey shop"], dependencies: dependencies,
      activities: [ActivityContinuation(OpenCatalog.page) { _ in .success("Here it is.") }]
    ) {
      IntentDefinition(AddItems.self, phrases: ["add \(\.$items) [to the list]", "add something"])
      IntentDefinition(OrderPizza.self, phrases: ["order a [\(\.$size)] pizza"])
      IntentDefinition(FindSize.self, phrases: ["my favorite size"])
      IntentDefinition(CutPizza.self, phrases: ["cut a \(\.$size) pizza", "cut the pizza"])
      IntentDefinition(WeighCheese.self, phrases: ["weigh a \(\.$size) cheese"])
      IntentDefinition(SliceCheese.self, phrases: ["slice \(\.$size) cheese", "slice the cheese"])
      IntentDefinition(Fetch.self, phrases: ["fetch \(\.$item)"])
      IntentDefinition(Return.self, phrases: ["return \(\.$item)"])
      IntentDefinition(PayBill.self, phrases: ["pay the bill"])
      IntentDefinition(OpenCatalog.self, phrases: ["open the catalog"])
      Feature("Receipts", constraints: [.permission(.file("/"), asking: "May I read your receipts?")]) {
        IntentDefinition(ReadReceipts.self, phrases: ["read my receipts"])
      }
      IntentDefinition(Locate.self, phrases: ["where am i"])
      IntentDefinition(ReadCatalog.self, phrases: ["read the catalog"])
      IntentDefinition(WriteDown.self, phrases: ["write down \(\.$text)", "write it down"])
    }
  }
}

/// The sizes of pizzas.
enum Size: String, ParameterEnum {
  case small, large
}

/// The toppings of pizzas.
enum Topping: String, ParameterEnum {
  case ham, corn, cheese
}

/// The goods in the shop, or more than a message of an app may have.
struct Groceries: DynamicOptionsProvider {
  func results() async throws -> [String] {
    let name = String(repeating: "salt ", count: 50)
    return CommandLine.arguments.contains("crowded")
      ? (1...3000).map { name + String($0) } : ["oat milk", "soy milk", "eggs", "bread"]
  }
}

struct AddItems: Intent {
  static let title = "Add items"
  static let parameterSummary: ParameterSummary<AddItems>? = "Add \(\.$items)"
  @Parameter(title: "Items", prompt: "What do you need?", optionsProvider: Groceries()) var items: [String]

  func perform() async throws -> IntentResponse { .success("I added \(items.spokenValue.dialogName).") }
}

struct OrderPizza: Intent {
  static let title = "Order a pizza"
  static let parameterSummary: ParameterSummary<OrderPizza>? = "Order a pizza [of the size \(\.$size)]"
  @Parameter(title: "Size") var size: Size?
  @Parameter(title: "Topping", prompt: "Which topping?") var topping: Topping?

  func perform() async throws -> IntentResponse {
    let size: Size = if let size { size } else { try await $size.requestValue("How big?") }
    if size == .large {
      let isRight = try await $size.requestConfirmation(for: size, dialog: "Large is for four. Still large?")
      guard isRight else { return .failure("No pizza, then.") }
    }
    let topping = try await $topping.requestDisambiguation(among: [.ham, .corn])
    try await requestConfirmation("Order it for nine euros?")
    return .success("A \(size.rawValue) pizza with \(topping?.rawValue ?? "nothing") is coming.")
  }
}

struct FindSize: Intent {
  static let title = "Find the size"
  static let resultValueType: (any ParameterValue.Type)? = Size.self

  func perform() async throws -> IntentResponse { .success("You like large ones.").returning(Size.large) }
}

struct CutPizza: Intent {
  static let title = "Cut a pizza"
  @Parameter(title: "Size", prompt: "How big is it?") var size: Size

  func perform() async throws -> IntentResponse { .success("I cut the \(size.rawValue) pizza.") }
}

/// Has a type of its own with the name of another one.
struct SliceCheese: Intent {
  enum Size: String, ParameterEnum {
    case thin, thick
  }

  static let title = "Slice the cheese"
  @Parameter(title: "Size", prompt: "How thick?") var size: Size

  func perform() async throws -> IntentResponse { .success("It's \(size.rawValue).") }
}

/// The goods on one of several shelves.
struct Shelf: DynamicOptionsProvider {
  let goods: [String]
  func results() async throws -> [String] { goods }
}

struct Fetch: Intent {
  static let title = "Fetch"
  @Parameter(title: "Item", optionsProvider: Shelf(goods: ["candles", "matches"])) var item: String

  func perform() async throws -> IntentResponse { .success("I fetch \(item).") }
}

struct Return: Intent {
  static let title = "Return"
  @Parameter(title: "Item", optionsProvider: Shelf(goods: ["bottles", "crates"])) var item: String

  func perform() async throws -> IntentResponse { .success("I take \(item).") }
}

/// Cannot tell what is related to it.
struct PayBill: Intent {
  private struct NoShortcuts: Error {}

  static let title = "Pay the bill"

  func perform() async throws -> IntentResponse { .success("Paid.") }
  func associatedShortcuts() async throws -> [Shortcut] { throw NoShortcuts() }
}

/// The goods that the shop sells.
struct Catalog: Sendable {
  let title = "Catalog"
}

/// Continues in the app, with a group for its donations.
struct OpenCatalog: Intent {
  static let title = "Open the catalog"
  static let page = ActivityType("shop.catalog")
  static let activityTypes = [page]
  @Dependency private var catalog: Catalog
  var donationGroup: String? { catalog.title }

  func perform() async throws -> IntentResponse { .continueInApp("", activity: Activity(Self.page, title: "the catalog")) }
}

/// Belongs to a feature that asks for a permission.
struct ReadReceipts: Intent {
  static let title = "Read the receipts"

  func confirm() async throws -> IntentResponse { .ready("All of them?") }
  func perform() async throws -> IntentResponse { .success("There are two.") }
}

/// Says the room of the request.
struct Locate: Intent {
  static let title = "Locate"

  func perform() async throws -> IntentResponse { .success("You're in the \(IntentContext.current?.room ?? "dark").") }
}

struct WriteDown: Intent {
  static let title = "Write down"
  @Parameter(title: "Text", prompt: "What?") var text: String

  func perform() async throws -> IntentResponse { .success("I wrote down \(text).") }
}

/// Answers with more than the protocol of apps allows, in characters of two Unicode scalars.
struct ReadCatalog: Intent {
  static let title = "Read the catalog"

  func perform() async throws -> IntentResponse {
    let text = String(repeating: "e\u{301}", count: 1500)
    let rows = (1...150).map { ResponseCard.Row("\(text) \($0)", text) }
    return .success(text, card: ResponseCard(title: text, rows: rows))
  }
}

/// Asks whether the size is right before it is performed.
struct WeighCheese: Intent {
  static let title = "Weigh a cheese"
  static let resolvers = [
    ParameterResolver<WeighCheese>(\.$size) { _, size in
      guard let size else { return .needsValue() }
      return size == .large ? .confirmationRequired(size, dialog: "Really a large one?") : .success(size)
    }
  ]
  @Parameter(title: "Size", prompt: "How big is it?") var size: Size

  func perform() async throws -> IntentResponse { .success("I weighed a \(size.rawValue) cheese.") }
}

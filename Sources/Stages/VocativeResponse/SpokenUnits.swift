/// Units of measurement in words, because speech engines leave out signs such as "°" and spell abbreviations.
enum SpokenUnits {
  private static let names: [String: (one: String, several: String)] = [
    "°": ("degree", "degrees"), "°C": ("degree Celsius", "degrees Celsius"), "°F": ("degree Fahrenheit", "degrees Fahrenheit"),
    "Wh": ("watt hour", "watt hours"), "kWh": ("kilowatt hour", "kilowatt hours"),
    "MWh": ("megawatt hour", "megawatt hours"), "kW": ("kilowatt", "kilowatts"), "MW": ("megawatt", "megawatts"),
    "hPa": ("hectopascal", "hectopascals"), "kPa": ("kilopascal", "kilopascals"), "mbar": ("millibar", "millibars"),
    "lx": ("lux", "lux"), "ppm": ("part per million", "parts per million"), "ppb": ("part per billion", "parts per billion"),
    "km/h": ("kilometer an hour", "kilometers an hour"), "mph": ("mile an hour", "miles an hour"),
    "m/s": ("meter a second", "meters a second"), "mm": ("millimeter", "millimeters"), "cm": ("centimeter", "centimeters"),
    "km": ("kilometer", "kilometers"), "kg": ("kilogram", "kilograms"), "mL": ("milliliter", "milliliters"),
    "m²": ("square meter", "square meters"), "ft²": ("square foot", "square feet"),
    "m³": ("cubic meter", "cubic meters"), "ft³": ("cubic foot", "cubic feet"),
    "µg/m³": ("microgram a cubic meter", "micrograms a cubic meter"),
    "μg/m³": ("microgram a cubic meter", "micrograms a cubic meter"), "kB": ("kilobyte", "kilobytes"),
    "MB": ("megabyte", "megabytes"), "GB": ("gigabyte", "gigabytes"), "GiB": ("gibibyte", "gibibytes"),
  ]

  /// Returns a text in which each known unit after a number is in words: `21.5 °C` becomes `21.5 degrees Celsius`.
  static func inWords(_ text: String) -> String {
    text.replacing(#/([0-9]+(?:[.,][0-9]+)*)\s?([°\p{L}²³\/]+)/#) { match in
      guard let name = names[String(match.2)] else { return String(match.0) }
      return "\(match.1) \(match.1 == "1" ? name.one : name.several)"
    }
  }
}

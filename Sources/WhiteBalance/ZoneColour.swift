internal import Photometry

/// Linear light of the sensor's three channels.
struct ZoneColour: Hashable {
  var red = 0.0
  var green = 0.0
  var blue = 0.0

  /// The place in the plane of chroma; `nil` where a channel has no light.
  var chroma: ChromaPlace? {
    guard red > 0, green > 0, blue > 0, red < .infinity, green < .infinity, blue < .infinity
    else { return nil }
    let place = ChromaPlace(
      red: Exact.log2(red) - Exact.log2(green), blue: Exact.log2(blue) - Exact.log2(green))
    return place.isPlausible ? place : nil
  }

  /// The sum of the channels.
  var sum: Double { red + green + blue }

  mutating func add(_ other: ZoneColour, _ weight: Double) {
    red += weight * other.red
    green += weight * other.green
    blue += weight * other.blue
  }
}

/// A place in the plane of chroma: stops of red and blue over green.
struct ChromaPlace: Hashable {
  var red: Double
  var blue: Double

  /// Beyond gains of a hundred there is no light, but a fault.
  var isPlausible: Bool { abs(red) < 6.6 && abs(blue) < 6.6 }

  static func - (a: ChromaPlace, b: ChromaPlace) -> ChromaPlace {
    ChromaPlace(red: a.red - b.red, blue: a.blue - b.blue)
  }

  /// The square of the distance to the origin, in squared stops.
  var squared: Double { red * red + blue * blue }
}

internal import Frames
internal import Recordings

/// Options by which files are read, of every command that reads frames.
enum ReadingOptions {
  static let entries = [
    OptionEntry("format", "f", value: "FOURCC", help: "Format of a raw dump, as V4L2 names it"),
    OptionEntry("size", "s", value: "WxH", help: "Size of a raw dump's frames in pixels"),
    OptionEntry("stride", value: "BYTES", help: "Bytes from row to row of a raw dump"),
    OptionEntry(
      "range", value: "RANGE", help: "full, limited, or BLACK:WHITE in codes of the format"),
    OptionEntry("matrix", value: "MATRIX", help: "bt601 (default) or bt709"),
    OptionEntry(
      "response", value: "CURVE", help: "linear, bt709, srgb or an exponent such as 2.2"),
    OptionEntry("cfa", value: "ORDER", help: "rggb, grbg, gbrg or bggr instead of what is said"),
    OptionEntry("frame-rate", value: "FPS", help: "Frames a second, for the time stamps"),
  ]

  /// Takes an option's value; those that are none of the entries are an error.
  static func take(
    _ name: String, _ value: String, _ reading: inout SourceOptions
  ) throws(UsageError) {
    switch name {
    case "format":
      guard let code = FourCC(value), code.meaning != nil else {
        let known = FourCC.known.map(\.description).joined(separator: " ")
        throw UsageError("“\(value)” is not a format that is metered; known are \(known)")
      }
      reading.format = code
    case "size":
      let size = try OptionValue.integers(value, separator: "x", count: 2...2)
      (reading.width, reading.height) = (size[0], size[1])
    case "stride": reading.stride = try OptionValue.count(value)
    case "range": reading.range = try OptionValue.range(value)
    case "matrix": reading.matrix = try OptionValue.matrix(value)
    case "cfa": reading.cfa = try OptionValue.cfa(value)
    case "frame-rate": reading.frameRate = try OptionValue.positive(value)
    default: throw UsageError("the option is not known")
    }
  }
}

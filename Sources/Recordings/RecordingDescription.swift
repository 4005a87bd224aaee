import Documents
public import Frames
public import Photometry

/// What holds for every frame of a recording, as `recording.json` has it.
public struct RecordingDescription: Hashable, Sendable {
  /// The version of the folder's files that is written and read.
  public static let schema = 1
  /// The names of the files in a recording's folder: this description, …
  public static let fileName = "recording.json"
  /// … the frames one behind the other, …
  public static let framesName = "frames.bin"
  /// … and a line for each of them.
  public static let linesName = "frames.jsonl"
  /// 4 MiB: a profile and capabilities have less than a tenth.
  static let mostBytes = 4 << 20

  /// Where a frame's samples lie, in one buffer.
  public var layout: FrameLayout
  /// How the frames' codes became of light.
  public var response: ResponseCurve
  /// How frames are stored.
  public var compression = FrameCompression.none
  /// Who took the frames.
  public var device = Device()
  /// What the camera can, as JSON text that is stored and given back unread; `nil` for none.
  public var capabilities: String?
  /// The device profile that was in force, as JSON text that is stored and given back unread.
  public var profile: String?

  /// The names that a driver gives its device; empty where nothing is known.
  public struct Device: Hashable, Sendable {
    /// The camera's name.
    public var name = ""
    /// The driver's name.
    public var driver = ""
    /// Where it is plugged in.
    public var bus = ""

    /// Names a device.
    ///
    /// - Parameters:
    ///   - name: The camera's name.
    ///   - driver: The driver's name.
    ///   - bus: Where it is plugged in.
    public init(name: String = "", driver: String = "", bus: String = "") {
      (self.name, self.driver, self.bus) = (name, driver, bus)
    }
  }

  /// Describes a recording.
  ///
  /// - Parameters:
  ///   - layout: Where a frame's samples lie, in one buffer.
  ///   - response: How its codes became of light.
  ///   - compression: How frames are stored.
  public init(
    layout: FrameLayout, response: ResponseCurve, compression: FrameCompression = .none
  ) {
    (self.layout, self.response, self.compression) = (layout, response, compression)
  }
}

extension RecordingDescription {
  /// Reads a description; every key is checked, and an error has line and column.
  static func read(_ bytes: [UInt8], name: String) throws(DocumentError) -> RecordingDescription {
    let value: JSONValue
    do throws(JSONParser.Failure) {
      value = try JSONParser.parse(bytes, most: mostBytes)
    } catch {
      throw DocumentError(
        file: name, place: .init(line: error.line, column: error.column, path: ""),
        fault: error.fault)
    }
    do throws(JSONFault) {
      return try RecordingDescription(JSONNode(value))
    } catch {
      let locator = JSONLocator(bytes)
      let place = locator.place(of: locator.offset(of: error.path, atKey: error.atKey))
      throw DocumentError(
        file: name, place: .init(line: place.line, column: place.column, path: error.path.text),
        fault: error.fault)
    }
  }

  private init(_ node: JSONNode) throws(JSONFault) {
    let members = try node.object([
      "schema", "layout", "response", "compression", "device", "capabilities", "profile",
    ])
    let version = try members.required("schema")
    let found = try version.integer(0...Int.max)
    guard found == Self.schema else { throw version.fault(.schema(found, known: Self.schema)) }
    layout = try LayoutCodec.layout(members.required("layout"))
    response = try ResponseCodec.response(members.required("response"))
    let stored = try members.required("compression").word(FrameCompression.words)
    compression = FrameCompression(rawValue: stored) ?? .none
    if let device = try members["device"]?.object(["name", "driver", "bus"]) {
      self.device = Device(
        name: try device["name"]?.string() ?? "", driver: try device["driver"]?.string() ?? "",
        bus: try device["bus"]?.string() ?? "")
    }
    capabilities = try members["capabilities"]?.string()
    profile = try members["profile"]?.string()
  }

  /// The description as text; `nil` where V4L2 has no code for the format.
  var text: String? {
    guard let layout = LayoutCodec.value(layout) else { return nil }
    var members: [JSONValue.Member] = [
      .init("schema", .integer(Self.schema)), .init("layout", layout),
      .init("response", ResponseCodec.value(response)),
      .init("compression", .string(compression.rawValue)),
      .init(
        "device",
        .object([
          .init("name", .string(device.name)), .init("driver", .string(device.driver)),
          .init("bus", .string(device.bus)),
        ])),
    ]
    if let capabilities { members.append(.init("capabilities", .string(capabilities))) }
    if let profile { members.append(.init("profile", .string(profile))) }
    return try? JSONText.text(.object(members))
  }
}

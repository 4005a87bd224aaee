internal import Frames

/// A scene with a script that has a name: `sim:portrait` and its kin.
public struct NamedScene: Hashable, Sendable {
  /// The name by which it is called.
  public let name: String
  /// What happens in it, in a line.
  public let summary: String
  /// What the camera sees.
  public let scene: Scene
  /// What happens.
  public let script: SceneScript
  /// Whether the camera is looked through indoors, where its lamps have a colour of their own.
  public let illuminant: Illuminant

  /// A camera that looks at the scene: a webcam with its automatic exposure on, as it comes.
  ///
  /// - Parameters:
  ///   - description: The camera; its illuminant is exchanged for the scene's.
  ///   - script: What happens instead of the scene's own script, where it is given.
  /// - Returns: The camera.
  /// - Throws: ``SimulationError`` for a description that no camera can have.
  public func camera(
    _ description: CameraDescription = .webcam(width: 320, height: 240),
    script: SceneScript? = nil
  ) throws(SimulationError) -> SimulatedCamera {
    var description = description
    description.illuminant = illuminant
    return try SimulatedCamera(description, scenes: [scene], script: script ?? self.script)
  }

  /// The scene of a name.
  ///
  /// - Parameter name: One of the names in ``all``.
  /// - Returns: `nil` for other names.
  public static func named(_ name: String) -> NamedScene? { all.first { $0.name == name } }

  init(
    _ name: String, _ summary: String, _ painting: ScenePainting,
    _ script: SceneScript = SceneScript(), illuminant: Illuminant = .daylight
  ) {
    self.name = name
    self.summary = summary
    scene = painting.scene()
    self.script = script
    self.illuminant = illuminant
  }
}

extension NamedScene {
  /// All of them; the first is the default.
  public static let all: [NamedScene] = indoors + outdoors

  private typealias Paint = ScenePainting

  private static func place(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double
  ) -> NormalisedRectangle {
    NormalisedRectangle(x: x, y: y, width: width, height: height) ?? .full
  }

  private static let indoors: [NamedScene] = [
    NamedScene(
      "portrait",
      "a face before a wall; the room's light falls by 2 stops at 3 s and returns at 6 s",
      Paint(60).rectangle(0.3, 0.68, 0.4, 0.32, 25, Paint.brick)
        .ellipse(0.5, 0.48, 0.13, 0.24, 110, Paint.skin),
      SceneScript(events: [
        .light(at: 3, stops: -2, over: 0.5), .light(at: 6, stops: 0, over: 0.5),
      ])),
    NamedScene(
      "office-50hz", "desks under lamps on 50 Hz mains",
      Paint(90).rectangle(0, 0.6, 1, 0.4, 60, Paint.brick)
        .rectangle(0.2, 0.35, 0.25, 0.2, 120),
      SceneScript(flicker: Flicker(frequency: 100, depth: 0.6)), illuminant: .fluorescent),
    NamedScene(
      "office-60hz", "desks under lamps on 60 Hz mains",
      Paint(90).rectangle(0, 0.6, 1, 0.4, 60, Paint.brick)
        .rectangle(0.2, 0.35, 0.25, 0.2, 120),
      SceneScript(flicker: Flicker(frequency: 120, depth: 0.6)), illuminant: .fluorescent),
    NamedScene(
      "light-switch", "a room whose lamp goes out at 2 s and on at 5 s",
      Paint(80).rectangle(0.55, 0.2, 0.3, 0.6, 30, Paint.brick).ellipse(0.3, 0.5, 0.1, 0.2, 150),
      SceneScript(events: [.light(at: 2, stops: -6), .light(at: 5, stops: 0)]),
      illuminant: .incandescent),
    NamedScene(
      "stage", "a singer in a beam before a black stage",
      Paint(0.4, Paint.grey, texture: 0.8).ellipse(0.5, 0.5, 0.09, 0.3, 160, Paint.skin),
      illuminant: .incandescent),
    NamedScene(
      "window-walk", "a bright window moves through the picture between 2 and 6 s",
      Paint(50).ellipse(0.5, 0.65, 0.15, 0.3, 90, Paint.skin),
      SceneScript(rectangles: [
        SceneScript.MovingRectangle(
          start: 2, end: 6, from: place(-0.3, 0.05, 0.3, 0.4), to: place(1, 0.05, 0.3, 0.4),
          effect: .radiance(4000))
      ])),
  ]

  private static let outdoors: [NamedScene] = [
    NamedScene(
      "backlit", "a person before a window that takes an eighth of the picture, 4 stops brighter",
      Paint(45).rectangle(0.6, 0.08, 0.3, 0.42, 720, Paint.sky)
        .ellipse(0.4, 0.55, 0.14, 0.28, 50, Paint.skin)),
    NamedScene(
      "landscape", "a bright sky over dark land; clouds dim it at 3 s",
      Paint(4500, Paint.sky, texture: 0.2).rectangle(0, 0.55, 1, 0.45, 560, Paint.foliage),
      SceneScript(events: [.light(at: 3, stops: -1.5, over: 1)])),
    NamedScene(
      "snow", "snow in the sun, with a dark hut",
      Paint(12_000, Paint.grey, texture: 0.15).rectangle(0.4, 0.5, 0.2, 0.25, 700, Paint.brick)),
    NamedScene(
      "tunnel", "a drive into a tunnel at 2 s, 8 stops darker, and out of it at 6 s",
      Paint(3000, Paint.sky, texture: 0.3).rectangle(0, 0.5, 1, 0.5, 1500),
      SceneScript(events: [
        .light(at: 2, stops: -8, over: 0.3), .light(at: 6, stops: 0, over: 0.3),
      ])),
    NamedScene(
      "night-street", "a street by lamplight; a car's lights pass between 3 and 4 s",
      Paint(0.5, Paint.lamp, texture: 0.9).rectangle(0, 0.7, 1, 0.3, 0.9, Paint.lamp)
        .ellipse(0.2, 0.15, 0.02, 0.03, 600, Paint.lamp)
        .ellipse(0.75, 0.2, 0.02, 0.03, 600, Paint.lamp),
      SceneScript(rectangles: [
        SceneScript.MovingRectangle(
          start: 3, end: 4, from: place(0, 0.55, 0.14, 0.14), to: place(0.86, 0.55, 0.14, 0.14),
          effect: .radiance(400))
      ])),
    NamedScene(
      "sunset", "a landscape that loses 10 stops in 20 s",
      Paint(1800, Paint.sky, texture: 0.2).rectangle(0, 0.6, 1, 0.4, 400, Paint.foliage),
      SceneScript(events: [.light(at: 1, stops: -10, over: 20)])),
    NamedScene(
      "starlight", "a field by starlight, too dark for any exposure",
      Paint(0.0008, Paint.grey, texture: 0.8)),
  ]
}

/// A line of a script that steers a virtual camera while it runs.
public enum CameraCommand: Hashable, Sendable {
  /// Pulls the plug.
  case unplug
  /// Plugs the camera in, set as it was.
  case plug
  /// The light goes to a level in stops, over seconds.
  case light(Double, over: Double)
  /// Requests to a control are refused so many times.
  case refuse(String, UVCRefusal, count: Int)
  /// Every so many frames one is flagged as corrupt; 0 for none.
  case corrupt(every: Int)
  /// Every so many frames one is too short; 0 for none.
  case short(every: Int)
  /// Frames come as fast as they are taken, or at the camera's rate.
  case free(Bool)
  /// The privacy shutter closes or opens.
  case privacy(Bool)
  /// The program ends.
  case quit

  /// Reads a line: `unplug`, `plug`, `light STOPS [SECONDS]`, `refuse CONTROL REASON COUNT`,
  /// `corrupt EVERY`, `short EVERY`, `free on|off`, `privacy on|off`, `quit`; `nil` for anything else.
  ///
  /// - Parameter line: The line; a reason is the number of the class specification, 0…7.
  public init?(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    switch (words.first, words.count) {
    case ("unplug", 1): self = .unplug
    case ("plug", 1): self = .plug
    case ("quit", 1): self = .quit
    case ("light", 2...3):
      guard let stops = Double(words[1]), (-40...40).contains(stops) else { return nil }
      let seconds = words.count == 3 ? Double(words[2]) : 0
      guard let seconds, (0...3600).contains(seconds) else { return nil }
      self = .light(stops, over: seconds)
    case ("refuse", 4):
      guard UVCControl.all.contains(where: { $0.name == words[1] }),
        let reason = UInt8(words[2]).flatMap(UVCRefusal.init), let count = Int(words[3]),
        count >= 0
      else { return nil }
      self = .refuse(words[1], reason, count: count)
    case ("corrupt", 2):
      guard let every = Int(words[1]), every >= 0 else { return nil }
      self = .corrupt(every: every)
    case ("short", 2):
      guard let every = Int(words[1]), every >= 0 else { return nil }
      self = .short(every: every)
    case ("free", 2) where words[1] == "on" || words[1] == "off": self = .free(words[1] == "on")
    case ("privacy", 2) where words[1] == "on" || words[1] == "off":
      self = .privacy(words[1] == "on")
    default: return nil
    }
  }
}

extension UVCCamera {
  /// Carries a command out that concerns the camera alone; plugs and ends are the program's.
  public mutating func take(_ command: CameraCommand) {
    switch command {
    case .light(let stops, let seconds): setLight(stops, over: seconds)
    case .refuse(let name, let reason, let count):
      faults.refusals[name] = Refusals(reason, count: count)
    case .corrupt(let every): faults.corruptEvery = every
    case .short(let every): faults.shortEvery = every
    case .free(let isOn): runsFreely = isOn
    case .privacy(let isOn): setPrivacy(isOn)
    case .unplug, .plug, .quit: break
    }
  }
}

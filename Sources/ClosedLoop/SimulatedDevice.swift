internal import GrayCard
internal import SimulatedCamera

/// A simulated camera as a program has it: its automatics are off, its controls are told in physical units.
///
/// The program is told what a driver tells and nothing of the simulation's truth.
struct SimulatedDevice: ~Copyable {
  var camera: SimulatedCamera
  let capabilities: CameraCapabilities
  /// What exposure time and gain were set to when the stream began.
  let settings: CameraSettings
  private let time: SteeredControl?
  private let gain: SteeredControl?

  /// Takes a camera over and starts its stream.
  init(_ camera: SimulatedCamera, maySlow: Bool) {
    var camera = camera
    let isPermanent = !Self.takeOver(&camera, maySlow: maySlow)
    camera.startStream()
    time = Self.steered(.exposureTime, camera)
    gain = Self.steered(.gain, camera)
    settings = CameraSettings(
      exposureTime: Self.value(time, camera) ?? 1, analogueGain: Self.value(gain, camera) ?? 1)
    capabilities = CameraCapabilities(
      exposureTime: time?.range, analogueGain: gain?.range,
      frameInterval: camera.description.frameInterval, slowsForExposure: maySlow,
      exposureAutomatic: isPermanent ? .permanent : .switchable)
    self.camera = camera
  }

  /// Carries writes out.
  ///
  /// - Returns: Those that were accepted, with the values that the camera made of them, and whether one
  ///   was refused.
  mutating func write(_ writes: ControlWrites) -> (accepted: ControlWrites, isRefused: Bool) {
    var done = ControlWrites()
    var isRefused = false
    for write in writes {
      guard let control = write.control == .exposureTime ? time : gain else { continue }
      do {
        let code = try camera.write(control.control.id, control.code(of: write.value))
        done.append(ControlWrite(write.control, control.control.value(of: code)))
      } catch {
        isRefused = true
      }
    }
    return (done, isRefused)
  }

  /// Takes the camera's automatics off; whether that could be done.
  private static func takeOver(_ camera: inout SimulatedCamera, maySlow: Bool) -> Bool {
    var isFree = true
    let priority = maySlow ? 1 : 0
    for (id, off) in [(ControlID.autoExposure, 1), (.autogain, 0), (.exposurePriority, priority)]
    where camera.controls.contains(where: { $0.id == id }) {
      do { try camera.write(id, off) } catch { if id != .exposurePriority { isFree = false } }
    }
    return isFree
  }

  private static func steered(_ id: ControlID, _ camera: SimulatedCamera) -> SteeredControl? {
    camera.controls.first { $0.id == id }.flatMap(SteeredControl.init)
  }

  private static func value(_ control: SteeredControl?, _ camera: SimulatedCamera) -> Double? {
    guard let control, let code = try? camera.read(control.control.id) else { return nil }
    return control.control.value(of: code)
  }
}

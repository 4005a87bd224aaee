import ClosedLoop
import ExposurePeers
import GrayCard

@main
struct ExposureBench {
  static func main() throws {
    for (kind, stops) in [(LoopCamera.Kind.raw, 6.0), (.webcam, 3)] {
      let camera = LoopCamera(kind, latency: 2)
      let right = -7.5 + stops / 2
      var rig = try LoopRig(camera, scene: LoopScenes.texture(camera), stops: LoopScenes.rightTotal - right, total: right, GrayCardLoop.maker(.smooth(timeConstant: 0.3)))
      _ = try rig.run(40)
      rig.switchLight(to: LoopScenes.rightTotal - right + stops)
      for n in 0..<60 {
        let r = try rig.step()
        let d = (rig.loop as! GrayCardLoop).decision
        if n > 25 { print(n, r.totalStops, Int((r.time*1e5).rounded()), r.gain, r.writes, r.meanStops, d!.error, d!.reason, d!.totalStops) }
      }
    }
  }
}

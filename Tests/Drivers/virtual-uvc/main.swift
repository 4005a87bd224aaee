// A virtual UVC camera for the kernel's own uvcvideo: `SimulatedCamera` behind the virtual host
// controller (vhci_hcd) of this machine, over a socket pair. Root, and best in a virtual machine.
internal import Glibc
internal import PluggedCamera
internal import VirtualUVC

let options = ProgramOptions(CommandLine.arguments.dropFirst())
do {
  let camera = try PluggedCamera(options.camera(), port: options.port)
  options.say("READY")
  while let line = readLine() {
    guard let command = CameraCommand(line) else {
      options.say("UNKNOWN \(line)")
      continue
    }
    switch command {
    case .unplug: camera.unplug()
    case .plug: try camera.plug()
    case .quit: exit(0)
    default: camera.with { $0.take(command) }
    }
    for entry in camera.takeLog() { options.log(entry) }
    options.say("DONE \(line)")
  }
  // Without an input it stays until it is killed.
  while true {
    sleep(1)
    for entry in camera.takeLog() { options.log(entry) }
  }
} catch {
  fail("\(error)")
}

// A virtual UVC camera for the kernel's own uvcvideo: `SimulatedCamera` behind the virtual host
// controller (vhci_hcd) of this machine, over a socket pair. Root, and best in a virtual machine.
internal import Glibc
internal import SimulatedCamera
internal import VirtualUVC

/// Says what is wrong and ends.
func fail(_ message: String) -> Never {
  let text = "virtual-uvc: \(message)\n"
  _ = unsafe write(2, text, text.utf8.count)
  exit(2)
}

func monotonic() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

let options = ProgramOptions(CommandLine.arguments.dropFirst())
var host = VirtualHost(options.camera())
var connection = Connection(port: options.port)
connection.plug()
options.say("READY")

var input = LineReader(descriptor: 0)
while true {
  var waits: [pollfd] = []
  // A closed input must not be polled: it would be ready for ever.
  if !input.isAtEnd { waits.append(pollfd(fd: 0, events: Int16(POLLIN), revents: 0)) }
  if let socket = connection.socket {
    waits.append(pollfd(fd: socket, events: Int16(POLLIN), revents: 0))
  }
  let wait = host.nextTime.map { min(max($0 - monotonic(), 0), 1) } ?? 1
  _ = unsafe poll(&waits, nfds_t(waits.count), Int32((wait * 1000).rounded(.up)))

  for line in input.lines() {
    guard let command = CameraCommand(line) else {
      options.say("UNKNOWN \(line)")
      continue
    }
    switch command {
    case .unplug:
      connection.unplug()
      host = VirtualHost(host.camera)
    case .plug: connection.plug()
    case .quit: exit(0)
    default: host.camera.take(command)
    }
    options.say("DONE \(line)")
  }
  if let bytes = connection.read() {
    do {
      connection.write(try host.receive(bytes))
    } catch {
      fail("the kernel's words make no sense: \(error)")
    }
  }
  connection.write(host.pump(now: monotonic()))
  for line in host.camera.takeLog() { options.log(line) }
}

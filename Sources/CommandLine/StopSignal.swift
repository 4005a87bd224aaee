internal import Glibc
internal import Synchronization

/// Whether the user or the system asked the program to end: then a camera is put back first.
enum StopSignal {
  private static let wasSent = Atomic<Bool>(false)

  /// Turns SIGINT, SIGTERM and SIGHUP into a wish; a second one ends the program at once.
  static func watch() {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_handler = { _ in
        StopSignal.wasSent.store(true, ordering: .relaxed)
      }
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
      unsafe sigaction(number, &action, nil)
    }
  }

  /// Whether one was sent.
  static var isRaised: Bool { wasSent.load(ordering: .relaxed) }
}

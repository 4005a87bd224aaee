import Testing

@Suite struct HelpTests {
  static let program = """
    Usage: graycard [OPTION...] COMMAND [OPTION...]
    Exposure, focus and white-balance statistics of camera frames.

      -?, --help                 Give this help list
          --usage                Give a short usage message
      -V, --version              Print program version

    Commands:
      devices    list cameras
      controls   list a camera's controls
      meter      print what frames are metered at
      focus      print focus curves of stacks, and search them
      balance    print the light that frames were taken under
      profile    check and print device profiles
      run        run automatic exposure on a camera or a simulated one
      simulate   run automatic exposure on a simulated camera
      record     record frames, and convert recordings
      tuning     explain the controller's knobs, check tuning files

    `graycard COMMAND --help` tells more. Exit status: 0 on success, 1 where a
    comparison found a difference or exposure did not converge, 2 on wrong usage, 3
    where a file or a device failed.

    """

  static let meter = """
    Usage: graycard meter [OPTION...] SOURCE...
      or:  graycard meter [OPTION...] -d DEVICE
    Print what frames are metered at.

          --cfa=ORDER            rggb, grbg, gbrg or bggr instead of what is said
          --decimation=STEP      Histogram samples: 1, 2x2, 4x2 or 4x4 (default)
          --detail               Print table and histogram of each frame, terminal
                                 or not
          --device-format=FOURCC The camera's pixel format, as YUYV or MJPG
          --device-rate=FPS      The camera's frames a second
          --device-size=WxH      The camera's frame size in pixels
      -d, --device=DEVICE        A camera, as /dev/video0 or 0
          --frame-rate=FPS       Frames a second, for the time stamps
      -f, --format=FOURCC        Format of a raw dump, as V4L2 names it
      -g, --grid=CxR             Zones, up to 64x48 (default 32x24)
      -j, --json                 Print a JSON object a frame
          --learn-borders        Leave black borders out of metering, once 30
                                 frames showed them
          --mask=SHAPE           What holds a picture: circle:RADIUS[,X,Y],
                                 letterbox:TOP,BOTTOM, pillarbox:LEFT,RIGHT
          --matrix=MATRIX        bt601 (default) or bt709
      -n, --for=FRAMES           End after so many frames
      -o, --overlay=FILE.png     Write each frame with zones, weights, clipping and
                                 histogram drawn in
          --profile=FILE         A device profile instead of those that fit the
                                 camera
      -p, --pattern=PATTERN      average, centre, spot[:X,Y[,DIAMETER]], matrix
                                 (default) or highlight
          --range=RANGE          full, limited, or BLACK:WHITE in codes of the
                                 format
          --response=CURVE       linear, bt709, srgb or an exponent such as 2.2
      -r, --roi=X,Y,W,H[,WEIGHT] Meter a rectangle instead, weight 0 to 1000 a
                                 pixel; may be repeated
          --stride=BYTES         Bytes from row to row of a raw dump
      -s, --size=WxH             Size of a raw dump's frames in pixels
          --weights=CxR:W,W,...  Meter by a grid of weights of your own
      -z, --zones                Show the zones as a map, and in JSON as numbers
      -?, --help                 Give this help list
          --usage                Give a short usage message
      -V, --version              Print program version

    Mandatory or optional arguments to long options are also mandatory or optional
    for any corresponding short options.

    SOURCE is a JPEG, PNG, TIFF, PGM/PPM, Y4M, DNG or camera raw file, a recording,
    a raw dump as `v4l2-ctl --stream-to' writes it (with --format and --size), a
    folder, a quoted pattern of these, a named pipe, or - for the standard input.
    With -d a camera's frames are metered; nothing is written to its controls.

    On a terminal a table is redrawn for each frame; elsewhere each frame is a
    line. EV is relative to mid-grey, 18 % of the sensor's linear range.
    Coordinates are normalised: 0,0 is the top left corner of the frame, 1,1 the
    bottom right.

    Exit status: 0 on success, 2 on wrong usage, 3 where a frame could not be
    read.

    """

  static let balance = """
    Usage: graycard balance [OPTION...] SOURCE...
    Print the light that frames were taken under, and the gains it needs.

          --cfa=ORDER            rggb, grbg, gbrg or bggr instead of what is said
          --frame-rate=FPS       Frames a second, for the time stamps
      -f, --format=FOURCC        Format of a raw dump, as V4L2 names it
      -g, --grid=CxR             Zones, up to 64x48 (default 32x24)
      -j, --json                 Print a JSON object a frame
          --mask=SHAPE           What holds a picture: circle:RADIUS[,X,Y],
                                 letterbox:TOP,BOTTOM, pillarbox:LEFT,RIGHT
          --matrix=MATRIX        bt601 (default) or bt709
      -n, --for=FRAMES           End after so many frames
      -o, --apply=FILE.png       Write each frame with the last method's gains
          --plot=FILE.svg        Draw the zones' colours and the estimates by the
                                 locus
          --prior=FILE           What surfaces look like, for the learned method
                                 besides
          --profile=FILE         A device profile with the sensor's colours
          --range=RANGE          full, limited, or BLACK:WHITE in codes of the
                                 format
          --response=CURVE       linear, bt709, srgb or an exponent such as 2.2
      -r, --reference=X,Y,W,H    A grey card in the frame, to compare with
          --stride=BYTES         Bytes from row to row of a raw dump
      -s, --size=WxH             Size of a raw dump's frames in pixels
      -?, --help                 Give this help list
          --usage                Give a short usage message
      -V, --version              Print program version

    Mandatory or optional arguments to long options are also mandatory or optional
    for any corresponding short options.

    SOURCE is what `graycard meter' reads. Each method's estimate is a line: the
    correlated colour temperature, Duv (above 0 is greener than a black body), the
    gains of red and blue against green, and how far it can be trusted, 0 to 1.
    Temperatures of raw frames and of 16-bit pictures, which are taken for a
    sensor's linear light, go by the profile, or by a generic camera; those of
    other pictures are the picture's own, as BT.709 colours.

    With --reference a grey card in the frame is the truth: it is left out of the
    statistics, and the angle between its colour and each estimate is printed.
    Coordinates are normalised: 0,0 is the top left corner of the frame, 1,1 the
    bottom right.

    Exit status: 0 on success, 2 on wrong usage, 3 where a frame could not be read
    or has no colour.

    """

  static let devices = """
    Usage: graycard devices [OPTION...]
    List cameras, and the video nodes that are none with the reason.

      -j, --json                 Print a JSON object a node
      -?, --help                 Give this help list
          --usage                Give a short usage message
      -V, --version              Print program version

    A camera's line has its path, its names, its USB numbers and serial; under it
    stand the paths that stay the same when it is plugged in again. Nothing is
    written to any device.

    Exit status: 0 where there is a camera, 2 on wrong usage, 3 where there is
    none.

    """

  static let controls = """
    Usage: graycard controls [OPTION...]
    List a camera's controls, with units, owners and uses.

      -d, --device=PATH          The camera (default: the first that there is)
      -j, --json                 Print a JSON object a control
      -?, --help                 Give this help list
          --usage                Give a short usage message
      -V, --version              Print program version

    Mandatory or optional arguments to long options are also mandatory or optional
    for any corresponding short options.

    The columns are those of v4l2-ctl: name, number, kind, range, default, value,
    flags. Behind them stand the value in its unit, also in stops where it is
    exposure (time relative to 1 s, gain and bias to none), who sets it at present,
    and what GrayCard would use it for. A gain's law is assumed where no profile
    tells it, and marked so; raw is exposure that has no unit. What is wrong with a
    driver's description is told under its control.

    Nothing is written, but for what a program that was killed left to be put
    back.

    Exit status: 0 on success, 2 on wrong usage, 3 where the camera could not be
    read.

    """

  @Test(arguments: [("balance", balance), ("devices", devices), ("controls", controls)])
  func commandsExplainThemselves(_ command: String, _ text: String) throws {
    let run = try Program.run(command, "--help")
    #expect(run.output == text)
    #expect(run.errors.isEmpty)
    #expect(run.status == 0)
  }

  @Test(arguments: [["--help"], ["help"], ["-?"]])
  func theProgramExplainsItself(_ arguments: [String]) throws {
    let run = try Program.run(arguments)
    #expect(run.output == Self.program)
    #expect(run.errors.isEmpty)
    #expect(run.status == 0)
  }

  @Test(arguments: [["meter", "--help"], ["meter", "-?"], ["meter", "--grid=2x2", "--help"]])
  func meterExplainsItself(_ arguments: [String]) throws {
    let run = try Program.run(arguments)
    #expect(run.output == Self.meter)
    #expect(run.errors.isEmpty)
    #expect(run.status == 0)
  }

  @Test(arguments: [["--version"], ["-V"]])
  func saysItsVersion(_ arguments: [String]) throws {
    let run = try Program.run(arguments)
    #expect(run.output == "graycard 0.1.0\n")
    #expect(run.status == 0)
  }

  @Test func profilesExplainThemselves() throws {
    let run = try Program.run("profile", "--help")
    #expect(run.output == ProfileCommandTests.help)
    #expect(run.status == 0)
  }
}

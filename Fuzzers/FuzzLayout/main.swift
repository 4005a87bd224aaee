import CFuzzer
import Glibc

// The input is a layout, a configuration and pixels; see LayoutInput.
var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe CommandLine.unsafeArgv
exit(unsafe fuzzer_run(&count, &arguments, fuzzOneLayout))

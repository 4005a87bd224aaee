import FuzzSupport

// The input is a layout, a configuration and pixels; see LayoutInput.
unsafe runFuzzer(fuzzOneLayout)

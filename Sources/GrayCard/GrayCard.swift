/// Everything that an application needs to meter frames, in one import.
@_exported public import Controls
@_exported public import Exposure
@_exported public import Focus
@_exported public import Frames
@_exported public import LockStates
@_exported public import Metering
@_exported public import Photometry
@_exported public import Statistics
@_exported public import WhiteBalance

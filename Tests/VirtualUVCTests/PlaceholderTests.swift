import Testing
import VirtualUVC
@Suite struct UVCDescriptorsTests {}

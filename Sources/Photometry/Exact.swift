/// Elementary functions whose results are the same bits on every processor.
///
/// The C library picks another `log2` or `pow` when a processor has fused multiply-add, and the
/// results differ in their last bit; a recording replayed on another machine would then take other
/// decisions. The functions here use only `+`, `-`, `*`, `/` and bit patterns, which IEEE 754
/// (clause 5) defines to the last bit and which Swift neither reorders nor fuses.
///
/// What is promised: equal bits for equal arguments, on any processor in the default rounding mode,
/// subnormals kept. Not promised: correct rounding. Measured worst cases are beside each function.
///
/// Every invalid argument gives `Double.nan` itself, never the sign or payload of the argument's
/// NaN, which processors set differently.
public enum Exact {}

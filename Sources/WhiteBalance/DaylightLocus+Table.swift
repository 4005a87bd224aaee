extension DaylightLocus {
  /// How far daylight of 3,984 to 6,998 K lies above the Planckian locus, by Scripts/locus-tables.py;
  /// greatest error 2e-11.
  static let warm = Piece(
    low: 0x1.1dcecb153dec1p+7, high: 251,
    duv: [
      0x1.ace9495b0c3a1p-9, -0x1.cdd314cda02c9p-13, -0x1.72426bbeb74acp-12, -0x1.9929248ace06fp-15,
      0x1.2d491b91dfadcp-15, 0x1.c805b7ec9a3f8p-20, -0x1.6694aaad684e0p-19, 0x1.64cfeada31d4cp-27,
      0x1.3dee6cdda89edp-23, 0x1.a3e8c7f3bdf39p-35,
    ])

  /// The same of 6,998 to 24,913 K; greatest error 6e-12.
  static let cold = Piece(
    low: 0x1.411f6023c9895p+5, high: 0x1.1dcecb153dec1p+7,
    duv: [
      0x1.92a6f112e69f5p-9, 0x1.1599d4aaf8bd8p-18, 0x1.a979f7c1b3054p-13, -0x1.f9ffea211890cp-16,
      -0x1.10a9cc47dce37p-15, 0x1.01bb3d3763a3cp-19, 0x1.ea6791776e5bep-20, -0x1.6e23a7d01afdfp-23,
      -0x1.2f987f63ed47bp-25, 0x1.90fac12dfc043p-27,
    ])
}

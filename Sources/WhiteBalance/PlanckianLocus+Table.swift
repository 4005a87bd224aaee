extension PlanckianLocus {
  /// The locus in pieces, by Scripts/locus-tables.py: Planck's law of 1,000 to 50,000 K, seen by the
  /// CIE 1931 2° observer in steps of 1 nm from 360 to 830 nm. Greatest error against that sum: 6·10⁻¹³.
  static let pieces: [Piece] = [
    Piece(
      low: 20, high: 100,
      u: [
        0x1.7ac3786293421p-3, 0x1.23e9f8e90a3ccp-8, 0x1.d3bfacfe1a913p-11, 0x1.6ad374b17367ap-15,
        -0x1.d13b20b2d580dp-17, -0x1.cf80be45d53a7p-21, 0x1.f6907d9e53f48p-22,
        0x1.2418462410cb2p-30, -0x1.29ddeac55e26cp-26, 0x1.7d32155476265p-30,
        0x1.26dda7289620ap-31, -0x1.89f3f5e5d087ap-34, -0x1.6fc2740b3d64cp-37,
      ],
      v: [
        0x1.1eefdaae2a5e1p-2, 0x1.9f2c72203ef16p-7, 0x1.5499f008f3376p-11, -0x1.1ec1eb0fdd55dp-12,
        -0x1.184f5734bfea3p-20, 0x1.0caaa00b5a990p-17, -0x1.8974ac9698551p-21,
        -0x1.9d99475fc467bp-23, 0x1.868084a9b2699p-25, 0x1.0e7bd5980b0a6p-29,
        -0x1.f5172f78820b2p-30, 0x1.b2da4097d6da8p-34, 0x1.af8358a74c8afp-35,
      ]),
    Piece(
      low: 100, high: 250,
      u: [
        0x1.a458dfe08cac1p-3, 0x1.22b2042408d93p-6, 0x1.44b7520e37179p-9, -0x1.7db9593c29d62p-12,
        -0x1.af5a248269e70p-18, 0x1.136e3ac6c5539p-16, -0x1.4575f153db73fp-18,
        0x1.1924af026f3ecp-21, 0x1.9d497dedea0e2p-23, -0x1.df543a7c43605p-24,
        0x1.85c87eca17dd1p-26, 0x1.84a91adbdabafp-29, -0x1.319a3a6a5190bp-29,
      ],
      v: [
        0x1.4411b4af3150cp-2, 0x1.566600cee7a4ap-6, -0x1.74f3b69501137p-9, -0x1.37282cc14ca82p-12,
        0x1.992808de67083p-13, -0x1.648256f3d0d09p-15, 0x1.796a8048c9671p-19,
        0x1.ffa5f5740fa28p-20, -0x1.f1e899061fbeep-21, 0x1.ad92944526b55p-23,
        0x1.dce3807228eb0p-33, -0x1.2609e79b96e12p-26, 0x1.52159ec62621ep-28,
      ]),
    Piece(
      low: 250, high: 500,
      u: [
        0x1.0e56afadd70ecp-2, 0x1.4d6be9c0ed291p-5, 0x1.ef9f0afa72c14p-11, -0x1.780f3f1bc1b4bp-11,
        0x1.0e537c0e307f1p-13, -0x1.04c2eecbc7a37p-16, 0x1.e7d2a0c8decd9p-21,
        0x1.5e1cc0fb31f08p-24, -0x1.30a5929de97a0p-24, 0x1.bb2187bfe7cc2p-25,
        -0x1.ebe82cad409cfp-26, 0x1.813a6b01599ebp-27, -0x1.3cf3da9627790p-29,
      ],
      v: [
        0x1.68715f368d5e8p-2, 0x1.7469f80ccba11p-7, -0x1.55e2006676135p-8, 0x1.063d444230371p-10,
        -0x1.077cc21cb82fcp-14, -0x1.85eee9ee0ca2dp-16, 0x1.4d0b1476b8180p-17,
        -0x1.5b7660c01d695p-19, 0x1.64e2831e9f039p-21, -0x1.a17beeea3a1c3p-23,
        0x1.be7d6a64db33ap-25, -0x1.16dc8e03cd02dp-28, -0x1.4b634fd841452p-29,
      ]),
    Piece(
      low: 500, high: 1000,
      u: [
        0x1.87cc0ba7695d7p-2, 0x1.273321f2c8258p-4, -0x1.a041728e626cfp-8, -0x1.122f6b93e679ap-11,
        0x1.00653a78d29d4p-12, -0x1.02474344db6a4p-14, 0x1.33c7e22543532p-16,
        -0x1.516798a3eb3f4p-18, 0x1.df4e53b77b6dep-21, -0x1.2908c93b38038p-26,
        -0x1.a7cd287d933a9p-25, 0x1.0a73dfd209c22p-26, -0x1.5ccb08e902ea6p-30,
      ],
      v: [
        0x1.6ffda013c6967p-2, -0x1.e8b443dec8653p-9, -0x1.04cbb53a60a97p-9, 0x1.675bc42b1db10p-10,
        -0x1.0972a42bd19ccp-11, 0x1.1df2ccce6f27bp-13, -0x1.ae80d4179063bp-16,
        0x1.dc781621bc213p-20, 0x1.0d8d5acd91b37p-20, -0x1.2a3038e9ea601p-21,
        0x1.71d71b99ecb4ap-23, -0x1.4128140674b59p-25, 0x1.433c701d1ecb9p-28,
      ]),
  ]
}

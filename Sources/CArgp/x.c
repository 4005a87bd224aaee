int graycard_argp_unused;

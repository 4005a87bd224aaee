/// A door to glibc's argp, and to what Swift cannot reach of it: macros and global variables.
#ifndef GRAYCARD_CARGP_H
#define GRAYCARD_CARGP_H

#include <argp.h>

static const int graycard_argp_key_argument = ARGP_KEY_ARG;
static const error_t graycard_argp_unknown = ARGP_ERR_UNKNOWN;
static const unsigned graycard_argp_in_order = ARGP_IN_ORDER;

/// Sets the exit status of wrong usage, which argp keeps in a global variable.
static inline void graycard_argp_set_usage_status(int status) { argp_err_exit_status = status; }

/// Sets the text of `--version`, which argp keeps in a global variable.
static inline void graycard_argp_set_version(const char *version) { argp_program_version = version; }

#endif

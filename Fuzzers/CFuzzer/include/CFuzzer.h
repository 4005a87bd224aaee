/* The entry to libFuzzer for programs that have a main of their own, as SwiftPM's do. */
#ifndef CFUZZER_H
#define CFUZZER_H

#include <stddef.h>
#include <stdint.h>

typedef int (*fuzzer_input)(const uint8_t *bytes, size_t count);

/* Runs libFuzzer with the program's arguments; comes back when it is done. */
int fuzzer_run(int *argument_count, char ***arguments, fuzzer_input input);

#endif

#include "CFuzzer.h"

/* Declared by libFuzzer itself, in libclang_rt.fuzzer_no_main. */
int LLVMFuzzerRunDriver(int *argument_count, char ***arguments, fuzzer_input input);

int fuzzer_run(int *argument_count, char ***arguments, fuzzer_input input) {
    return LLVMFuzzerRunDriver(argument_count, arguments, input);
}

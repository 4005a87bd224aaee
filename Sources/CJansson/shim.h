#include <jansson.h>

// Macros and inline counting that Swift does not import.
static inline void graycard_json_release(json_t *value) { json_decref(value); }
static inline json_type graycard_json_type(const json_t *value) { return json_typeof(value); }

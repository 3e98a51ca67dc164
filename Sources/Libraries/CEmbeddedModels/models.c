#include "CEmbeddedModels.h"

#define MODEL(name)                                                                     \
  extern const uint8_t vocative_##name[] __attribute__((visibility("hidden")));         \
  extern const uint8_t vocative_##name##_end[] __attribute__((visibility("hidden")));   \
  const uint8_t *name##_bytes(void) { return vocative_##name; }                         \
  size_t name##_length(void) { return (size_t)(vocative_##name##_end - vocative_##name); }

MODEL(pronunciation_model)
MODEL(acoustic_network)
MODEL(fitted_recordings)

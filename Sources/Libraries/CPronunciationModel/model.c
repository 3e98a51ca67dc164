#include "CPronunciationModel.h"

extern const uint8_t vocative_pronunciation_model[] __attribute__((visibility("hidden")));
extern const uint8_t vocative_pronunciation_model_end[] __attribute__((visibility("hidden")));

const uint8_t *pronunciation_model_bytes(void) { return vocative_pronunciation_model; }

size_t pronunciation_model_length(void) {
  return (size_t)(vocative_pronunciation_model_end - vocative_pronunciation_model);
}

#include "CSpeechEnhancementModel.h"

extern const uint8_t vocative_speech_enhancement_model[] __attribute__((visibility("hidden")));
extern const uint8_t vocative_speech_enhancement_model_end[] __attribute__((visibility("hidden")));

const uint8_t *speech_enhancement_model_bytes(void) { return vocative_speech_enhancement_model; }

size_t speech_enhancement_model_length(void) {
  return (size_t)(vocative_speech_enhancement_model_end - vocative_speech_enhancement_model);
}

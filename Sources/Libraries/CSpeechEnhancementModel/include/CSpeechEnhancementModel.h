#ifndef CSPEECHENHANCEMENTMODEL_H
#define CSPEECHENHANCEMENTMODEL_H

#include <stddef.h>
#include <stdint.h>

/// The first byte of the model, which is in the program's read-only data.
const uint8_t *_Nonnull speech_enhancement_model_bytes(void);

/// The size of the model, in bytes.
size_t speech_enhancement_model_length(void);

#endif

#ifndef CEMBEDDEDMODELS_H
#define CEMBEDDEDMODELS_H

#include <stddef.h>
#include <stdint.h>

// The models are in the program's read-only data, so only the pages that are read use memory.

/// The first byte of the pronunciation model.
const uint8_t *_Nonnull pronunciation_model_bytes(void);

/// The size of the pronunciation model, in bytes.
size_t pronunciation_model_length(void);

/// The first byte of the speech enhancement model.
const uint8_t *_Nonnull speech_enhancement_model_bytes(void);

/// The size of the speech enhancement model, in bytes.
size_t speech_enhancement_model_length(void);

#endif

#ifndef CPRONUNCIATIONMODEL_H
#define CPRONUNCIATIONMODEL_H

#include <stddef.h>
#include <stdint.h>

/// The first byte of the model. The model is in the program's read-only data, so only the pages that are read use memory.
const uint8_t *_Nonnull pronunciation_model_bytes(void);

/// The size of the model, in bytes.
size_t pronunciation_model_length(void);

#endif

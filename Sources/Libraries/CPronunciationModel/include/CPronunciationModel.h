#ifndef CPRONUNCIATIONMODEL_H
#define CPRONUNCIATIONMODEL_H

#include <stddef.h>
#include <stdint.h>

/// The first byte of the model, which lies in the program's read-only data: only the pages that are read take memory.
const uint8_t *_Nonnull pronunciation_model_bytes(void);

/// How many bytes the model has.
size_t pronunciation_model_length(void);

#endif

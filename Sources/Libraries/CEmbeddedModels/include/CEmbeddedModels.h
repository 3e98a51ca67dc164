#ifndef CEMBEDDEDMODELS_H
#define CEMBEDDEDMODELS_H

#include <stddef.h>
#include <stdint.h>

// The models are in the program's read-only data, so only the pages that are read use memory.

/// The first byte of the pronunciation model.
const uint8_t *_Nonnull pronunciation_model_bytes(void);

/// The size of the pronunciation model, in bytes.
size_t pronunciation_model_length(void);

/// The first byte of the acoustic network.
const uint8_t *_Nonnull acoustic_network_bytes(void);

/// The size of the acoustic network, in bytes.
size_t acoustic_network_length(void);

/// The first byte of the list of recordings to which parts of the program were fitted.
const uint8_t *_Nonnull fitted_recordings_bytes(void);

/// The size of that list, in bytes.
size_t fitted_recordings_length(void);

#endif

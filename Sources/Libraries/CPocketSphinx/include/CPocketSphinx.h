#ifndef CPOCKETSPHINX_H
#define CPOCKETSPHINX_H

// pocketsphinx.pc is not used: it also links libsphinxad, and with it PulseAudio and X11, which a decoder does not need.
#if !__has_include(<pocketsphinx/pocketsphinx.h>) || !__has_include(<sphinxbase/err.h>)
#error "PocketSphinx's headers are missing. Run: sudo apt-get install libpocketsphinx-dev libsphinxbase-dev"
#endif
#include <sphinxbase/err.h>
#include <sphinxbase/fsg_model.h>
#include <pocketsphinx/pocketsphinx.h>
#include <stdio.h>

/// Receives one of the library's own messages, already formatted. `level` is an `err_lvl_t`.
typedef void (*cpocketsphinx_message_handler)(int level, const char *_Nonnull message);

/// Sends PocketSphinx's messages to `handler` instead of standard error. The setting is global to the process.
///
/// `err_set_callback` takes a variadic callback, which Swift cannot write.
void cpocketsphinx_set_message_handler(cpocketsphinx_message_handler _Nonnull handler);

/// Returns the descriptor of a new empty file in memory; -1 with `errno` if there is none.
///
/// `memfd_create(2)` needs `_GNU_SOURCE`, which Swift does not define.
int cpocketsphinx_create_memory_file(void);

/// Opens a stream that reads `first` and then `second`, without a copy; `NULL` with `errno` if there is no memory.
///
/// Both must exist until the stream is closed. `fopencookie(3)` needs `_GNU_SOURCE`, too.
FILE *_Nullable cpocketsphinx_open_parts(const void *_Nullable first, size_t first_size, const void *_Nullable second,
                                         size_t second_size);

#endif

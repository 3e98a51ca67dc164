#ifndef CALSA_H
#define CALSA_H

#if !__has_include(<alsa/asoundlib.h>)
#error "ALSA's headers are missing. Run: sudo apt-get install libasound2-dev"
#endif
#include <alsa/asoundlib.h>

/// Receives one of the library's own messages, already formatted.
typedef void (*calsa_message_handler)(const char *_Nonnull message);

/// Sends ALSA's messages to `handler` instead of standard error. The setting is global to the process.
///
/// `snd_lib_error_set_handler` takes a variadic callback, which Swift cannot write.
void calsa_set_message_handler(calsa_message_handler _Nonnull handler);

#endif

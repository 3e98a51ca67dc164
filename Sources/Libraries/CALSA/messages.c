#include "CALSA.h"

#include <stdarg.h>
#include <stdio.h>

static calsa_message_handler message_handler;

static void format_message(const char *file, int line, const char *function, int error, const char *format, ...) {
  (void)file;
  (void)line;
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);

  char message[768];
  if (error)
    snprintf(message, sizeof message, "%s: %s: %s", function, text, snd_strerror(error));
  else
    snprintf(message, sizeof message, "%s: %s", function, text);
  if (message_handler) message_handler(message);
}

void calsa_set_message_handler(calsa_message_handler handler) {
  message_handler = handler;
  snd_lib_error_set_handler(format_message);
}

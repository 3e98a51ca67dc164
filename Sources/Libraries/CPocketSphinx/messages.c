#include "CPocketSphinx.h"

#include <stdarg.h>
#include <stdio.h>

static cpocketsphinx_message_handler message_handler;

static void format_message(void *context, err_lvl_t level, const char *format, ...) {
  (void)context;
  char message[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  if (message_handler) message_handler((int)level, message);
}

void cpocketsphinx_set_message_handler(cpocketsphinx_message_handler handler) {
  message_handler = handler;
  err_set_callback(format_message, NULL);
}

#define _GNU_SOURCE
#include "CPocketSphinx.h"

#include <sys/mman.h>

int cpocketsphinx_create_memory_file(void) { return memfd_create("vocative", MFD_CLOEXEC); }

#define _GNU_SOURCE
#include "CPocketSphinx.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const char *parts[2];
  size_t sizes[2];
  size_t position;
} memory_parts;

static ssize_t read_parts(void *cookie, char *buffer, size_t size) {
  memory_parts *parts = cookie;
  size_t start = 0, count = 0;
  for (size_t part = 0; part < 2; start += parts->sizes[part], part++) {
    if (parts->position >= start + parts->sizes[part]) continue;
    size_t offset = parts->position - start, rest = parts->sizes[part] - offset;
    size_t next = rest < size - count ? rest : size - count;
    memcpy(buffer + count, parts->parts[part] + offset, next);
    parts->position += next;
    count += next;
  }
  return (ssize_t)count;
}

static int seek_parts(void *cookie, off64_t *offset, int whence) {
  memory_parts *parts = cookie;
  size_t end = parts->sizes[0] + parts->sizes[1];
  off64_t position = *offset + (off64_t)(whence == SEEK_SET ? 0 : whence == SEEK_CUR ? parts->position : end);
  if (position < 0 || (size_t)position > end) {
    errno = EINVAL;
    return -1;
  }
  *offset = position;
  parts->position = (size_t)position;
  return 0;
}

static int close_parts(void *cookie) {
  free(cookie);
  return 0;
}

FILE *cpocketsphinx_open_parts(const void *first, size_t first_size, const void *second, size_t second_size) {
  memory_parts *parts = malloc(sizeof *parts);
  if (!parts) return NULL;
  *parts = (memory_parts){{first, second}, {first_size, second_size}, 0};
  FILE *file = fopencookie(parts, "rb", (cookie_io_functions_t){.read = read_parts, .seek = seek_parts, .close = close_parts});
  if (!file) free(parts);
  return file;
}

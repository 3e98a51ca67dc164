// Preloaded into a program: makes draining of a non-blocking device answer as the driver of a card does.
//
// The kernel answers EAGAIN even after the last sample, and ALSA passes that on for a device without conversion, such as hw:0,0.
#define _GNU_SOURCE
#include <alsa/asoundlib.h>
#include <dlfcn.h>

int snd_pcm_drain(snd_pcm_t *pcm) {
  int (*drain)(snd_pcm_t *) = (int (*)(snd_pcm_t *))dlsym(RTLD_NEXT, "snd_pcm_drain");
  int status = drain(pcm);
  return status == 0 ? -EAGAIN : status;
}

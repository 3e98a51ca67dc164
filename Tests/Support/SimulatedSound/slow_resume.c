// Preloaded into a program: makes devices wake up slowly after a suspend, as the driver of a card does.
//
// A plugin cannot do so itself, because ALSA ignores the result of its callback.
#define _GNU_SOURCE
#include <alsa/asoundlib.h>
#include <dlfcn.h>

// More calls than a player may restart a device without success.
#define CALLS_ASLEEP 15

int snd_pcm_resume(snd_pcm_t *pcm) {
  static int calls = 0;
  int (*resume)(snd_pcm_t *) = (int (*)(snd_pcm_t *))dlsym(RTLD_NEXT, "snd_pcm_resume");
  return calls++ < CALLS_ASLEEP ? -EAGAIN : resume(pcm);
}

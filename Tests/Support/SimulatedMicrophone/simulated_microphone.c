// A sound card without hardware: an ALSA ioplug that plays a raw 16 bit file into a capture device, then silence.
//
// Frames arrive by the monotonic clock times `speed`. Unless `overruns` is set, the device never runs more than its
// buffer ahead of the reader, so a loaded machine cannot cause an overrun that no test asked for.
#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

struct microphone {
  snd_pcm_ioplug_t io;
  int file;
  int timer;
  // Times faster than real time; 0 never delivers anything.
  long speed;
  // What goes wrong once this many frames were handed over; negative for never.
  long overrun_at, suspend_at, gone_at;
  // Whether the device runs on after a suspend, or has to be prepared and started again.
  long resumes;
  // Whether a reader that is too slow loses frames, as with a real card.
  long overruns;
  // Frames handed over so far, and how many of them before the reader's count began.
  long delivered, before;
  // How many frames ALSA counts as recorded, and the same when the clock was last started.
  snd_pcm_uframes_t position, origin_position;
  double origin;
};

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int due(long at, const struct microphone *microphone) { return at >= 0 && microphone->delivered >= at; }

static void set_timer(struct microphone *microphone, long nanoseconds) {
  struct timespec interval = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  struct itimerspec timer = {interval, interval};
  timerfd_settime(microphone->timer, 0, &timer, NULL);
}

static void set_origin(struct microphone *microphone) {
  microphone->origin = now();
  microphone->origin_position = microphone->position;
}

static int start(snd_pcm_ioplug_t *io) {
  struct microphone *microphone = io->private_data;
  set_origin(microphone);
  microphone->before = microphone->delivered - (long)io->appl_ptr;
  if (microphone->speed > 0) {
    long nanoseconds = (long)(1e9 * (double)io->period_size / io->rate / (double)microphone->speed);
    set_timer(microphone, nanoseconds > 1000 ? nanoseconds : 1000);
  }
  return 0;
}

static int stop(snd_pcm_ioplug_t *io) {
  set_timer(io->private_data, 0);
  return 0;
}

static int prepare(snd_pcm_ioplug_t *io) {
  struct microphone *microphone = io->private_data;
  microphone->position = 0;
  return due(microphone->gone_at, microphone) ? -ENODEV : 0;
}

// ALSA ignores what this returns: the state says how the device came back.
static int resume(snd_pcm_ioplug_t *io) {
  struct microphone *microphone = io->private_data;
  if (microphone->resumes) {
    set_origin(microphone);
    snd_pcm_ioplug_set_state(io, SND_PCM_STATE_RUNNING);
  } else {
    snd_pcm_ioplug_set_state(io, SND_PCM_STATE_PREPARED);
  }
  return 0;
}

static snd_pcm_sframes_t pointer(snd_pcm_ioplug_t *io) {
  struct microphone *microphone = io->private_data;
  if (due(microphone->gone_at, microphone)) {
    snd_pcm_ioplug_set_state(io, SND_PCM_STATE_DISCONNECTED);
    return (snd_pcm_sframes_t)microphone->position;
  }
  if (due(microphone->suspend_at, microphone)) {
    microphone->suspend_at = -1;
    snd_pcm_ioplug_set_state(io, SND_PCM_STATE_SUSPENDED);
    return (snd_pcm_sframes_t)microphone->position;
  }
  if (due(microphone->overrun_at, microphone)) {
    microphone->overrun_at = -1;
    return -EPIPE;
  }
  double elapsed = (double)microphone->origin_position + (now() - microphone->origin) * io->rate * (double)microphone->speed;
  snd_pcm_uframes_t limit = io->appl_ptr + io->buffer_size - 1;
  if (microphone->overruns && elapsed > (double)limit) return -EPIPE;
  microphone->position = elapsed < (double)limit ? (snd_pcm_uframes_t)elapsed : limit;
  return (snd_pcm_sframes_t)microphone->position;
}

// With mapped access ALSA asks again for frames that were not taken yet, so the place in the file follows from the reader's.
static snd_pcm_sframes_t transfer(
    snd_pcm_ioplug_t *io, const snd_pcm_channel_area_t *areas, snd_pcm_uframes_t offset, snd_pcm_uframes_t frames) {
  struct microphone *microphone = io->private_data;
  size_t frame_bytes = areas->step / 8, wanted = frames * frame_bytes, got = 0;
  char *target = (char *)areas->addr + areas->first / 8 + offset * frame_bytes;
  long place = microphone->before + (long)io->appl_ptr;
  while (got < wanted) {
    ssize_t count = pread(microphone->file, target + got, wanted - got, (off_t)((size_t)place * frame_bytes + got));
    if (count <= 0) break;
    got += (size_t)count;
  }
  memset(target + got, 0, wanted - got);
  long end = place + (long)frames;
  if (end > microphone->delivered) microphone->delivered = end;
  return (snd_pcm_sframes_t)frames;
}

static int poll_revents(snd_pcm_ioplug_t *io, struct pollfd *descriptors, unsigned int count, unsigned short *events) {
  struct microphone *microphone = io->private_data;
  uint64_t expirations;
  *events = 0;
  if (count > 0 && descriptors->revents & POLLIN && read(microphone->timer, &expirations, sizeof expirations) > 0)
    *events = POLLIN;
  if (io->state == SND_PCM_STATE_DISCONNECTED) *events |= POLLERR;
  return 0;
}

static void destroy(struct microphone *microphone) {
  if (microphone->file >= 0) close(microphone->file);
  if (microphone->timer >= 0) close(microphone->timer);
  free(microphone);
}

static int close_device(snd_pcm_ioplug_t *io) {
  destroy(io->private_data);
  return 0;
}

static const snd_pcm_ioplug_callback_t callbacks = {
    .start = start,
    .stop = stop,
    .pointer = pointer,
    .transfer = transfer,
    .prepare = prepare,
    .resume = resume,
    .poll_revents = poll_revents,
    .close = close_device,
};

static void constrain(snd_pcm_ioplug_t *io, unsigned int rate, unsigned int channels) {
  // Read access is what most programs use; ALSA's own converters on top, such as plug, need mapped access.
  unsigned int access[] = {SND_PCM_ACCESS_RW_INTERLEAVED, SND_PCM_ACCESS_MMAP_INTERLEAVED};
  unsigned int formats[] = {SND_PCM_FORMAT_S16_LE};
  snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_ACCESS, COUNT(access), access);
  snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_FORMAT, COUNT(formats), formats);
  snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_CHANNELS, channels, channels);
  snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_RATE, rate, rate);
  snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIOD_BYTES, 64, 65536);
  snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_BUFFER_BYTES, 128, 1048576);
  snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIODS, 2, 1024);
}

SND_PCM_PLUGIN_DEFINE_FUNC(simulated) {
  (void)root;
  const char *file = NULL;
  long speed = 1, rate = 16000, channels = 1, overrun_at = -1, suspend_at = -1, gone_at = -1, resumes = 1, overruns = 0, busy = 0;
  const struct {
    const char *key;
    long *value;
  } numbers[] = {
      {"speed", &speed},           {"rate", &rate},       {"channels", &channels}, {"overrun_at", &overrun_at},
      {"suspend_at", &suspend_at}, {"gone_at", &gone_at}, {"resumes", &resumes},
      {"overruns", &overruns},
      {"busy", &busy},
  };
  snd_config_iterator_t item, next;
  snd_config_for_each(item, next, conf) {
    snd_config_t *entry = snd_config_iterator_entry(item);
    const char *key;
    if (snd_config_get_id(entry, &key) < 0) continue;
    if (strcmp(key, "file") == 0) snd_config_get_string(entry, &file);
    for (size_t index = 0; index < COUNT(numbers); index++)
      if (strcmp(key, numbers[index].key) == 0) snd_config_get_integer(entry, numbers[index].value);
  }
  if (busy) return -EBUSY;
  if (stream != SND_PCM_STREAM_CAPTURE || !file) return -EINVAL;

  struct microphone *microphone = calloc(1, sizeof *microphone);
  if (!microphone) return -ENOMEM;
  microphone->speed = speed;
  microphone->overrun_at = overrun_at;
  microphone->suspend_at = suspend_at;
  microphone->gone_at = gone_at;
  microphone->resumes = resumes;
  microphone->overruns = overruns;
  microphone->file = open(file, O_RDONLY | O_CLOEXEC);
  microphone->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  if (microphone->file < 0 || microphone->timer < 0) {
    destroy(microphone);
    return -ENODEV;
  }
  microphone->io.version = SND_PCM_IOPLUG_VERSION;
  microphone->io.name = "Simulated microphone";
  microphone->io.callback = &callbacks;
  microphone->io.private_data = microphone;
  microphone->io.poll_fd = microphone->timer;
  microphone->io.poll_events = POLLIN;
  microphone->io.flags = SND_PCM_IOPLUG_FLAG_BOUNDARY_WA | SND_PCM_IOPLUG_FLAG_MONOTONIC;
  int status = snd_pcm_ioplug_create(&microphone->io, name, stream, mode);
  if (status < 0) {
    destroy(microphone);
    return status;
  }
  constrain(&microphone->io, (unsigned int)rate, (unsigned int)channels);
  *pcmp = microphone->io.pcm;
  return 0;
}

SND_PCM_PLUGIN_SYMBOL(simulated)

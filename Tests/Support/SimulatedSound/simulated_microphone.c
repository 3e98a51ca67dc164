// A simulated sound card: an ALSA ioplug that plays a raw 16 bit file into a capture device, followed by silence or repetitions,
// and fails on schedule.
//
// With an `origin`, the start of the file in seconds since 1970, several devices stay in step whenever they are opened.
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

#include "fault_schedule.h"

// The number of short reads that make up a full one.
#define SHORT_PARTS 4
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

struct microphone {
  snd_pcm_ioplug_t io;
  int file;
  int timer;
  // The speed relative to real time; 0 never delivers audio.
  long speed;
  struct fault_schedule faults;
  // Whether the device is unplugged, fails at every read, or is stalled.
  int is_gone, is_broken, is_stalled;
  // Whether the device continues by itself after a suspend, or must be prepared and started again.
  long resumes;
  // Whether the file repeats after its end.
  long repeats;
  // Whether a slow reader loses frames, as with a real card.
  long overruns;
  // The time of day at which the file begins, 0 for its first read, and the frames before the first reader.
  double beginning;
  long skipped;
  // Frames delivered before the reader's count began.
  long before;
  // The limit up to which a reader receives frames while reads are short: a quarter of a period for each call.
  snd_pcm_uframes_t granted;
  // The number of frames that ALSA counts as recorded, and the same number when the clock was last started.
  snd_pcm_uframes_t position, origin_position;
  double origin;
};

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void set_timer(struct microphone *microphone, long nanoseconds) {
  struct timespec interval = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  struct itimerspec timer = {interval, interval};
  timerfd_settime(microphone->timer, 0, &timer, NULL);
}

static void set_origin(struct microphone *microphone) {
  microphone->origin = now();
  microphone->origin_position = microphone->position;
}

static double time_of_day(void) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int start(snd_pcm_ioplug_t *io) {
  struct microphone *microphone = io->private_data;
  set_origin(microphone);
  microphone->before = microphone->faults.frames - (long)io->appl_ptr;
  if (microphone->beginning > 0)
    microphone->skipped =
        (long)((time_of_day() - microphone->beginning) * io->rate) - microphone->faults.frames - microphone->faults.lost;
  if (microphone->speed > 0 && !microphone->is_stalled) {
    // Short reads are more frequent but deliver as much in total: twice as many, to make up for late ones.
    int parts = schedule_has(&microphone->faults, FAULT_SHORT) ? 2 * SHORT_PARTS : 1;
    long nanoseconds = (long)(1e9 * (double)io->period_size / io->rate / (double)microphone->speed / parts);
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
  return microphone->is_gone ? -ENODEV : 0;
}

// ALSA ignores the return value: the state shows how the device came back.
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

// Returns the number of frames recorded by the device's clock.
static double recorded(const snd_pcm_ioplug_t *io) {
  const struct microphone *microphone = io->private_data;
  return (double)microphone->origin_position + (now() - microphone->origin) * io->rate * (double)microphone->speed;
}

static snd_pcm_sframes_t pointer(snd_pcm_ioplug_t *io) {
  struct microphone *microphone = io->private_data;
  struct fault_schedule *faults = &microphone->faults;
  long amount;
  if ((amount = schedule_take(faults, FAULT_UNPLUG)) >= 0) {
    microphone->is_gone = 1;
    schedule_refuse(faults, amount, ENODEV);
  }
  if (microphone->is_gone) {
    snd_pcm_ioplug_set_state(io, SND_PCM_STATE_DISCONNECTED);
    return (snd_pcm_sframes_t)microphone->position;
  }
  if ((amount = schedule_take(faults, FAULT_SUSPEND)) >= 0) {
    faults->lost += amount;
    snd_pcm_ioplug_set_state(io, SND_PCM_STATE_SUSPENDED);
    return (snd_pcm_sframes_t)microphone->position;
  }
  if ((amount = schedule_take(faults, FAULT_OVERRUN)) >= 0) {
    faults->lost += amount;
    return -EPIPE;
  }
  if ((amount = schedule_take(faults, FAULT_STALL)) >= 0) {
    microphone->is_stalled = 1;
    faults->stalls = amount;
    set_timer(microphone, 0);
  }
  if (microphone->is_stalled) return (snd_pcm_sframes_t)microphone->position;
  double elapsed = recorded(io);
  snd_pcm_uframes_t limit = io->appl_ptr + io->buffer_size - 1;
  if (microphone->overruns && elapsed > (double)limit) return -EPIPE;
  if (schedule_lasts(faults, FAULT_SHORT, faults->frames)) limit = microphone->granted;
  snd_pcm_uframes_t reached = elapsed < (double)limit ? (snd_pcm_uframes_t)elapsed : limit;
  // Frames that have been reported to ALSA stay available.
  if (reached > microphone->position) microphone->position = reached;
  return (snd_pcm_sframes_t)microphone->position;
}

static void spoil(const struct fault_schedule *faults, int16_t *samples, long frame, unsigned int channels) {
  int zeros = schedule_lasts(faults, FAULT_ZEROS, frame), clip = schedule_lasts(faults, FAULT_CLIP, frame),
      offset = schedule_lasts(faults, FAULT_OFFSET, frame);
  for (unsigned int channel = 0; channel < channels; channel++) {
    long sample = zeros ? 0 : (clip ? 20L : 1L) * samples[channel] + (offset ? 4096 : 0);
    samples[channel] = (int16_t)(sample > INT16_MAX ? INT16_MAX : sample < INT16_MIN ? INT16_MIN : sample);
  }
}

// With mapped access, ALSA requests unread frames again, so the file position follows from the reader's position.
static snd_pcm_sframes_t transfer(
    snd_pcm_ioplug_t *io, const snd_pcm_channel_area_t *areas, snd_pcm_uframes_t offset, snd_pcm_uframes_t frames) {
  struct microphone *microphone = io->private_data;
  size_t frame_bytes = areas->step / 8, wanted = frames * frame_bytes, got = 0;
  char *target = (char *)areas->addr + areas->first / 8 + offset * frame_bytes;
  struct fault_schedule *faults = &microphone->faults;
  long refusals = schedule_take(faults, FAULT_ERROR);
  if (refusals >= 0) {
    microphone->is_broken = 1;
    schedule_refuse(faults, refusals, EIO);
  }
  if (microphone->is_broken) return -EIO;
  long frame = microphone->before + (long)io->appl_ptr, place = frame + faults->lost + microphone->skipped;
  off_t length = lseek(microphone->file, 0, SEEK_END);
  while (got < wanted) {
    off_t position = (off_t)((size_t)place * frame_bytes + got);
    if (microphone->repeats && length > 0) position %= length;
    ssize_t count = pread(microphone->file, target + got, wanted - got, position);
    if (count <= 0) break;
    got += (size_t)count;
  }
  memset(target + got, 0, wanted - got);
  for (snd_pcm_uframes_t index = 0; faults->count > 0 && index < frames; index++)
    spoil(faults, (int16_t *)(target + index * frame_bytes), frame + (long)index, io->channels);
  long end = frame + (long)frames;
  if (end > faults->frames) faults->frames = end;
  return (snd_pcm_sframes_t)frames;
}

static int poll_revents(snd_pcm_ioplug_t *io, struct pollfd *descriptors, unsigned int count, unsigned short *events) {
  struct microphone *microphone = io->private_data;
  uint64_t expirations;
  *events = 0;
  int is_tick = count > 0 && descriptors->revents & POLLIN && read(microphone->timer, &expirations, sizeof expirations) > 0;
  // The timer may be slightly ahead of a whole period, which must not wake the reader.
  int is_short = schedule_lasts(&microphone->faults, FAULT_SHORT, microphone->faults.frames);
  snd_pcm_uframes_t wanted = io->appl_ptr + io->period_size / (is_short ? SHORT_PARTS : 1);
  if (is_tick && is_short) microphone->granted = wanted;
  if (is_tick && recorded(io) >= (double)wanted) *events = POLLIN;
  if (io->state == SND_PCM_STATE_DISCONNECTED) *events |= POLLERR;
  return 0;
}

static void destroy(struct microphone *microphone) {
  if (microphone->file >= 0) close(microphone->file);
  if (microphone->timer >= 0) close(microphone->timer);
  free(microphone);
}

static int close_device(snd_pcm_ioplug_t *io) {
  schedule_save(&((struct microphone *)io->private_data)->faults);
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

// With a rate of 0, the device offers the rates of most sound cards.
static void constrain(snd_pcm_ioplug_t *io, unsigned int rate, unsigned int channels) {
  // Most programs use read access; ALSA's own converters, such as plug, need mapped access.
  unsigned int access[] = {SND_PCM_ACCESS_RW_INTERLEAVED, SND_PCM_ACCESS_MMAP_INTERLEAVED};
  unsigned int formats[] = {SND_PCM_FORMAT_S16_LE};
  snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_ACCESS, COUNT(access), access);
  snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_FORMAT, COUNT(formats), formats);
  snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_CHANNELS, channels, channels);
  unsigned int rates[] = {8000, 11025, 22050, 44100, 48000};
  if (rate > 0)
    snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_RATE, rate, rate);
  else
    snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_RATE, COUNT(rates), rates);
  snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIOD_BYTES, 64, 65536);
  snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_BUFFER_BYTES, 128, 1048576);
  snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIODS, 2, 1024);
}

SND_PCM_PLUGIN_DEFINE_FUNC(simulated) {
  (void)root;
  const char *file = NULL, *faults = NULL, *origin = NULL;
  long speed = 1, rate = 16000, channels = 1, resumes = 1, repeats = 0, overruns = 0, busy = 0, common = 0;
  const struct {
    const char *key;
    long *value;
  } numbers[] = {
      {"speed", &speed},     {"rate", &rate},         {"channels", &channels},
      {"resumes", &resumes}, {"overruns", &overruns}, {"busy", &busy},
      {"repeats", &repeats}, {"common", &common},
  };
  snd_config_iterator_t item, next;
  snd_config_for_each(item, next, conf) {
    snd_config_t *entry = snd_config_iterator_entry(item);
    const char *key;
    if (snd_config_get_id(entry, &key) < 0) continue;
    if (strcmp(key, "file") == 0) snd_config_get_string(entry, &file);
    if (strcmp(key, "faults") == 0) snd_config_get_string(entry, &faults);
    if (strcmp(key, "origin") == 0) snd_config_get_string(entry, &origin);
    for (size_t index = 0; index < COUNT(numbers); index++)
      if (strcmp(key, numbers[index].key) == 0) snd_config_get_integer(entry, numbers[index].value);
  }
  if (busy) return -EBUSY;
  if (stream != SND_PCM_STREAM_CAPTURE || !file) return -EINVAL;

  struct microphone *microphone = calloc(1, sizeof *microphone);
  if (!microphone) return -ENOMEM;
  int status = schedule_load(&microphone->faults, faults);
  if (status == 0) status = schedule_open(&microphone->faults);
  if (status < 0) {
    free(microphone);
    return status;
  }
  if (microphone->faults.rate > 0) rate = microphone->faults.rate;
  if (microphone->faults.stalls > 0) {
    microphone->faults.stalls--;
    microphone->is_stalled = 1;
  }
  if (microphone->faults.monos > 0) {
    microphone->faults.monos--;
    channels = 1;
  }
  microphone->speed = speed;
  microphone->resumes = resumes;
  microphone->repeats = repeats;
  microphone->overruns = overruns;
  microphone->beginning = origin ? strtod(origin, NULL) : 0;
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
  status = snd_pcm_ioplug_create(&microphone->io, name, stream, mode);
  if (status < 0) {
    destroy(microphone);
    return status;
  }
  constrain(&microphone->io, common ? 0 : (unsigned int)rate, (unsigned int)channels);
  *pcmp = microphone->io.pcm;
  return 0;
}

SND_PCM_PLUGIN_SYMBOL(simulated)

// A simulated loudspeaker: an ALSA ioplug that plays 16 bit audio by the clock, writes it to a raw file, and fails on schedule.
//
// Faults of the schedule apply to playback: an overrun is an underrun, an error is a write error, and a stalled device accepts no
// more audio.
#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "fault_schedule.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

struct loudspeaker {
  snd_pcm_ioplug_t io;
  int file, timer;
  // The speed relative to real time.
  long speed;
  struct fault_schedule faults;
  int is_gone, is_broken, is_stalled, resumes;
  snd_pcm_uframes_t position, origin_position;
  double origin;
};

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void set_timer(struct loudspeaker *loudspeaker, long nanoseconds) {
  struct timespec interval = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  struct itimerspec timer = {interval, interval};
  timerfd_settime(loudspeaker->timer, 0, &timer, NULL);
}

static int start(snd_pcm_ioplug_t *io) {
  struct loudspeaker *loudspeaker = io->private_data;
  loudspeaker->origin = now();
  loudspeaker->origin_position = loudspeaker->position;
  long nanoseconds = (long)(1e9 * (double)io->period_size / io->rate / (double)loudspeaker->speed);
  if (!loudspeaker->is_stalled) set_timer(loudspeaker, nanoseconds > 1000 ? nanoseconds : 1000);
  return 0;
}

static int stop(snd_pcm_ioplug_t *io) {
  set_timer(io->private_data, 0);
  return 0;
}

static int prepare(snd_pcm_ioplug_t *io) {
  struct loudspeaker *loudspeaker = io->private_data;
  loudspeaker->position = 0;
  return loudspeaker->is_gone ? -ENODEV : 0;
}

static int resume(snd_pcm_ioplug_t *io) {
  struct loudspeaker *loudspeaker = io->private_data;
  if (loudspeaker->resumes) {
    start(io);
    snd_pcm_ioplug_set_state(io, SND_PCM_STATE_RUNNING);
  } else {
    snd_pcm_ioplug_set_state(io, SND_PCM_STATE_PREPARED);
  }
  return 0;
}

static snd_pcm_sframes_t pointer(snd_pcm_ioplug_t *io) {
  struct loudspeaker *loudspeaker = io->private_data;
  struct fault_schedule *faults = &loudspeaker->faults;
  long amount;
  if ((amount = schedule_take(faults, FAULT_UNPLUG)) >= 0) {
    loudspeaker->is_gone = 1;
    schedule_refuse(faults, amount, ENODEV);
  }
  if (loudspeaker->is_gone) {
    snd_pcm_ioplug_set_state(io, SND_PCM_STATE_DISCONNECTED);
  } else if (schedule_take(faults, FAULT_SUSPEND) >= 0) {
    snd_pcm_ioplug_set_state(io, SND_PCM_STATE_SUSPENDED);
  } else if (schedule_take(faults, FAULT_OVERRUN) >= 0) {
    return -EPIPE;
  } else if (schedule_take(faults, FAULT_STALL) >= 0) {
    loudspeaker->is_stalled = 1;
    set_timer(loudspeaker, 0);
  }
  if (loudspeaker->is_gone || loudspeaker->is_stalled || io->state == SND_PCM_STATE_SUSPENDED)
    return (snd_pcm_sframes_t)loudspeaker->position;
  double reached =
      (double)loudspeaker->origin_position + (now() - loudspeaker->origin) * io->rate * (double)loudspeaker->speed;
  if (io->state == SND_PCM_STATE_RUNNING || io->state == SND_PCM_STATE_DRAINING)
    loudspeaker->position = reached < (double)io->appl_ptr ? (snd_pcm_uframes_t)reached : io->appl_ptr;
  return (snd_pcm_sframes_t)loudspeaker->position;
}

static snd_pcm_sframes_t transfer(
    snd_pcm_ioplug_t *io, const snd_pcm_channel_area_t *areas, snd_pcm_uframes_t offset, snd_pcm_uframes_t frames) {
  struct loudspeaker *loudspeaker = io->private_data;
  if (schedule_take(&loudspeaker->faults, FAULT_ERROR) >= 0) loudspeaker->is_broken = 1;
  if (loudspeaker->is_broken) return -EIO;
  size_t frame_bytes = areas->step / 8;
  const char *source = (const char *)areas->addr + areas->first / 8 + offset * frame_bytes;
  if (write(loudspeaker->file, source, frames * frame_bytes) < 0) return -errno;
  loudspeaker->faults.frames += (long)frames;
  return (snd_pcm_sframes_t)frames;
}

static int poll_revents(snd_pcm_ioplug_t *io, struct pollfd *descriptors, unsigned int count, unsigned short *events) {
  struct loudspeaker *loudspeaker = io->private_data;
  uint64_t expirations;
  *events = 0;
  if (count > 0 && descriptors->revents & POLLIN && read(loudspeaker->timer, &expirations, sizeof expirations) > 0)
    *events = POLLOUT;
  if (io->state == SND_PCM_STATE_DISCONNECTED) *events |= POLLERR;
  return 0;
}

static void destroy(struct loudspeaker *loudspeaker) {
  if (loudspeaker->file >= 0) close(loudspeaker->file);
  if (loudspeaker->timer >= 0) close(loudspeaker->timer);
  free(loudspeaker);
}

static int close_device(snd_pcm_ioplug_t *io) {
  schedule_save(&((struct loudspeaker *)io->private_data)->faults);
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

static void constrain(snd_pcm_ioplug_t *io) {
  unsigned int access[] = {SND_PCM_ACCESS_RW_INTERLEAVED};
  unsigned int formats[] = {SND_PCM_FORMAT_S16_LE};
  snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_ACCESS, COUNT(access), access);
  snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_FORMAT, COUNT(formats), formats);
  snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_CHANNELS, 1, 1);
  snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_RATE, 8000, 48000);
  snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIOD_BYTES, 64, 65536);
  snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_BUFFER_BYTES, 128, 1048576);
  snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIODS, 2, 1024);
}

SND_PCM_PLUGIN_DEFINE_FUNC(loudspeaker) {
  (void)root;
  const char *file = NULL, *faults = NULL;
  long speed = 1, resumes = 1;
  snd_config_iterator_t item, next;
  snd_config_for_each(item, next, conf) {
    snd_config_t *entry = snd_config_iterator_entry(item);
    const char *key;
    if (snd_config_get_id(entry, &key) < 0) continue;
    if (strcmp(key, "file") == 0) snd_config_get_string(entry, &file);
    if (strcmp(key, "faults") == 0) snd_config_get_string(entry, &faults);
    if (strcmp(key, "speed") == 0) snd_config_get_integer(entry, &speed);
    if (strcmp(key, "resumes") == 0) snd_config_get_integer(entry, &resumes);
  }
  if (stream != SND_PCM_STREAM_PLAYBACK || !file) return -EINVAL;

  struct loudspeaker *loudspeaker = calloc(1, sizeof *loudspeaker);
  if (!loudspeaker) return -ENOMEM;
  int status = schedule_load(&loudspeaker->faults, faults);
  if (status == 0) status = schedule_open(&loudspeaker->faults);
  if (status < 0) {
    free(loudspeaker);
    return status;
  }
  loudspeaker->speed = speed;
  loudspeaker->resumes = resumes != 0;
  loudspeaker->file = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  loudspeaker->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  if (loudspeaker->file < 0 || loudspeaker->timer < 0) {
    destroy(loudspeaker);
    return -ENODEV;
  }
  loudspeaker->io.version = SND_PCM_IOPLUG_VERSION;
  loudspeaker->io.name = "Simulated loudspeaker";
  loudspeaker->io.callback = &callbacks;
  loudspeaker->io.private_data = loudspeaker;
  loudspeaker->io.poll_fd = loudspeaker->timer;
  loudspeaker->io.poll_events = POLLIN;
  loudspeaker->io.flags = SND_PCM_IOPLUG_FLAG_BOUNDARY_WA | SND_PCM_IOPLUG_FLAG_MONOTONIC;
  status = snd_pcm_ioplug_create(&loudspeaker->io, name, stream, mode);
  if (status < 0) {
    destroy(loudspeaker);
    return status;
  }
  constrain(&loudspeaker->io);
  *pcmp = loudspeaker->io.pcm;
  return 0;
}

SND_PCM_PLUGIN_SYMBOL(loudspeaker)

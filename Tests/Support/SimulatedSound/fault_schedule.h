// The faults of a simulated sound device: a text file with one fault on each line, in time order.
//
//   FRAME FAULT AMOUNT
//
// FRAME counts the frames delivered over all openings. State that must outlast an opening, such as how many more openings fail,
// is stored in a second file whose name ends in ".state". Without a schedule there is no such file, and each opening starts over.
#ifndef FAULT_SCHEDULE_H
#define FAULT_SCHEDULE_H

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum fault {
  // The device overruns, and AMOUNT frames of the recording are lost.
  FAULT_OVERRUN,
  // The system suspends, and AMOUNT frames of the recording are lost.
  FAULT_SUSPEND,
  // The device is unplugged, and the next AMOUNT openings do not find it.
  FAULT_UNPLUG,
  // Reading fails with EIO, and so do the next AMOUNT openings.
  FAULT_ERROR,
  // The device stalls now and in the next AMOUNT openings.
  FAULT_STALL,
  // The next AMOUNT openings find the device busy.
  FAULT_BUSY,
  // The next AMOUNT openings are denied.
  FAULT_DENY,
  // From the next opening on, the device only offers a rate of AMOUNT Hz.
  FAULT_RATE,
  // The next AMOUNT openings offer one channel only.
  FAULT_MONO,
  // For AMOUNT frames, reads return a quarter of a period.
  FAULT_SHORT,
  // AMOUNT frames are zero, twenty times as loud, or offset by an eighth of full scale.
  FAULT_ZEROS,
  FAULT_CLIP,
  FAULT_OFFSET,
  FAULT_COUNT,
};

static const char *const fault_names[FAULT_COUNT] = {"overrun", "suspend", "unplug", "error", "stall", "busy",
                                                     "deny",    "rate",    "mono",   "short", "zeros", "clip", "offset"};

#define LONGEST_SCHEDULE 1024

struct fault_schedule {
  char path[4096];
  struct {
    long at, amount;
    enum fault fault;
  } entries[LONGEST_SCHEDULE];
  int count;
  // The next entry, the number of openings, and the delivered and lost frames over all openings.
  long next, openings, frames, lost;
  // How many more openings fail, their error, how many stall, the rate offered since then, and how many have one channel.
  long refusals, refusal, stalls, rate, monos;
};

// Whether a fault happens once; others last for a number of frames.
static int happens_once(enum fault fault) { return fault < FAULT_SHORT; }

static inline void schedule_save(const struct fault_schedule *schedule) {
  if (schedule->count == 0) return;
  char path[4200], saved[4200];
  snprintf(path, sizeof path, "%s.state.new", schedule->path);
  snprintf(saved, sizeof saved, "%s.state", schedule->path);
  FILE *file = fopen(path, "we");
  if (!file) return;
  fprintf(
      file, "%ld %ld %ld %ld %ld %ld %ld %ld %ld\n", schedule->openings, schedule->next, schedule->frames, schedule->lost,
      schedule->refusals, schedule->refusal, schedule->stalls, schedule->rate, schedule->monos);
  fclose(file);
  rename(path, saved);
}

// Reads a schedule; a missing file has no faults. Returns 0, or a negative error for an invalid line.
static inline int schedule_load(struct fault_schedule *schedule, const char *path) {
  memset(schedule, 0, sizeof *schedule);
  if (!path) return 0;
  snprintf(schedule->path, sizeof schedule->path, "%s", path);
  FILE *file = fopen(path, "re");
  if (!file) return 0;
  char line[256], name[32];
  int status = 0;
  while (status == 0 && fgets(line, sizeof line, file)) {
    if (line[0] == '#' || line[0] == '\n') continue;
    int index = schedule->count;
    if (index == LONGEST_SCHEDULE ||
        sscanf(line, "%ld %31s %ld", &schedule->entries[index].at, name, &schedule->entries[index].amount) != 3) {
      status = -EINVAL;
      break;
    }
    int fault = 0;
    while (fault < FAULT_COUNT && strcmp(name, fault_names[fault]) != 0) fault++;
    if (fault == FAULT_COUNT) status = -EINVAL;
    schedule->entries[index].fault = (enum fault)fault;
    schedule->count++;
  }
  fclose(file);
  if (status < 0) fprintf(stderr, "%s: not a fault: %s", path, line);

  char saved[4200];
  snprintf(saved, sizeof saved, "%s.state", path);
  file = fopen(saved, "re");
  if (file) {
    if (fscanf(
            file, "%ld %ld %ld %ld %ld %ld %ld %ld %ld", &schedule->openings, &schedule->next, &schedule->frames, &schedule->lost,
            &schedule->refusals, &schedule->refusal, &schedule->stalls, &schedule->rate, &schedule->monos) != 9)
      status = -EINVAL;
    fclose(file);
  }
  return status;
}

// Removes the next fault and returns its amount if it is of this kind and due; otherwise returns -1.
static inline long schedule_take(struct fault_schedule *schedule, enum fault fault) {
  while (schedule->next < schedule->count && !happens_once(schedule->entries[schedule->next].fault)) schedule->next++;
  if (schedule->next == schedule->count) return -1;
  long index = schedule->next;
  if (schedule->entries[index].fault != fault || schedule->frames < schedule->entries[index].at) return -1;
  schedule->next++;
  return schedule->entries[index].amount;
}

// Makes the next openings fail.
static inline void schedule_refuse(struct fault_schedule *schedule, long count, int error) {
  schedule->refusals = count;
  schedule->refusal = error;
  schedule_save(schedule);
}

// Returns the result of an opening: 0, or the negative error it fails with.
static inline int schedule_open(struct fault_schedule *schedule) {
  long amount, status = 0;
  schedule->openings++;
  while (schedule->refusals == 0) {
    if ((amount = schedule_take(schedule, FAULT_RATE)) >= 0) {
      schedule->rate = amount;
    } else if ((amount = schedule_take(schedule, FAULT_MONO)) >= 0) {
      schedule->monos = amount;
    } else if ((amount = schedule_take(schedule, FAULT_BUSY)) >= 0) {
      schedule->refusals = amount;
      schedule->refusal = EBUSY;
    } else if ((amount = schedule_take(schedule, FAULT_DENY)) >= 0) {
      schedule->refusals = amount;
      schedule->refusal = EACCES;
    } else {
      break;
    }
  }
  if (schedule->refusals > 0) {
    schedule->refusals--;
    status = -schedule->refusal;
  }
  schedule_save(schedule);
  return (int)status;
}

// Whether the schedule has a fault at any time.
static inline int schedule_has(const struct fault_schedule *schedule, enum fault fault) {
  for (int index = 0; index < schedule->count; index++)
    if (schedule->entries[index].fault == fault) return 1;
  return 0;
}

// Whether a lasting fault is active at a frame.
static inline int schedule_lasts(const struct fault_schedule *schedule, enum fault fault, long frame) {
  for (int index = 0; index < schedule->count; index++) {
    long at = schedule->entries[index].at;
    if (schedule->entries[index].fault == fault && frame >= at && frame < at + schedule->entries[index].amount) return 1;
  }
  return 0;
}

#endif

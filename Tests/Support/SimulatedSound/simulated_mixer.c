// A simulated mixer of a sound card: an ALSA control plugin with the inputs, the gain and the volumes of a common PC.
//
// The card records from "Mic", which one of its controls selects instead of "Line". The volume of "Capture" is zero.
#include <alsa/asoundlib.h>
#include <alsa/control_external.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const struct {
  const char *name;
  int type;
  long value;
} controls[] = {
    {"Master Playback Volume", SND_CTL_ELEM_TYPE_INTEGER, 0},
    {"Line Playback Volume", SND_CTL_ELEM_TYPE_INTEGER, 0},
    {"Mic Playback Volume", SND_CTL_ELEM_TYPE_INTEGER, 0},
    // Without a direction, this is a control for playback and capture.
    {"Mic Boost Volume", SND_CTL_ELEM_TYPE_INTEGER, 0},
    {"Capture Source", SND_CTL_ELEM_TYPE_ENUMERATED, 0},
    {"Capture Switch", SND_CTL_ELEM_TYPE_BOOLEAN, 1},
    {"Capture Volume", SND_CTL_ELEM_TYPE_INTEGER, 0},
    {"Digital Capture Switch", SND_CTL_ELEM_TYPE_BOOLEAN, 0},
    {"Digital Capture Volume", SND_CTL_ELEM_TYPE_INTEGER, 2},
};

static const char *const inputs[] = {"Mic", "Line"};

static int elem_count(snd_ctl_ext_t *mixer) {
  (void)mixer;
  return (int)COUNT(controls);
}

static int elem_list(snd_ctl_ext_t *mixer, unsigned int offset, snd_ctl_elem_id_t *id) {
  (void)mixer;
  if (offset >= COUNT(controls)) return -EINVAL;
  snd_ctl_elem_id_set_interface(id, SND_CTL_ELEM_IFACE_MIXER);
  snd_ctl_elem_id_set_name(id, controls[offset].name);
  return 0;
}

static snd_ctl_ext_key_t find_elem(snd_ctl_ext_t *mixer, const snd_ctl_elem_id_t *id) {
  (void)mixer;
  for (size_t index = 0; index < COUNT(controls); index++)
    if (strcmp(controls[index].name, snd_ctl_elem_id_get_name(id)) == 0) return index;
  return SND_CTL_EXT_KEY_NOT_FOUND;
}

static int get_attribute(snd_ctl_ext_t *mixer, snd_ctl_ext_key_t key, int *type, unsigned int *access, unsigned int *count) {
  (void)mixer;
  *type = controls[key].type;
  *access = SND_CTL_EXT_ACCESS_READWRITE;
  *count = 1;
  return 0;
}

static int get_integer_info(snd_ctl_ext_t *mixer, snd_ctl_ext_key_t key, long *minimum, long *maximum, long *step) {
  (void)mixer;
  *minimum = 0;
  *maximum = controls[key].type == SND_CTL_ELEM_TYPE_BOOLEAN ? 1 : 4;
  *step = 1;
  return 0;
}

static int read_integer(snd_ctl_ext_t *mixer, snd_ctl_ext_key_t key, long *value) {
  (void)mixer;
  *value = controls[key].value;
  return 0;
}

static int get_enumerated_info(snd_ctl_ext_t *mixer, snd_ctl_ext_key_t key, unsigned int *items) {
  (void)mixer;
  (void)key;
  *items = COUNT(inputs);
  return 0;
}

static int get_enumerated_name(snd_ctl_ext_t *mixer, snd_ctl_ext_key_t key, unsigned int item, char *name, size_t size) {
  (void)mixer;
  (void)key;
  if (item >= COUNT(inputs)) return -EINVAL;
  snprintf(name, size, "%s", inputs[item]);
  return 0;
}

static int read_enumerated(snd_ctl_ext_t *mixer, snd_ctl_ext_key_t key, unsigned int *item) {
  (void)mixer;
  *item = (unsigned int)controls[key].value;
  return 0;
}

static int read_event(snd_ctl_ext_t *mixer, snd_ctl_elem_id_t *id, unsigned int *mask) {
  (void)mixer;
  (void)id;
  (void)mask;
  return -EAGAIN;
}

static void close_mixer(snd_ctl_ext_t *mixer) { free(mixer); }

static const snd_ctl_ext_callback_t callbacks = {
    .close = close_mixer,
    .elem_count = elem_count,
    .elem_list = elem_list,
    .find_elem = find_elem,
    .get_attribute = get_attribute,
    .get_integer_info = get_integer_info,
    .read_integer = read_integer,
    .get_enumerated_info = get_enumerated_info,
    .get_enumerated_name = get_enumerated_name,
    .read_enumerated = read_enumerated,
    .read_event = read_event,
};

SND_CTL_PLUGIN_DEFINE_FUNC(mixer) {
  (void)root;
  (void)conf;
  snd_ctl_ext_t *mixer = calloc(1, sizeof *mixer);
  if (!mixer) return -ENOMEM;
  mixer->version = SND_CTL_EXT_VERSION;
  strcpy(mixer->name, "Simulated mixer");
  mixer->poll_fd = -1;
  mixer->callback = &callbacks;
  int status = snd_ctl_ext_create(mixer, name, mode);
  if (status < 0) {
    free(mixer);
    return status;
  }
  *handlep = mixer->handle;
  return 0;
}

SND_CTL_PLUGIN_SYMBOL(mixer)

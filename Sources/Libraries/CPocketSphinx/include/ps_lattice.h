// pocketsphinx.h includes this file without its folder. pkg-config would add the folder, but also link PulseAudio.
#include <pocketsphinx/ps_lattice.h>

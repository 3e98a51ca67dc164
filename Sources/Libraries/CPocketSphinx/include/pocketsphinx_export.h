// pocketsphinx.h asks for this name without its folder; pkg-config would add the folder, and PulseAudio with it.
#include <pocketsphinx/pocketsphinx_export.h>

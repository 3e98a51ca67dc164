#!/usr/bin/env bash
# Loops the recordings of Audio/ in real time through an ALSA capture device into `vocative listen`, and reports what became of
# them: requests answered, overruns, dropped frames, and how much memory the process held at the start and at the end.
#
#   Tests/soak.sh MINUTES PROGRAM
set -euo pipefail
minutes=$1
program=$(realpath "$2")
top=$(realpath "$(dirname "$0")/..")
command -v sox >/dev/null || { echo "soak: sox is missing. Run: sudo apt-get install sox" >&2; exit 69; }

work=$(mktemp -d)
trap 'kill "${listener:-0}" 2>/dev/null || true; rm -rf "$work"' EXIT
cc -shared -fPIC -DPIC -o "$work/simulated_microphone.so" "$top/Tests/Support/SimulatedSound/simulated_microphone.c" -lasound
cat > "$work/asound.conf" <<CONF
</usr/share/alsa/alsa.conf>
pcm_type.simulated { lib "$work/simulated_microphone.so" }
pcm.microphone { type simulated file "$work/loop.raw" speed 1 rate 16000 channels 1 overruns 1 }
CONF

# Two seconds of quiet after each recording, so that one is over before the next begins.
seconds=$((minutes * 60))
: > "$work/once.raw"
for recording in "$top"/Audio/money/* "$top"/Audio/refused/* "$top"/Audio/human/*; do
  sox -D "$recording" -t raw -r 16000 -c 1 -b 16 -e signed - pad 0 2 >> "$work/once.raw"
done
: > "$work/loop.raw"
while [ "$(stat -c %s "$work/loop.raw")" -lt $((seconds * 32000)) ]; do cat "$work/once.raw" >> "$work/loop.raw"; done

XDG_DATA_HOME="$work" ALSA_CONFIG_PATH="$work/asound.conf" "$program" listen --device microphone --duration "$seconds" > "$work/output" &
listener=$!
resident() { awk '/^VmRSS/ { print $2 }' "/proc/$listener/status"; }
sleep 60
early=$(resident)
echo "after 1 min: $early kB resident"
late=$early
while sleep 10 && [ -r "/proc/$listener/status" ]; do late=$(resident || true); [ -n "$late" ] && last=$late; done
wait "$listener"
understood=$(grep -c ' understood ' "$work/output" || true)
echo "after $minutes min: ${last:-$late} kB resident, $(( ${last:-$late} - early )) kB more"
echo "$understood requests understood; $(tail -n 1 "$work/output")"
grep -q ' 0 overruns, 0 dropped' "$work/output"

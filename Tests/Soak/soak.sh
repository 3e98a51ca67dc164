#!/usr/bin/env bash
# Simulates a day of the daemon's life and checks the results. The exit status is 1 if a limit fails.
#
#   Tests/Soak/soak.sh MINUTES HOURS PROGRAMS
#
# For MINUTES of real time, `vocatived` listens to requests, readings and noise from an ALSA device that fails on a schedule, and
# speaks to one that plays twenty times as fast, so that it is not deaf for the whole length of its answers. At the same time,
# `vocative replay` processes HOURS of similar audio as fast as possible. PROGRAMS is the folder of both programs.
set -euo pipefail
minutes=$1
hours=$2
programs=$(realpath "$3")
top=$(realpath "$(dirname "$0")/../..")
command -v sox > /dev/null || { echo "soak: sox is missing. Run: sudo apt-get install sox" >&2; exit 69; }

work=$(mktemp -d)
# Copies, so that a build during the run does not change the tested programs.
cp "$programs/vocative" "$programs/vocatived" "$work/"
trap 'kill $(jobs -p) 2> /dev/null || true; rm -rf "$work"' EXIT
broken=0
. "$top/Tests/Soak/material.sh"
. "$top/Tests/Soak/judgement.sh"

make_requests
make_readings
make_played "$minutes"
make_faults

# Audio lost while the device is away is not played later, and takes time. The rest is quiet noise: zeros would be a muted
# microphone.
rest=$((15 + 2 * $(wc -l < "$work/gaps")))
seconds=$(($(stat -c %s "$work/played.raw") / 32000 + rest))
for ((more = 0; more < rest; more += 60)); do piece quiet 60 >> "$work/played.raw"; done

for device in microphone loudspeaker; do
  cc -shared -fPIC -DPIC -o "$work/$device.so" "$top/Tests/Support/SimulatedSound/simulated_$device.c" -lasound
done
cat > "$work/asound.conf" << CONF
</usr/share/alsa/alsa.conf>
pcm_type.simulated { lib "$work/microphone.so" }
pcm_type.loudspeaker { lib "$work/loudspeaker.so" }
pcm.microphone { type simulated file "$work/played.raw" speed 1 rate 16000 channels 1 overruns 1 faults "$work/faults" }
pcm.speaker { type loudspeaker file "/dev/null" speed 20 }
CONF
export XDG_DATA_HOME="$work/data" XDG_STATE_HOME="$work/state" XDG_CONFIG_HOME="$work/config" XDG_RUNTIME_DIR="$work/run"
export ALSA_CONFIG_PATH="$work/asound.conf"
mkdir -p "$work/run"

# The requests are about the sample data.
"$work/vocative" money import --local --sample

# Events are logged from this level on.
"$work/vocatived" --device microphone --output-device speaker --log-level debug 2> "$work/log" &
listener=$!
sample $listener "$work/listener.samples" &

if [ "$hours" -gt 0 ]; then
  mkfifo "$work/day"
  for ((number = 0; number < hours; number++)); do hour "$number"; cat "$work/requests" >> "$work/day.requests"; done > "$work/day" &
  start=$(date +%s)
  XDG_DATA_HOME="$work/other" "$work/vocative" replay --json - < "$work/day" > "$work/day.events" &
  replay=$!
  sample $replay "$work/replay.samples" &
fi

echo "listening for $((seconds / 60)) minutes to $(wc -l < "$work/played.expected") requests, with $(wc -l < "$work/gaps") faults"
timeout $seconds tail --pid=$listener -f /dev/null || true
kill $listener || { echo "vocatived ended unexpectedly:"; tail "$work/log"; exit 1; }
status=0
wait $listener || status=$?

echo "vocatived, $minutes minutes of real time through an ALSA device:"
limit "exit status $status at SIGTERM" "$status == 0"
sed -n 's/^vocatived: debug: {/{/p' "$work/log" > "$work/events"
judge_outcomes "$work/played.expected" "$work/events" "$(awk "BEGIN { print $minutes / 60 }")"
round=$(cut -s -f 2 "$work/requests" | grep -c .)
judge_scores "$work/events" "$round"
judge_process "$work/listener.samples" "$(awk "BEGIN { print $seconds / 3600 }")"
judge_faults "$work/faults" "$work/log"
errors=$(grep -c '^vocatived: error' "$work/log" || true)
limit "$errors errors in the log" "$errors == 0"

if [ "$hours" -gt 0 ]; then
  status=0
  wait $replay || status=$?
  end=$(tail -n 1 "$work/replay.samples" | cut -d " " -f 1)
  echo "vocative replay, $hours hours of audio in $(((end - start + 59) / 60)) minutes:"
  # The audio has rejected requests.
  limit "exit status $status" "$status == 1"
  cut -s -f 2 "$work/day.requests" | grep . > "$work/day.expected"
  judge_outcomes "$work/day.expected" "$work/day.events" "$hours"
  judge_scores "$work/day.events" "$round"
  judge_process "$work/replay.samples" "$hours"
fi
if [ "$broken" -gt 0 ]; then echo "$broken limits failed"; exit 1; fi
echo "all limits passed"

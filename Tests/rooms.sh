#!/usr/bin/env bash
# Runs three boxes that hear the same person, each in its own network, and one broker. Exit status 1 if a wrong set of boxes answers.
#
#   Tests/rooms.sh PROGRAMS [REQUESTS [DECIBELS]]
#
# Each box is a `vocatived` in a network namespace with a virtual cable to a bridge, a microphone and a loudspeaker. The broker listens on
# the bridge and requires a password. REQUESTS (5) requests are played in each of five phases: all boxes are connected; one box is cut
# off; it is connected again; the broker is dead; the broker is back. Each request is closest to another box: DECIBELS (12) louder than
# at the next box, and half as much more than at the third; the noise is equally loud everywhere. PROGRAMS is the folder of `vocatived`.
# Requires root for the network namespaces, and does not touch the computer's own network.
set -euo pipefail
programs=$(realpath "$1")
count=${2:-5}
decibels=${3:-12}
top=$(realpath "$(dirname "$0")/..")
[ "$(id -u)" = 0 ] || { echo "rooms: only root can create network namespaces. Run: sudo make test-rooms" >&2; exit 69; }
for program in ip sox mosquitto mosquitto_passwd mosquitto_sub cc; do
  command -v "$program" > /dev/null || {
    echo "rooms: $program is missing. Run: apt-get install iproute2 sox mosquitto mosquitto-clients gcc libasound2-dev" >&2
    exit 69
  }
done

rooms=(attic kitchen study)
requests=(slt-breath-vacation-goal.wav rms-breath-rent-expense.wav awb-pause-what-is-safe-to-spend.flac
  rms-breath-how-much-is-left-for-coffee.flac slt-pause-engagement-ring-goal.flac)
# The attenuation in decibels at the closest box, the next and the third, and their delays of the sound in milliseconds.
levels=(0 "-$decibels" "-$((decibels * 3 / 2))")
delays=(0 6 9)
# The time limit of the whole test in seconds, which is also the length of the microphones' audio.
limit=900
# The time limits for boxes to reconnect, and to finish a request.
patience=90
# The time between writing a recording and hearing it: the time that a busy machine needs to write it for three microphones.
lead=5
# The maximum delay of a box behind its microphone.
lag=10

work=$(mktemp -d)
name=vocative-rooms-$$
hall=$name-hall
broker=10.99.0.1
port=1883
declare -A processes=()
clean_up() {
  trap - EXIT INT TERM
  for process in "${processes[@]}"; do
    kill -KILL "$process" 2> /dev/null || true
    wait "$process" 2> /dev/null || true
  done
  # This also removes the virtual cables and the bridge.
  for room in "${rooms[@]}" hall; do ip netns delete "$name-$room" 2> /dev/null || true; done
  rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 1' INT TERM

# MARK: Networks

make_networks() {
  local room number=1
  ip netns add "$hall"
  ip -n "$hall" link add bridge type bridge
  ip -n "$hall" address add $broker/24 dev bridge
  ip -n "$hall" link set bridge up
  ip -n "$hall" link set lo up
  for room in "${rooms[@]}"; do
    number=$((number + 1))
    ip netns add "$name-$room"
    ip -n "$hall" link add "$room" type veth peer name lan netns "$name-$room"
    ip -n "$hall" link set "$room" master bridge up
    ip -n "$name-$room" address add 10.99.0.$number/24 dev lan
    ip -n "$name-$room" link set lan up
    ip -n "$name-$room" link set lo up
  done
}

start_broker() {
  ip netns exec "$hall" mosquitto -c "$work/mosquitto.conf" 2>> "$work/mosquitto.log" &
  processes[broker]=$!
}

make_broker() {
  mosquitto_passwd -b -c "$work/passwords" box secret 2> /dev/null
  printf '%s\n' "listener $port $broker" "allow_anonymous false" "password_file $work/passwords" "persistence false" "user root" \
    > "$work/mosquitto.conf"
  start_broker
}

# MARK: Sound

samples=(-t raw -r 16000 -c 1 -b 16 -e signed)

# The audio of each microphone: its own noise, to which recordings are added later.
make_sound() {
  local room start=0 device
  sox -D -V1 -n "${samples[@]}" "$work/noise.raw" synth $((limit + 180)) pinknoise vol 0.004
  for room in "${rooms[@]}"; do
    mkdir -p "$work/$room/run"
    dd if="$work/noise.raw" of="$work/$room/heard.raw" bs=32000 skip=$start count=$limit status=none
    start=$((start + 60))
  done
  for device in microphone loudspeaker; do
    cc -shared -fPIC -DPIC -o "$work/$device.so" "$top/Tests/Support/SimulatedSound/simulated_$device.c" -lasound
  done
  origin=$(date +%s.%N)
  for room in "${rooms[@]}"; do
    # All boxes share one time line: a box that starts late, or is delayed, does not hear later than the others.
    cat > "$work/$room/asound.conf" << CONF
</usr/share/alsa/alsa.conf>
pcm_type.simulated { lib "$work/microphone.so" }
pcm_type.loudspeaker { lib "$work/loudspeaker.so" }
pcm.microphone { type simulated file "$work/$room/heard.raw" origin "$origin" }
pcm.speaker { type loudspeaker file "/dev/null" speed 20 }
CONF
  done
}

# place SECONDS: prints the frame that is heard this many seconds from now.
place() { awk -v now="$(date +%s.%N)" -v origin="$origin" -v ahead="$1" 'BEGIN { printf "%d", (now - origin + ahead) * 16000 }'; }

# speak RECORDING NEAREST: plays a recording at every microphone some seconds from now, and waits for its end.
speak() {
  local index room distance start length=0 file
  # The remaining time is for this recording and the reactions to it, which have their own limits.
  [ $SECONDS -lt $((limit - 60)) ] || { echo "rooms: not finished after $SECONDS seconds" >&2; exit 1; }
  for index in "${!rooms[@]}"; do
    room=${rooms[$index]}
    distance=$(((index - $2 + 3) % 3))
    sox -D -V1 "$top/Audio/money/$1" "${samples[@]}" "$work/said.raw" gain "${levels[$distance]}" pad "0.00${delays[$distance]}" 0.5
    file=$work/$room/next.raw
    length=$(($(stat -c %s "$work/said.raw") / 2))
    head -c $((length * 2)) "$work/$room/heard.raw" > "$work/hiss.raw"
    sox -D -V1 -m -v 1 "${samples[@]}" "$work/hiss.raw" -v 1 "${samples[@]}" "$work/said.raw" "${samples[@]}" "$file"
  done
  start=$(place $lead)
  for room in "${rooms[@]}"; do
    dd if="$work/$room/next.raw" of="$work/$room/heard.raw" bs=2 seek="$start" conv=notrunc status=none
  done
  # A box never hears audio that is written behind its microphone's position, and so would not answer.
  [ "$(place 0)" -lt "$start" ] || { echo "rooms: the machine is too busy: the recording was written too late" >&2; exit 1; }
  sleep $((lead + length / 16000 + 1))
}

# MARK: Boxes

start_boxes() {
  local room folder
  echo secret > "$work/password"
  chmod 600 "$work/password"
  for room in "${rooms[@]}"; do
    folder=$work/$room
    # The requests are about the sample data.
    XDG_DATA_HOME=$folder/data "$programs/vocative" money import --local --sample
    XDG_DATA_HOME=$folder/data XDG_STATE_HOME=$folder/state XDG_CONFIG_HOME=$folder/config XDG_RUNTIME_DIR=$folder/run \
      ALSA_CONFIG_PATH=$folder/asound.conf ip netns exec "$name-$room" "$programs/vocatived" \
      --device microphone --output-device speaker --log-level debug --control-socket "$folder/control" \
      --mqtt-uri "mqtt://$broker:$port" --mqtt-username box --mqtt-password-file "$work/password" --room "$room" \
      --known-rooms "$(IFS=,; echo "${rooms[*]}")" 2> "$folder/log" &
    processes[$room]=$!
  done
}

# told ROOM WORDS: prints how often a box has logged these words.
told() { grep -c -F "$2" "$work/$1/log" || true; }

# await SECONDS COMMAND…: waits until a command succeeds; fails if it does not succeed in time.
await() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    [ $SECONDS -lt $end ] || return 1
    sleep 0.2
  done
}

is_lost() { [ "$(told "$1" "was lost")" -ge "$2" ]; }
is_connected() { [ "$(told "$1" "connected to the broker")" -ge "$2" ]; }
# Succeeds if a box waits for the next request.
is_idle() { grep -E 'debug: state: |"event":"spotted"' "$work/$1/log" | tail -n 1 | grep -q 'state: idle$'; }
# Succeeds if a box has heard the wake phrase this many times.
has_heard() { [ "$(told "$1" '"event":"spotted","phrase":"hey assistant"')" -ge "$2" ]; }

# await_connections TIMES ROOM…: waits until each box has connected to the broker this many times, and prints the duration.
await_connections() {
  local start=$SECONDS times=$1 room
  shift
  for room in "$@"; do
    await $patience is_connected "$room" "$times" && continue
    echo "$room is not connected to the broker after $patience s:"
    tail -n 5 "$work/$room/log" | sed 's/^/    /'
    exit 1
  done
  echo "  connected after $((SECONDS - start)) s: $*"
}

# MARK: Judgement

broken=0
row() { printf '  %-46s %-9s %-22s %-22s %s\n' "$@"; }

# judge WANTED NEAREST RECORDING: checks that exactly the expected boxes answer a recording.
judge() {
  local room times answered=() happened mark= claims
  declare -A before heard
  claims=$(wc -l < "$work/claims")
  for room in "${rooms[@]}"; do
    before[$room]=$(told "$room" '"event":"responded"')
    heard[$room]=$(told "$room" '"event":"spotted","phrase":"hey assistant"')
  done
  speak "$3" "$2"
  # On a busy machine, boxes are behind their microphones; a distant box may not hear the recording at all.
  for room in "${rooms[@]}"; do await $lag has_heard "$room" $((heard[$room] + 1)) || true; done
  for room in "${rooms[@]}"; do await $patience is_idle "$room" || answered+=("$room-hangs"); done
  for room in "${rooms[@]}"; do
    for ((times = $(told "$room" '"event":"responded"') - before[$room]; times > 0; times--)); do answered+=("$room"); done
  done
  happened=${answered[*]:-none}
  if [ "$happened" != "$1" ]; then
    broken=$((broken + 1))
    mark="NOT AS WANTED"
  fi
  row "$3" "${rooms[$2]}" "$1" "$happened" "$mark"
  # The reason: the messages between the boxes, and their times.
  if [ -n "$mark" ]; then tail -n +$((claims + 1)) "$work/claims" | cut -d " " -f 1,3- | sed 's/^/      /'; fi
}

# phase WORDS WHO: plays the requests, each closest to another box. WHO is one or several groups of boxes; one box of each group answers.
phase() {
  local number nearest wanted group room
  echo "$1:"
  row request nearest wanted answered ""
  for ((number = 0; number < count; number++)); do
    nearest=$((number % 3))
    wanted=
    for room in "${rooms[@]}"; do
      for group in "${@:2}"; do if [ "$(nearest_of "$group" $nearest)" = "$room" ]; then wanted+=" $room"; fi; done
    done
    judge "${wanted# }" $nearest "${requests[$((number % ${#requests[@]}))]}"
  done
}

# nearest_of "ROOM …" NEAREST: prints which of some boxes is closest to a person beside the box NEAREST.
nearest_of() {
  local distance room
  for distance in 0 1 2; do
    room=${rooms[$((($2 + distance) % 3))]}
    if [[ " $1 " = *" $room "* ]]; then echo "$room"; return; fi
  done
}

make_networks
make_broker
make_sound
start_boxes
ip netns exec "$hall" mosquitto_sub -h $broker -p $port -u box -P secret -t 'vocative/rooms/+/heard' -F '%U %t %p' \
  > "$work/claims" 2> /dev/null &
processes[watcher]=$!

echo "three boxes on a broker, load average $(cut -d " " -f 1-3 /proc/loadavg)"
await_connections 1 "${rooms[@]}"
for room in "${rooms[@]}"; do await $patience is_idle "$room" || { echo "$room does not listen:"; cat "$work/$room/log"; exit 1; }; done
# The boxes must measure the noise of their rooms before the first request.
sleep 5
together="${rooms[*]}"
phase "All are there: one answers" "$together"

ip -n "$hall" link set study down
phase "The study is cut off: it answers for itself, and one of the others" "attic kitchen" study

# Only silence reveals the cut; a cable that is back earlier continues the old connection.
await $patience is_lost study 1 || { echo "the study did not detect that it is cut off"; exit 1; }
ip -n "$hall" link set study up
await_connections 2 study
phase "The study is back: one answers" "$together"

kill -KILL "${processes[broker]}"
wait "${processes[broker]}" 2> /dev/null || true
phase "The broker is dead: each answers for itself" "${rooms[@]}"

# The study has lost its connection once more than the others.
start_broker
await_connections 2 attic kitchen
await_connections 3 study
phase "The broker is back: one answers" "$together"

for room in "${rooms[@]}"; do
  kill -TERM "${processes[$room]}"
  status=0
  wait "${processes[$room]}" || status=$?
  if [ $status != 0 ]; then
    echo "$room exited with status $status"
    broken=$((broken + 1))
  fi
done

# A box claims a wake phrase once when it hears it; the answering box claims it once more.
awk '{ split($2, level, "/"); if ($0 ~ /"isAnswering":false/) print $1, level[3] }' "$work/claims" | sort -n | awk '
  $1 - last > 4 { if (rooms == 3) { total++; if (last - first > most) most = last - first; sum += last - first }; rooms = 0; first = $1 }
  { rooms++; last = $1 }
  END {
    if (rooms == 3) { total++; sum += last - first; if (last - first > most) most = last - first }
    if (total > 0) printf "of %d requests that three boxes claimed, the last claim came %.0f ms after the first on average, %.0f ms at most\n", total, 1000 * sum / total, 1000 * most
  }'
echo "load average $(cut -d " " -f 1-3 /proc/loadavg)"
if [ $broken -gt 0 ]; then
  echo "$broken checks failed"
  exit 1
fi
echo "the expected boxes answered every request"

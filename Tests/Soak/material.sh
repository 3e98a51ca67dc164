# The soak's audio (raw samples, 16 kHz, mono, 16 bit) and expected outcomes. Sourced by soak.sh, which sets $top and $work.
#
# Expected and actual outcomes have the same form, one on each line: "GoalProgress {"goal":"summer-vacation"}", or "rejected".

samples=(-t raw -r 16000 -c 1 -b 16 -e signed)
silent=(-D -V1 -n -r 16000 -c 1)

# piece NAME SECONDS: writes a part of a sound.
piece() { head -c $(($2 * 32000)) "$work/$1.raw"; }

# Prepares each recording of a request with the pause in which it is answered, and lists its raw file and expected outcome, if
# any.
make_requests() {
  local line file name pause expected
  : > "$work/requests"
  # Quieter than any room, but not digital silence, which would count as a muted microphone.
  sox "${silent[@]}" "${samples[@]}" "$work/quiet.raw" synth 60 pinknoise vol 0.0006
  # Seven seconds of zeros also count as a muted microphone, and are logged as one.
  grep -E '"audio": "(money|refused)/' "$top/Audio/manifest.jsonl" | grep -v seven-seconds > "$work/manifest"
  while read -r line; do
    file=$(sed -E 's/.*"audio": "([^"]+)".*/\1/' <<< "$line")
    name=${file//\//-}
    sox -D -V1 "$top/Audio/$file" "${samples[@]}" "$work/$name.raw"
    pause=4
    case $line in
      *'"rejected"'*) expected=rejected pause=10 ;;
      *'"nothing"'*) expected= ;;
      *) expected=$(sed -E 's/.*"intent": "([^"]+)"(, "slots": (\{[^}]*\}))?.*/\1 \3/; s/: /:/g; s/, /,/g; s/ $/ {}/' <<< "$line") ;;
    esac
    piece quiet $pause >> "$work/$name.raw"
    printf '%s\t%s\n' "$name" "$expected" >> "$work/requests"
  done < "$work/manifest"
}

# Readings by people who do not address the assistant, one after another.
make_readings() {
  sox -D -V1 "$top"/Audio/human/* "${samples[@]}" "$work/readings.raw" pad 0 1
}

# changed_readings NUMBER: the readings with another pitch and pace for each number.
changed_readings() {
  local pitch=$((($1 * 37) % 81 * 10 - 400)) tempo=$((85 + ($1 * 13) % 36))
  sox -D -V1 "${samples[@]}" "$work/readings.raw" "${samples[@]}" - \
    pitch $pitch tempo -s "$((tempo / 100)).$(printf %02d $((tempo % 100)))"
}

# hour NUMBER: an hour of audio: all requests, 12 minutes of readings, 5 minutes of noise of varying kind and level, silence.
hour() {
  local kinds=(white pink brown) levels=(0.001 0.003 0.01 0.03) number
  cut -f 1 "$work/requests" | while read -r name; do cat "$work/$name.raw"; done
  for number in {1..30}; do changed_readings $(($1 * 30 + number)); done
  sox "${silent[@]}" "${samples[@]}" - synth 300 "${kinds[$1 % 3]}noise" vol "${levels[$1 % 4]}"
  for number in {1..37}; do piece quiet 60; done
}

# played MINUTES: requests, readings and noise for a number of minutes, with a gap after every eighth request in which the device
# fails. Writes the samples to $work/played.raw, the outcomes to $work/played.expected, and the positions of the gaps to
# $work/gaps.
make_played() {
  local limit=$(($1 * 60 * 32000)) size=0 count=0 name expected
  : > "$work/played.raw"; : > "$work/played.expected"; : > "$work/gaps"
  sox "${silent[@]}" "${samples[@]}" "$work/noise.raw" synth 20 brownnoise vol 0.05
  while :; do
    while IFS=$'\t' read -r name expected; do
      [ "$size" -lt "$limit" ] || return 0
      cat "$work/$name.raw" >> "$work/played.raw"
      if [ -n "$expected" ]; then echo "$expected" >> "$work/played.expected"; fi
      count=$((count + 1))
      size=$(stat -c %s "$work/played.raw")
      if [ $((count % 8)) = 0 ]; then
        echo $((size / 2 + 3 * 16000)) >> "$work/gaps"
        piece quiet 14 >> "$work/played.raw"
      fi
      if [ $((count % 40)) = 20 ]; then changed_readings "$count" >> "$work/played.raw"; fi
      if [ $((count % 40)) = 0 ]; then piece noise 20 >> "$work/played.raw"; piece quiet 5 >> "$work/played.raw"; fi
    done < "$work/requests"
  done
}

# make_faults: writes the simulated microphone's fault for each gap, in turn, to $work/faults.
make_faults() {
  local lost=0 number=0 place frame
  while read -r place; do
    # The device counts delivered samples; samples lost by a fault are not among them.
    frame=$((place - lost))
    case $((number % 8)) in
      0) echo "$frame overrun 4000"; lost=$((lost + 4000)) ;;
      1) echo "$frame unplug 3" ;;
      2) echo "$frame suspend 16000"; lost=$((lost + 16000)) ;;
      # Reads stay short, and the audio keeps its offset, during the requests after the gap.
      3) echo "$frame short 320000" ;;
      4) echo "$frame error 1" ;;
      5) printf '%s\n' "$frame unplug 1" "$frame busy 2" ;;
      6) echo "$frame zeros 112000" ;;
      7) echo "$frame stall 0" ;;
    esac
    number=$((number + 1))
  done < "$work/gaps" > "$work/faults"
}

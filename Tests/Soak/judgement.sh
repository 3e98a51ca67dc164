# What became of what the soak played. Sourced by soak.sh, which sets $work and counts in $broken the limits that do not hold.

# limit WORDS CONDITION: says it, and that it is too much where the condition (awk's) does not hold.
limit() {
  if awk "BEGIN { exit !($2) }"; then echo "  $1"; else echo "  $1: TOO MUCH, as $2 is wanted"; broken=$((broken + 1)); fi
}

# outcomes: reads events as JSON, one a line, and writes what was understood and rejected.
outcomes() {
  sed -nE -e 's/.*"event":"understood","intent":"([^"]+)","slots":(\{[^}]*\}).*/\1 \2/p' -e 's/.*"event":"rejected".*/rejected/p'
}

# judge_outcomes EXPECTED EVENTS HOURS: whether each request was answered as it must be, and nothing else.
judge_outcomes() {
  outcomes < "$2" > "$work/outcomes"
  local played missed extra false_alarms
  played=$(wc -l < "$1")
  diff --minimal "$1" "$work/outcomes" > "$work/difference" || true
  missed=$(grep -c '^<' "$work/difference" || true)
  extra=$(grep -c '^>' "$work/difference" || true)
  # What was taken for something else is missed and extra.
  false_alarms=$((extra > missed ? extra - missed : 0))
  limit "$((played - missed)) of $played requests answered as they must be" "$missed == 0"
  if [ "$missed" != 0 ]; then grep '^[<>]' "$work/difference" | head -n 20 | sed 's/^/    /'; fi
  # 0.1 an hour is what thresholds are chosen for.
  limit "$false_alarms false alarms in $3 hours" "$false_alarms <= int(0.1 * $3)"
}

# judge_scores EVENTS ROUND MOST: whether the wake phrase is spotted as well in the second half as in the first: each recording, of which
# one in ROUND is the same, against itself. MOST decades are the limit.
judge_scores() {
  local count recordings drift
  sed -nE 's/.*"event":"spotted","phrase":"hey assistant","score":([-0-9.]+).*/\1/p' "$1" > "$work/scores"
  count=$(wc -l < "$work/scores")
  read -r recordings drift <<< "$(awk -v count="$count" -v round="$2" '
    NR <= count / 2 { early[NR % round] += $1; earlier[NR % round]++ }
    NR > count / 2 { late[NR % round] += $1; later[NR % round]++ }
    END {
      for (recording in early) if (later[recording]) {
        drift += late[recording] / later[recording] - early[recording] / earlier[recording]; recordings++
      }
      printf "%d %.2f\n", recordings, recordings ? drift / recordings : 0
    }' "$work/scores")"
  limit "$count hits of the wake phrase; the scores of $recordings recordings changed by $drift decades from the first half to the second" \
    "$drift <= $3 && -($drift) <= $3"
}

# sample PROCESS FILE: until the process ends, every five seconds the time, its resident kB and its open descriptors.
sample() {
  local resident
  while resident=$(awk '/^VmRSS/ { print $2 }' "/proc/$1/status" 2> /dev/null) && [ -n "$resident" ]; do
    echo "$(date +%s) $resident $(find "/proc/$1/fd" -type l 2> /dev/null | wc -l)" >> "$2"
    sleep 5
  done
}

# judge_process SAMPLES HOURS: memory by least squares over the last three quarters of the time, in which as much of HOURS passed; and
# descriptors in the first and the last third of that, of which the fewest count, as some belong to an answer that is being given.
judge_process() {
  local figures
  figures=$(awk -v hours="$2" '
    { time[NR] = $1; resident[NR] = $2; open[NR] = $3 }
    END {
      from = int(NR / 4) + 1; count = NR - from + 1
      if (count < 12) { print "none"; exit }
      for (row = from; row <= NR; row++) { x += time[row] / count; y += resident[row] / count }
      first = last = 1e9
      for (row = from; row <= NR; row++) {
        xx += (time[row] - x) ^ 2; xy += (time[row] - x) * (resident[row] - y)
        if (resident[row] > most) most = resident[row]
        if (row < from + count / 3 && open[row] < first) first = open[row]
        if (row >= from + count * 2 / 3 && open[row] < last) last = open[row]
      }
      growth = xy / xx * (time[NR] - time[from])
      printf "%d %d %.0f %.0f %d %d\n", resident[from], most, growth, growth / (hours * 0.75), first, last
    }' "$1")
  if [ "$figures" = none ]; then echo "  too short for a judgement of memory"; return; fi
  local quarter most growth slope first last
  read -r quarter most growth slope first last <<< "$figures"
  # Freed memory that is not given back makes it go up and down by a few MB.
  limit "memory: $quarter kB after a quarter, $most kB at most; from then on $slope kB an hour, $growth kB in all" "$growth <= 4096"
  limit "descriptors: $first open in the beginning, $last in the end" "$last <= $first"
}

# judge_faults SCHEDULE LOG: whether each fault was told once, and no other.
judge_faults() {
  local fault summary meant told
  while IFS=: read -r fault summary; do
    meant=$(awk -v fault="$fault" '$2 == fault' "$1" | wc -l)
    told=$(grep -c "warning: microphone: $summary (" "$2" || true)
    limit "$fault: meant $meant times, told $told times" "$told == $meant"
  done << FAULTS
overrun:audio was not read in time, and some is missing
unplug:the device is not there
suspend:the system slept
short:the device hands over less at a time than was agreed
error:the device fails
busy:another program holds the device
zeros:the microphone is muted, or switched off
stall:the device delivers nothing
FAULTS
}

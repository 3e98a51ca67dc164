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
  local played missed extra
  played=$(wc -l < "$1")
  diff --minimal "$1" "$work/outcomes" > "$work/difference" || true
  missed=$(grep -c '^<' "$work/difference" || true)
  # What stands where another is expected was taken for it, and is missed already.
  extra=$(awk '/^[0-9]/ { kind = $0; gsub(/[0-9,]/, "", kind) } /^>/ && kind == "a" { count++ } END { print count + 0 }' "$work/difference")
  # The same recordings, a few hundredths of a second later, score ten decades more or less; a hundredth may fall below the threshold.
  limit "$((played - missed)) of $played requests answered as they must be" "$missed <= $played / 100"
  if [ "$missed" != 0 ]; then grep '^[<>]' "$work/difference" | head -n 20 | sed 's/^/    /'; fi
  # 0.1 an hour is what thresholds are chosen for.
  limit "$extra false alarms in $3 hours" "$extra <= int(0.1 * $3)"
}

# judge_scores EVENTS ROUND: whether the wake phrase is spotted as well in the end as in the beginning: as many whole rounds of the
# recordings, of ROUND hits each, from either.
judge_scores() {
  local count rounds first last
  sed -nE 's/.*"event":"spotted","phrase":"hey assistant","score":([-0-9.]+).*/\1/p' "$1" > "$work/scores"
  count=$(wc -l < "$work/scores")
  rounds=$((count / $2 / 2))
  if [ $rounds = 0 ]; then echo "  $count hits of the wake phrase: too few for a comparison of scores"; return; fi
  first=$(head -n $((rounds * $2)) "$work/scores" | awk '{ sum += $1 } END { printf "%.2f", sum / NR }')
  last=$(tail -n $((rounds * $2)) "$work/scores" | awk '{ sum += $1 } END { printf "%.2f", sum / NR }')
  limit "$count hits of the wake phrase; mean score of the first $rounds rounds $first decades, of the last $rounds $last" \
    "$first - $last <= 2 && $last - $first <= 2"
}

# sample PROCESS FILE: until the process ends, every five seconds the time, its resident kB and its open descriptors.
sample() {
  local resident
  while resident=$(awk '/^VmRSS/ { print $2 }' "/proc/$1/status" 2> /dev/null) && [ -n "$resident" ]; do
    echo "$(date +%s) $resident $(find "/proc/$1/fd" -type l 2> /dev/null | wc -l)" >> "$2"
    sleep 5
  done
}

# judge_process SAMPLES HOURS: memory over the last three quarters of the time, in which as much of HOURS passed: its slope by least
# squares, and the median of what it grew in each of 24 stretches, which steps of the allocator leave alone and a leak does not; and
# descriptors in the first and the last third of that, of which the fewest count, as some belong to an answer that is being given.
judge_process() {
  local figures
  figures=$(awk -v hours="$2" '
    { time[NR] = $1; resident[NR] = $2; open[NR] = $3 }
    END {
      from = int(NR / 4) + 1; count = NR - from + 1
      if (count < 72) { print "none"; exit }
      for (row = from; row <= NR; row++) { x += time[row] / count; y += resident[row] / count }
      first = last = 1e9
      for (row = from; row <= NR; row++) {
        xx += (time[row] - x) ^ 2; xy += (time[row] - x) * (resident[row] - y)
        if (resident[row] > most) most = resident[row]
        if (row < from + count / 3 && open[row] < first) first = open[row]
        if (row >= from + count * 2 / 3 && open[row] < last) last = open[row]
      }
      for (part = 0; part < 24; part++) {
        grown = resident[from + int((part + 1) * (count - 1) / 24)] - resident[from + int(part * (count - 1) / 24)]
        for (place = part; place > 0 && growth[place - 1] > grown; place--) growth[place] = growth[place - 1]
        growth[place] = grown
      }
      median = (growth[11] + growth[12]) / 2 * 24 / (hours * 0.75)
      printf "%d %d %d %.0f %.0f %d %d\n", resident[from], resident[NR], most, xy / xx * (time[NR] - time[from]) / (hours * 0.75), median,
        first, last
    }' "$1")
  if [ "$figures" = none ]; then echo "  too short for a judgement of memory"; return; fi
  local quarter end most slope median first last
  read -r quarter end most slope median first last <<< "$figures"
  limit "memory: $quarter kB after a quarter, $end kB in the end, $most kB at most: by least squares $slope kB an hour" \
    "$most <= 1.1 * $quarter"
  limit "memory: $median kB an hour by the median stretch" "$median <= 256"
  limit "descriptors: $first open in the beginning, $last in the end" "$last <= $first"
}

# judge_faults SCHEDULE LOG: whether each fault was told once, and no other.
judge_faults() {
  local fault summary meant told
  while IFS=: read -r fault summary; do
    meant=$(awk -v fault="$fault" '$2 == fault' "$1" | wc -l)
    told=$(grep -cE "(info|notice|warning): microphone: $summary \\(" "$2" || true)
    limit "$fault: meant $meant times, told $told times" "$told == $meant"
  done << FAULTS
overrun:audio was not read in time, and some was lost
unplug:the device is missing
suspend:the system was suspended
short:the device delivers smaller blocks than negotiated
error:the device reports an error
busy:another program is using the device
zeros:the microphone is muted or switched off
stall:the device delivers no audio
FAULTS
}

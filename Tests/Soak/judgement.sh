# Checks the results of the soak. Sourced by soak.sh, which sets $work and counts failed limits in $broken.

# limit WORDS CONDITION: prints the words, and reports a failure if the condition (for awk) is false.
limit() {
  if awk "BEGIN { exit !($2) }"; then echo "  $1"; else echo "  $1: FAILED, expected $2"; broken=$((broken + 1)); fi
}

# outcomes: reads events as JSON, one on each line, and writes the understood and rejected requests.
outcomes() {
  sed -nE -e 's/.*"event":"understood","intent":"([^"]+)","slots":(\{[^}]*\}).*/\1 \2/p' -e 's/.*"event":"rejected".*/rejected/p'
}

# judge_outcomes EXPECTED EVENTS HOURS: checks that each request was answered as expected, and nothing else.
judge_outcomes() {
  outcomes < "$2" > "$work/outcomes"
  local played missed extra
  played=$(wc -l < "$1")
  diff --minimal "$1" "$work/outcomes" > "$work/difference" || true
  missed=$(grep -c '^<' "$work/difference" || true)
  # An outcome instead of another one is already counted as a miss.
  extra=$(awk '/^[0-9]/ { kind = $0; gsub(/[0-9,]/, "", kind) } /^>/ && kind == "a" { count++ } END { print count + 0 }' "$work/difference")
  # The same recordings, shifted by a few hundredths of a second, score ten decades more or less; one in a hundred may miss the
  # threshold.
  limit "$((played - missed)) of $played requests answered as expected" "$missed <= $played / 100"
  if [ "$missed" != 0 ]; then grep '^[<>]' "$work/difference" | head -n 20 | sed 's/^/    /'; fi
  # The default target of thresholds is 0.1 an hour.
  limit "$extra false alarms in $3 hours" "$extra <= int(0.1 * $3)"
}

# judge_scores EVENTS ROUND: checks that the wake phrase is spotted as well at the end as at the start, over equal numbers of
# complete rounds of the recordings, of ROUND hits each.
judge_scores() {
  local count rounds first last
  sed -nE 's/.*"event":"spotted","phrase":"hey assistant","score":([-0-9.]+).*/\1/p' "$1" > "$work/scores"
  count=$(wc -l < "$work/scores")
  rounds=$((count / $2 / 2))
  if [ $rounds = 0 ]; then echo "  $count hits of the wake phrase: too few to compare scores"; return; fi
  first=$(head -n $((rounds * $2)) "$work/scores" | awk '{ sum += $1 } END { printf "%.2f", sum / NR }')
  last=$(tail -n $((rounds * $2)) "$work/scores" | awk '{ sum += $1 } END { printf "%.2f", sum / NR }')
  limit "$count hits of the wake phrase; mean score of the first $rounds rounds $first decades, of the last $rounds $last" \
    "$first - $last <= 2 && $last - $first <= 2"
}

# sample PROCESS FILE: writes the time, resident kB and open descriptors of a process every five seconds until it ends.
sample() {
  local resident
  while resident=$(awk '/^VmRSS/ { print $2 }' "/proc/$1/status" 2> /dev/null) && [ -n "$resident" ]; do
    echo "$(date +%s) $resident $(find "/proc/$1/fd" -type l 2> /dev/null | wc -l)" >> "$2"
    sleep 5
  done
}

# judge_process SAMPLES HOURS: judges memory over the last three quarters of HOURS: its slope by least squares, and the median
# growth of 24 stretches, which ignores allocator steps but not a leak. Also compares the open descriptors in the first and the
# last third of that time, by their minimum, because an answer in progress uses some.
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
  if [ "$figures" = none ]; then echo "  too short to judge memory"; return; fi
  local quarter end most slope median first last
  read -r quarter end most slope median first last <<< "$figures"
  limit "memory: $quarter kB after a quarter, $end kB at the end, maximum $most kB: slope $slope kB an hour by least squares" \
    "$most <= 1.1 * $quarter"
  limit "memory: median growth $median kB an hour" "$median <= 256"
  limit "descriptors: $first open at the start, $last at the end" "$last <= $first"
}

# judge_faults SCHEDULE LOG: checks that each fault was logged once, and no other.
judge_faults() {
  local fault summary meant told
  while IFS=: read -r fault summary; do
    meant=$(awk -v fault="$fault" '$2 == fault' "$1" | wc -l)
    # What comes and goes is logged at debug level when it begins again within an hour.
    told=$(grep -cE "(debug|info|notice|warning): microphone: $summary \\(" "$2" || true)
    limit "$fault: scheduled $meant times, logged $told times" "$told == $meant"
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

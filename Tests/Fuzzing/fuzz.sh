#!/usr/bin/env bash
# Builds the fuzz targets with libFuzzer and runs each for its share of the time. The exit status is 1 if there are findings.
#
#   Tests/Fuzzing/fuzz.sh MINUTES [TARGET…]
set -euo pipefail
minutes=$1
shift
cd "$(dirname "$0")/../.."
targets=("$@")
if [ $# = 0 ]; then targets=(Tests/Fuzzing/Corpus/*); fi
seconds=$((minutes * 60 / ${#targets[@]}))

VOCATIVE_FUZZ=1 swift build --configuration release --scratch-path .build/fuzz --sanitize fuzzer --product fuzz
# libFuzzer prints the location of a crash; Swift's backtraces take much longer.
export SWIFT_BACKTRACE=enable=no
found=.build/fuzz/found
mkdir -p "$found"
status=0
for target in "${targets[@]##*/}"; do
  echo "$target, $seconds s"
  mkdir -p ".build/fuzz/corpus/$target"
  # The limits: an input of at most 16 KiB must take less than five seconds and less memory than a Pi has.
  if ! FUZZ_TARGET=$target .build/fuzz/release/fuzz -max_total_time="$seconds" -timeout=5 -rss_limit_mb=1024 -max_len=16384 \
    -print_final_stats=1 -verbosity=0 -artifact_prefix="$found/$target-" \
    ".build/fuzz/corpus/$target" "Tests/Fuzzing/Corpus/$target" > ".build/fuzz/$target.log" 2>&1; then
    tail -n 30 ".build/fuzz/$target.log"
    status=1
  fi
  sed -n 's/^stat::/  /p' ".build/fuzz/$target.log"
done
if [ $status != 0 ]; then
  echo "The findings are in $found. Copy inputs to keep to Tests/Fuzzing/Corpus, which the tests read."
fi
exit $status

#!/usr/bin/env bash
# Runs every test with a sanitizer in a separate optimized build, one after another. Everything takes several times as long, and
# parallel tests would miss their time limits.
#
#   Tests/Sanitizers/sanitize.sh thread|address [FILTER]
set -euo pipefail
sanitizer=$1
filter=${2:-.}
cd "$(dirname "$0")/../.."
scratch=.build/$sanitizer
suppressions=$PWD/Tests/Sanitizers
# The loader would divide a path at its spaces; a link has none.
links=$(mktemp -d)
trap 'rm -rf "$links"' EXIT

# A finding in a program that a test starts ends it with status 66, which no test accepts.
export TSAN_OPTIONS="suppressions='$suppressions/thread.txt' halt_on_error=1 exitcode=66 second_deadlock_stack=1"
export ASAN_OPTIONS="exitcode=66 detect_leaks=1 detect_stack_use_after_return=0"
export LSAN_OPTIONS="suppressions='$suppressions/leaks.txt' print_suppressions=0"
if [ "$sanitizer" = thread ]; then
  mkdir -p "$scratch"
  # Uses the toolchain's own compiler, which supports Swift's calling convention.
  ln -s "$(realpath "$scratch")" "$links/scratch"
  clang -shared -fPIC -O2 -Wall -Wextra -Werror -o "$scratch/runtime.so" Tests/Sanitizers/{mutex,references,continuations}.c -ldl
fi
options=(--configuration release --sanitize "$sanitizer" --scratch-path "$scratch")
swift build --build-tests "${options[@]}"
# Preloaded into the tests and the programs they start, but not into the compiler.
LD_PRELOAD=$([ "$sanitizer" = thread ] && echo "$links/scratch/runtime.so") \
  swift test --skip-build --no-parallel --filter "$filter" "${options[@]}"

#!/usr/bin/env bash
# Runs every test with a sanitizer, in an optimised build of its own, one after the other: everything takes several times as long, and
# side by side the tests would take the time from each other in which something has to happen.
#
#   Tests/Sanitizers/sanitize.sh thread|address [FILTER]
set -euo pipefail
sanitizer=$1
filter=${2:-.}
cd "$(dirname "$0")/../.."
scratch=.build/$sanitizer
suppressions=$PWD/Tests/Sanitizers

# What a program that a test starts finds ends it with status 66, which no test takes for right.
export TSAN_OPTIONS="suppressions=$suppressions/thread.txt halt_on_error=1 exitcode=66 second_deadlock_stack=1"
export ASAN_OPTIONS="exitcode=66 detect_leaks=1 detect_stack_use_after_return=0"
export LSAN_OPTIONS="suppressions=$suppressions/leaks.txt print_suppressions=0"
if [ "$sanitizer" = thread ]; then
  mkdir -p "$scratch"
  # The compiler of the toolchain, which knows how Swift calls.
  clang -shared -fPIC -O2 -Wall -Wextra -Werror -o "$scratch/runtime.so" Tests/Sanitizers/{mutex,references,continuations}.c -ldl
fi
options=(--configuration release --sanitize "$sanitizer" --scratch-path "$scratch")
swift build --build-tests "${options[@]}"
# Preloaded into the tests and what they start, and not into the compiler.
LD_PRELOAD=$([ "$sanitizer" = thread ] && realpath "$scratch/runtime.so") \
  swift test --skip-build --no-parallel --filter "$filter" "${options[@]}"

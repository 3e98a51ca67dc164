#!/usr/bin/env bash
# Makes the manual pages and the shell completions of the programs in a folder.
#
#   build-manuals.sh PROGRAMS GENERATOR OUTPUT
#
# GENERATOR is swift-argument-parser's generate-manual.
set -euo pipefail
programs=$1
generator=$2
output=$3
# Reproducible: the same input gives the same package.
date=$(date --utc --date "@${SOURCE_DATE_EPOCH:-$(git -C "$(dirname "$0")" log -1 --format=%ct 2>/dev/null || date +%s)}" +%F)

rm -rf "$output"
mkdir -p "$output"/{man,bash,zsh,fish}
"$generator" "$programs/vocative" --section 1 --date "$date" --output-directory "$output/man"
"$generator" "$programs/vocatived" --section 8 --date "$date" --output-directory "$output/man"
for program in vocative vocatived; do
  "$programs/$program" --generate-completion-script bash > "$output/bash/$program"
  "$programs/$program" --generate-completion-script zsh > "$output/zsh/_$program"
  "$programs/$program" --generate-completion-script fish > "$output/fish/$program.fish"
done

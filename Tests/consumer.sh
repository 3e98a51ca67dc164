#!/bin/bash
# Builds the tutorial as a package of its own, as its reader does, and runs everything that the article shows.
# Usage: Tests/consumer.sh FOLDER VOCATIVE, with a folder for the package and the program "vocative".
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
work=$(cd "$1" && pwd)
vocative=$(realpath "$2")
build=(--scratch-path "$work/build")

fail() { echo "test-consumer: $*" >&2; exit 1; }

# expect WHAT EXPECTED ACTUAL
expect() { [ "$2" = "$3" ] || fail "$1"$'\n'"expected: $2"$'\n'"actual:   $3"; }

# The name of the dependency is that of its folder.
ln -sfn "$root" "$work/vocative"
rm -rf "$work/garden" && mkdir "$work/garden" && cd "$work/garden"
article=$root/Sources/Vocative/Vocative.docc/SwiftTutorial.md
bash -euo pipefail -c "$(sed -n '/^```sh$/,/^```$/p;/^Replace `Package.swift`/q' "$article" | sed '1d;$d')" >/dev/null

# The session of the article, which comes before the other targets have sources.
cp -R "$root/Tests/Consumer/Package.swift" .
cp -R "$root/Tests/Consumer/Sources/GardenAssistant" "$root/Tests/Consumer/Sources/garden" Sources
swift build "${build[@]}" --product garden
session=$(sed -n '/^\$ swift run garden "/,/^\$ swift run garden$/p' "$article" | sed '1d;$d')
expect "the typed turns" "$session" \
  "$(swift run "${build[@]}" --skip-build garden "water the fern" "water a plant" cactus yes)"
[ "$(stat -c %s answer.wav)" -gt 16000 ] || fail "answer.wav has no speech"

cp -R "$root/Tests/Consumer/." .
swift package "${build[@]}" --allow-writing-to-package-directory generate-intents \
  --file lamp.intents.yaml --output Sources/GardenLamp/LampIntents.swift
swift build "${build[@]}" --build-tests
swift test "${build[@]}" --skip-build

# The app, installed with the file of the article.
export XDG_CONFIG_HOME=$work/home/config XDG_DATA_HOME=$work/home/data XDG_STATE_HOME=$work/home/state XDG_RUNTIME_DIR=$work/home/run
rm -rf "$work/home"
mkdir -p "$XDG_CONFIG_HOME/vocative/assistants" "$XDG_RUNTIME_DIR"
sed "s|/usr/local/bin|$work/build/debug|" garden.app.yaml > "$XDG_CONFIG_HOME/vocative/assistants/garden.app.yaml"
expect "the app" "garden I water the fern every one day." "$("$vocative" ask --json --assistant garden "water the fern" |
  sed -n '/"event":"responded"/s/.*"assistant":"\([^"]*\)".*"dialog":"\([^"]*\)".*/\1 \2/p')"
rm "$XDG_CONFIG_HOME/vocative/assistants/garden.app.yaml"

# The service, without a sound card, with the same settings as vocatived.
"$work/build/debug/garden-service" --device null --log-level info 2> "$work/service.log" &
service=$!
trap 'kill $service 2>/dev/null || true' EXIT
for _ in $(seq 300); do [ -S "$XDG_RUNTIME_DIR/vocative/control" ] && break; sleep 0.1; done
expect "the assistants of the service" "garden built-in ready lamp built-in ready" "$("$vocative" assistants list --json |
  sed 's/.*"kind":"\([^"]*\)".*"name":"\([^"]*\)".*"state":"\([^"]*\)".*/\2 \1 \3/' | tr '\n' ' ' | sed 's/ $//')"
kill "$service"
wait "$service" || fail "the service failed: $(cat "$work/service.log")"
echo "The tutorial's package works: it was built, tested, asked, installed as an app and served."

#!/usr/bin/env bash
# Checks that systemd accepts the unit file, and that its exposure is at most 2.0 of 10.
#
#   verify-unit.sh UNIT
set -euo pipefail
unit=$1
command -v systemd-analyze >/dev/null || { echo "systemd-analyze is missing: $unit was not verified" >&2; exit 0; }
messages=$(systemd-analyze verify "$unit" 2>&1) || { echo "$messages" >&2; exit 1; }
# Ignores faults of other units.
if grep -F "$(basename "$unit")" <<< "$messages" >&2; then exit 1; fi
systemd-analyze security --offline=true --threshold=20 --no-pager "$unit" > "$unit.security" || { cat "$unit.security" >&2; exit 1; }
tail -n 1 "$unit.security"

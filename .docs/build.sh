#!/usr/bin/env bash
# Builds the web site of the documentation: the articles and the public Swift interface.
#
#   .docs/build.sh OUTPUT
#
# Uses the docc of the Swift toolchain, so that the package needs no plug-in. Warnings are errors.
set -euo pipefail
output=$1
top=$(realpath "$(dirname "$0")/..")
# The modules that "import Vocative" exports.
modules=(Vocative $(sed -n 's/^@_exported public import //p' "$top/Sources/Vocative/Exports.swift"))
command -v docc >/dev/null || { echo "docs: docc is not on the path; it is part of the Swift toolchain" >&2; exit 69; }

cd "$top"
work=$output/work
rm -rf "$output"
mkdir -p "$work/graphs"
"$top/.docs/catalogue.py" Sources/Vocative/Vocative.docc "$work/Vocative.docc"
# The landing page describes the module of the same name.
sed -i '1s/^# Vocative$/# ``Vocative``/' "$work/Vocative.docc/Vocative.md"

# It fails for the modules that SwiftPM generates for the tests, and still writes all others. After a failed build, it writes none.
swift package dump-symbol-graph --minimum-access-level public --skip-synthesized-members > "$work/log" 2>&1 || true
graphs=$(sed -n 's/^Files written to //p' "$work/log" | tail -n 1)
[ -n "$graphs" ] || { cat "$work/log" >&2; exit 1; }
for module in "${modules[@]}"; do cp "$graphs/$module.symbols.json" "$graphs/$module"@*.symbols.json "$work/graphs/" 2>/dev/null || true; done
for module in "${modules[@]}"; do
  [ -e "$work/graphs/$module.symbols.json" ] || { echo "docs: there is no symbol graph of $module in $graphs" >&2; exit 70; }
done

# A summary may describe the important parameters only.
docc convert "$work/Vocative.docc" --additional-symbol-graph-dir "$work/graphs" --output-path "$output/site" \
  --fallback-display-name Vocative --fallback-bundle-identifier vocative --warnings-as-errors \
  --disable-parameters-and-returns-validation
echo "The documentation is in $output/site. To read it: python3 -m http.server --directory $output/site, then open /documentation/vocative"

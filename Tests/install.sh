#!/usr/bin/env bash
# Installs stand-ins for the programs with "make install" below a temporary folder, and removes them with "make uninstall". Checks the files.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "install: $*" >&2; exit 1; }

programs=$work/programs
mkdir -p "$programs"/manuals/{man,bash,zsh,fish}
touch "$programs/manuals/man/vocative.1" "$programs/manuals/man/vocatived.8"
for program in vocative vocatived; do
  cp /bin/true "$programs/$program"
  touch "$programs/manuals/bash/$program" "$programs/manuals/zsh/_$program" "$programs/manuals/fish/$program.fish"
done
root=$work/root
run() { make --silent --no-print-directory "$1" DESTDIR="$root" PREFIX=/opt/own PROGRAMS="$programs"; }
settings=$root/etc/vocative/vocatived.yaml

run install
for program in vocative vocatived; do [ -x "$root/opt/own/bin/$program" ] || fail "there is no program $program"; done
for path in share/man/man1/vocative.1 share/man/man8/vocatived.8 share/bash-completion/completions/vocatived \
  share/zsh/site-functions/_vocative share/fish/vendor_completions.d/vocative.fish share/doc/vocative/examples/mosquitto.acl \
  lib/sysusers.d/vocative.conf; do
  [ -e "$root/opt/own/$path" ] || fail "there is no file $path"
done
grep -q '^ExecStart=/opt/own/bin/vocatived' "$root/opt/own/lib/systemd/system/vocatived.service" || fail "the unit starts another program"
cmp --silent Sources/Programs/VocativeDaemon/Packaging/vocatived.yaml "$settings" || fail "there are no settings"

run uninstall
left=$(find "$root" ! -type d; find "$root" -path '*vocative*')
[ -z "$left" ] || fail "these are left behind:"$'\n'"$left"

run install
echo "log-level: debug" >> "$settings"
run install
grep -q "log-level: debug" "$settings" || fail "a later version has replaced the settings"
run uninstall
[ "$(find "$root" ! -type d)" = "$settings" ] || fail "only changed settings stay"
echo "make install and make uninstall work"

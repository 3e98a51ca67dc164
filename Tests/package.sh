#!/usr/bin/env bash
# Installs, upgrades, removes and purges the Debian package on this machine, and checks the result of each step. Requires root, and a
# machine without vocative.
#
#   Tests/package.sh PACKAGE
set -euo pipefail
package=$(realpath "$1")
[ "$(id -u)" = 0 ] || { echo "package: only root can install packages; run this with sudo" >&2; exit 77; }
if dpkg-query -W -f '${db:Status-Abbrev}' vocative 2>/dev/null | grep -q '^[ihr]'; then
  echo "package: vocative is installed here; run: apt-get purge vocative" >&2
  exit 77
fi
[ ! -e /etc/vocative ] && [ ! -e /var/lib/vocative ] || { echo "package: /etc/vocative or /var/lib/vocative is in use" >&2; exit 77; }

work=$(mktemp -d)
# The data of the user stay as they are.
export HOME=$work
unset XDG_DATA_HOME XDG_CONFIG_HOME XDG_STATE_HOME ${!VOCATIVE@}
clean_up() {
  if dpkg-query -W -f '${db:Status-Abbrev}' vocative 2>/dev/null | grep -q '^[ihr]'; then
    # Neither folder was there before this script.
    dpkg --purge --force-all vocative >/dev/null 2>&1 && rm -rf /etc/vocative /var/lib/vocative || echo "package: vocative is still installed; run: apt-get purge vocative" >&2
  fi
  rm -rf "$work"
}
trap clean_up EXIT
fail() { echo "package: $*" >&2; exit 1; }
# Reads everything: after "grep -q" has found a line, a program that still writes would fail.
prints() { grep "$1" > /dev/null; }
install_package() { DEBIAN_FRONTEND=noninteractive dpkg --install --force-confold "$1" > "$work/log" 2>&1 || { cat "$work/log" >&2; fail "not installed"; }; }

# The same package with a later version and another conffile.
dpkg-deb --raw-extract "$package" "$work/next"
sed -i 's/^Version: \(.*\)/Version: \1+next/' "$work/next/DEBIAN/control"
echo "# one more comment" >> "$work/next/etc/vocative/vocatived.yaml"
dpkg-deb --root-owner-group --build -Zgzip -z1 "$work/next" "$work/next.deb" >/dev/null

echo "install"
install_package "$package"
for folder in /etc/vocative/assistants /usr/share/vocative/assistants; do
  [ "$(stat -c %U:%a "$folder" 2>/dev/null)" = root:755 ] || fail "there is no folder $folder of root"
done
getent passwd vocative >/dev/null || fail "there is no user vocative"
id -nG vocative | grep -qw audio || fail "vocative is not in the group audio"
vocatived --version >/dev/null || fail "vocatived does not start"
vocatived --help-config | prints /etc/vocative/vocatived.yaml || fail "the configuration file is not read"
vocative ask "safe to spend" >/dev/null || fail "vocative does not answer"
[ -e /etc/systemd/system/multi-user.target.wants/vocatived.service ] || fail "the service is not enabled"
for folder in /etc/vocative/assistants /usr/share/vocative/assistants; do
  [ -d "$folder" ] || fail "there is no folder $folder"
done
# Some systems do not install documentation, so this checks the package itself.
file_of_package() { dpkg-deb --fsys-tarfile "$package" | tar --extract --to-stdout "./usr/share/$1"; }
for page in man/man1/vocative.1.gz man/man8/vocatived.8.gz; do
  file_of_package "$page" | zcat | prints '^.Sh DESCRIPTION' || fail "there is no manual page $page"
done
for path in bash-completion/completions/vocative zsh/vendor-completions/_vocative fish/vendor_completions.d/vocative.fish; do
  grep -q replay "/usr/share/$path" || fail "there are no completions $path"
done
file_of_package doc/vocative/articles/Operation.md | prints '^# Operating the daemon' || fail "there is no documentation"
if ldd /usr/bin/vocatived | prints 'libswift\|libFoundation'; then fail "vocatived needs a Swift runtime"; fi

echo "upgrade"
echo "log-level: debug" >> /etc/vocative/vocatived.yaml
systemctl disable vocatived.service >/dev/null 2>&1 || deb-systemd-helper disable vocatived.service >/dev/null
mkdir -p /var/lib/vocative
echo kept > /var/lib/vocative/money.sqlite
install_package "$work/next.deb"
grep -q "log-level: debug" /etc/vocative/vocatived.yaml || fail "the administrator's settings are gone"
[ "$(cat /var/lib/vocative/money.sqlite)" = kept ] || fail "the state is gone"
[ ! -e /etc/systemd/system/multi-user.target.wants/vocatived.service ] || fail "the service was enabled again"

echo "remove"
dpkg --remove vocative > "$work/log" 2>&1 || { cat "$work/log" >&2; fail "not removed"; }
[ ! -e /usr/bin/vocatived ] || fail "the program is still there"
grep -q "log-level: debug" /etc/vocative/vocatived.yaml || fail "removing has deleted the settings"
[ -e /var/lib/vocative/money.sqlite ] || fail "removing has deleted the state"

echo "install again, purge"
install_package "$package"
# "vocative setup" keeps the previous settings in this file, which dpkg deletes with the settings.
cp /etc/vocative/vocatived.yaml /etc/vocative/vocatived.yaml.bak
# A secret of the administrator stays, but the number of the user is free for another service.
install -o vocative -m 600 /dev/null /etc/vocative/home-assistant-token
dpkg --purge vocative > "$work/log" 2>&1 || { cat "$work/log" >&2; fail "not purged"; }
[ "$(stat -c %u:%a /etc/vocative/home-assistant-token)" = 0:600 ] || fail "the token does not belong to root"
rm /etc/vocative/home-assistant-token
rmdir /etc/vocative || fail "other files are left in /etc/vocative"
for path in /etc/vocative /usr/share/vocative /var/lib/vocative /usr/bin/vocatived /usr/bin/vocative /usr/lib/systemd/system/vocatived.service \
  /usr/lib/sysusers.d/vocative.conf /usr/share/man/man1/vocative.1.gz /usr/share/man/man8/vocatived.8.gz /usr/share/doc/vocative \
  /usr/share/bash-completion/completions/vocative /usr/share/zsh/vendor-completions/_vocative /etc/systemd/system/vocatived.service \
  /etc/systemd/system/multi-user.target.wants/vocatived.service /var/lib/systemd/deb-systemd-helper-enabled/vocatived.service.dsh-also; do
  { [ ! -e "$path" ] && [ ! -L "$path" ]; } || fail "$path is left behind"
done
if getent passwd vocative >/dev/null; then fail "the user vocative is left behind"; fi
if dpkg-query -W vocative >/dev/null 2>&1; then fail "dpkg still knows it"; fi
echo "the package installs, upgrades, and purges cleanly"

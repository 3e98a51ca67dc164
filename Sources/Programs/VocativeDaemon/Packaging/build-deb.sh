#!/usr/bin/env bash
# Builds the Debian package of the programs in a folder, and prints its path.
#
#   build-deb.sh PROGRAMS OUTPUT
set -euo pipefail
# dpkg-deb refuses folders that others cannot read.
umask 022
programs=$1
output=$2
here=$(realpath "$(dirname "$0")")
top=$(realpath "$here/../../../..")
command -v dpkg-shlibdeps >/dev/null || { echo "dpkg-dev is missing. Run: sudo apt-get install dpkg-dev" >&2; exit 69; }

version=$("$programs/vocatived" --version)
architecture=$(dpkg --print-architecture)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
make --silent -C "$top" install-files DESTDIR="$root" PREFIX=/usr PROGRAMS="$(realpath "$programs")"
mkdir -p "$root/DEBIAN" "$root/usr/share/doc/vocative" "$work/debian"
gzip -9 --no-name "$root"/usr/share/man/man*/*

# The README and the articles; the links between them are adapted.
articles=Sources/Vocative/Vocative.docc
pictures=Sources/Surfaces/VocativePage/Pictures
documents=$root/usr/share/doc/vocative
mkdir -p "$documents/articles"
for page in "$top/README.md" "$top/CHANGELOG.md" "$top/CONTRIBUTING.md"; do
  sed "s|($articles/|(articles/|g" "$page" > "$documents/$(basename "$page")"
done
for page in "$top/$articles"/*.md; do sed "s|(../../Surfaces/VocativePage/Pictures/|(|g" "$page" > "$documents/articles/$(basename "$page")"; done
install -m 644 "$top/$pictures"/*.png "$documents/articles/"

# The shared libraries of the programs. Debian 13 renamed some of them for its 64-bit time_t transition.
echo "Source: vocative" > "$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps -O "$root/usr/bin/vocatived" "$root/usr/bin/vocative" 2>/dev/null)
depends=$(sed -E 's/^shlibs:Depends=//; s/(libasound2|libcurl4)(t64)?( \([^)]*\))?/\1t64\3 | \1\3/g' <<< "$depends")
size=$(du -k -s --exclude DEBIAN "$root" | cut -f1)
sed -e "s|@VERSION@|$version|" -e "s|@ARCHITECTURE@|$architecture|" -e "s|@SIZE@|$size|" -e "s/@DEPENDS@/${depends//|/\\|}/" \
  "$here/debian/control.in" > "$root/DEBIAN/control"
install -m 644 "$here/debian/conffiles" "$root/DEBIAN/"
install -m 755 "$here"/debian/{postinst,prerm,postrm} "$root/DEBIAN/"
(cd "$root" && find usr etc -type f -print0 | sort -z | xargs -0 md5sum > DEBIAN/md5sums)

mkdir -p "$output"
deb=$output/vocative_${version}_$architecture.deb
dpkg-deb --root-owner-group --build -Zxz -z3 "$root" "$deb" >/dev/null
echo "$deb"

#!/usr/bin/env bash
# Boots Debian in a container, with systemd as its first process, installs the package with apt, and checks the service. Requires root, the
# packages debootstrap and systemd-container, and a Debian mirror. Exit status 1 if a check fails.
#
#   Tests/systemd.sh PACKAGE FOLDER
#
# FOLDER keeps the unmodified Debian system for the next run. The steps of the documentation to a Home Assistant are checked if "make
# test-home-assistant" has installed it.
set -euo pipefail
[ "$(id -u)" = 0 ] || { echo "systemd: only root can start a container; run this with sudo" >&2; exit 77; }
package=$(realpath "$1")
mkdir -p "$2"
folder=$(realpath "$2")
top=$(realpath "$(dirname "$0")/..")
system=$folder/debian
root=$folder/root
broken=0
container=
leader=
house=

stop_container() {
  if [ -n "$leader" ]; then
    # The signal that makes systemd power off.
    kill -s RTMIN+4 "$leader" 2> /dev/null || true
    timeout 30 tail --pid="$leader" -f /dev/null || kill -s KILL "$leader"
    leader=
  fi
  # systemd-nspawn uses the folder of the container until it ends.
  if [ -n "$container" ]; then
    kill "$container" 2> /dev/null || true
    timeout 30 tail --pid="$container" -f /dev/null || kill -s KILL "$container" 2> /dev/null || true
    container=
  fi
}
stop_house() {
  if [ -n "$house" ]; then kill "$house" 2> /dev/null || true; fi
}
trap 'stop_house; stop_container; rm -rf "$root"' EXIT

start_container() {
  systemd-nspawn --quiet --directory "$root" --register=no --keep-unit --boot --console=pipe < /dev/null > "$folder/console" 2>&1 &
  container=$!
  eventually 60 "the container starts" pgrep --parent "$container"
  leader=$(pgrep --parent "$container") || { cat "$folder/console" >&2; exit 1; }
  eventually 60 "systemd has started its units" is_running
}

inside() { nsenter --target "$leader" --all -- /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
# A Debian unit that a container does not need may fail.
is_running() { [[ $(inside systemctl is-system-running 2> /dev/null) =~ ^(running|degraded)$ ]]; }
property() { inside systemctl show --property "$1" --value vocatived; }
log() { inside journalctl --unit vocatived --boot --output cat --no-pager; }

# check WORDS COMMAND…: prints whether a command succeeds.
check() {
  local words=$1
  shift
  if "$@" > /dev/null 2>&1; then echo "  $words"; else echo "  FAILED: $words"; broken=$((broken + 1)); fi
}
# eventually SECONDS WORDS COMMAND…: waits until a command succeeds, up to a limit, then checks it.
eventually() {
  local limit=$((SECONDS + $1)) words=$2
  shift 2
  until "$@" > /dev/null 2>&1 || [ $SECONDS -ge $limit ]; do sleep 0.2; done
  check "$words" "$@"
}

if [ ! -e "$system/etc/debian_version" ]; then
  rm -rf "$system"
  debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus,procps,iproute2 "$(. /etc/os-release; echo "$VERSION_CODENAME")" "$system" \
    > "$folder/debootstrap.log" || { tail "$folder/debootstrap.log" >&2; exit 1; }
fi
rm -rf "$root"
cp -a "$system" "$root"

# A microphone that plays the same request every ten seconds, and a loudspeaker.
mkdir "$root/opt/sound"
for device in microphone loudspeaker; do
  cc -shared -fPIC -DPIC -o "$root/opt/sound/$device.so" "$top/Tests/Support/SimulatedSound/simulated_$device.c" -lasound
done
raw=(-t raw -r 16000 -c 1 -b 16 -e signed)
sox -D "$top/Audio/money/slt-breath-vacation-goal.wav" "${raw[@]}" "$root/opt/sound/request.raw"
sox -D -V1 -n -r 16000 -c 1 "${raw[@]}" "$root/opt/sound/quiet.raw" synth 8 pinknoise vol 0.0006
cat "$root/opt/sound/quiet.raw" >> "$root/opt/sound/request.raw"
cat > "$root/etc/asound.conf" << CONF
pcm_type.simulated { lib "/opt/sound/microphone.so" }
pcm_type.loudspeaker { lib "/opt/sound/loudspeaker.so" }
pcm.microphone { type simulated file "/opt/sound/request.raw" speed 1 rate 16000 channels 1 repeats 1 }
pcm.speaker { type loudspeaker file "/dev/null" speed 20 }
pcm.!default { type asym capture.pcm "microphone" playback.pcm "speaker" }
CONF
# The log contains the dialogs from this level on.
mkdir -p "$root/etc/systemd/system/vocatived.service.d"
printf '[Service]\nEnvironment=VOCATIVED_LOG_LEVEL=debug\n' > "$root/etc/systemd/system/vocatived.service.d/log.conf"
cp "$package" "$root/opt/vocative.deb"

answers() { log | grep -c 'seven hundred sixty.*"event":"responded"' || true; }
has_answered() { [ "$(answers)" -gt "$1" ]; }
is_refused() { ! "$@"; }
is_active() { [ "$(property ActiveState)" = active ]; }
main_process() { property MainPID; }
# systemd reports a killed service as active without a process for a moment.
is_new() {
  local current
  current=$(main_process)
  [ "$current" != 0 ] && [ "$current" != "$former" ] && is_active
}

echo "apt install"
start_container
inside apt-get update -qq > "$folder/apt.log" 2>&1
inside apt-get install -y -qq --no-install-recommends /opt/vocative.deb >> "$folder/apt.log" 2>&1 || { tail "$folder/apt.log" >&2; exit 1; }
eventually 20 "the service runs and has reported that it is ready" is_active
check "root adds sample data to the service's database" inside vocative money import --sample
check "the database is still the service's" [ "$(inside stat -c '%U %a' /var/lib/vocative/money.sqlite)" = "vocative 600" ]
check "the service is enabled" inside systemctl is-enabled vocatived
eventually 40 "a spoken request is answered" has_answered 0

echo "confinement"
process() { inside cat "/proc/$(main_process)/status"; }
check "the service runs as the user vocative" [ "$(inside ps -o user= -p "$(main_process)")" = vocative ]
check "it is in the group audio" [ "$(inside sh -c "id -G vocative | tr ' ' '\n' | grep -x $(inside getent group audio | cut -d: -f3)")" ]
check "it has no capabilities" [ "$(process | awk '/^Cap(Prm|Eff|Bnd|Amb)/ { print $2 }' | sort -u)" = 0000000000000000 ]
check "it cannot gain capabilities" [ "$(process | awk '/^NoNewPrivs/ { print $2 }')" = 1 ]
check "its system calls are filtered" [ "$(process | awk '/^Seccomp:/ { print $2 }')" = 2 ]
check "it has no open network socket" [ -z "$(inside ss --no-header --tcp --udp --raw --all --processes | grep vocatived)" ]
check "only it can access its state" [ "$(inside stat -c '%U %a' /var/lib/vocative)" = "vocative 750" ]
check "only it can access its control socket" [ "$(inside stat -c '%U %a' /run/vocative/control)" = "vocative 600" ]
other_mutes() { inside setpriv --reuid 54321 --regid 54321 --clear-groups vocative mute; }
check "another account cannot mute it" is_refused other_mutes
check "the number of its descriptors is limited" [ "$(property LimitNOFILE)" = 4096 ]
check "its memory is limited" [ "$(property MemoryMax)" != infinity ]
check "the journal only contains its own messages" [ -z "$(log | grep "worker thread")" ]

echo "reload"
intents=/etc/vocative/house.intents.yaml
settings=$root/etc/vocative/vocatived.yaml
cat > "$root$intents" << 'INTENTS'
wake: [hey assistant]
intents:
  Confinement:
    phrases: [look around]
    handler:
      command:
        - sh
        - -c
        - |
          id -un
          for folder in / /etc /usr /home /root /var /dev /proc/sys; do if touch $folder/made 2> /dev/null; then echo "writes $folder"; fi; done
          if ls /home/* /root/* 2> /dev/null; then echo "reads the homes of people"; fi
INTENTS
chmod 644 "$root$intents"
cp "$settings" "$folder/settings"
echo "intents: $intents" >> "$settings"
former=$(main_process)
check "systemctl reload succeeds" inside systemctl reload vocatived
looked_around() { inside vocative trigger "look around" > "$folder/around"; }
eventually 20 "the new intents are loaded" looked_around
is_confined() { grep '> vocative$' "$folder/around" && ! grep -E "writes|reads" "$folder/around"; }
check "a command runs as the same user, and cannot write to the system or read home folders" is_confined
sed -i 's/phrases: .*/phrases: "[look around"/' "$root$intents"
# grep -q would exit before journalctl has written everything.
log_names() { log | grep "$1" > /dev/null; }
status_names() { property StatusText | grep "$1" > /dev/null; }
eventually 20 "the log names an invalid file and its line" log_names "house.intents.yaml:4"
eventually 5 "systemctl status names them too" status_names "house.intents.yaml:4"
eventually 20 "the previous intents stay in use" looked_around
cp "$folder/settings" "$settings"
answered=$(answers)
eventually 40 "with the previous settings, a spoken request is answered" has_answered "$answered"
check "the process is the same" [ "$(main_process)" = "$former" ]

echo "restart"
other_restarts() { inside setpriv --reuid 54321 --regid 54321 --clear-groups vocative restart; }
check "another account cannot restart it" is_refused other_restarts
former=$(main_process)
answered=$(answers)
check "the restart command succeeds" inside vocative restart
eventually 30 "systemd starts the daemon again" is_new
check "the daemon has ended with the status for a restart" log_names "status=75"
eventually 40 "a spoken request is answered" has_answered "$answered"

echo "setup"
former=$(main_process)
answered=$(answers)
# The simulated room is quiet most of the time, so that the check of the level may fail; the service is started even then.
inside vocative setup --yes > "$folder/setup" 2>&1 || true
check "setup starts the service" grep "Vocative runs" "$folder/setup"
eventually 30 "it is started again, with the settings of setup" is_new
check "setup writes no default" cmp "$folder/settings" "$settings"
eventually 40 "a spoken request is answered" has_answered "$answered"

echo "watchdog"
former=$(main_process)
answered=$(answers)
inside kill -STOP "$former"
eventually 60 "systemd restarts a daemon that hangs" is_new
check "the log names the watchdog" log_names "Watchdog timeout"
eventually 40 "a spoken request is answered" has_answered "$answered"

echo "killed"
former=$(main_process)
answered=$(answers)
inside kill -KILL "$former"
eventually 60 "systemd restarts a daemon that is killed" is_new
eventually 40 "a spoken request is answered" has_answered "$answered"

echo "power"
check "a timer is set" inside vocative trigger "set a timer for ten minutes"
knows_start() { inside sh -c 'tr "\\0" "\\n" < /proc/$(systemctl show --property MainPID --value vocatived)/environ' | grep -E '^VOCATIVE_BOOT_ID=[0-9a-f]{32}$'; }
check "the service knows the identifier of the start" knows_start
check "the mute command succeeds" inside vocative mute
stop_container
start_container
eventually 20 "the service runs after a reboot" is_active
is_muted() { inside vocative status | grep "^muted" > /dev/null; }
eventually 5 "it is still muted" is_muted
has_timer() { inside vocative trigger "how long is left" | grep -E 'minutes? (and .* )?left'; }
check "the timer has minutes left" has_timer
check "the timer is canceled" inside vocative trigger "cancel my timer"
check "the unmute command succeeds" inside vocative unmute
eventually 40 "a spoken request is answered" has_answered 0

uses_service() { inside vocative pronounce goal 2>&1 | grep -F "using the running daemon at /run/vocative/control" > /dev/null; }
check "the command line uses the state of the service" uses_service

echo "discovery"
inside apt-get install -y -qq --no-install-recommends avahi-daemon avahi-utils >> "$folder/apt.log" 2>&1 || { tail "$folder/apt.log" >&2; exit 1; }
printf 'wyoming-uri: tcp://0.0.0.0:10399\nwyoming-zeroconf: true\n' >> "$settings"
inside systemctl restart vocatived
is_announced() { inside avahi-browse --parsable --resolve --terminate _wyoming._tcp | grep ';10399;' > /dev/null; }
is_not_announced() { ! is_announced; }
eventually 60 "the Wyoming server is announced on the local network" is_announced
inside systemctl restart avahi-daemon
eventually 60 "it is announced again after a restart of Avahi" is_announced
cp "$folder/settings" "$settings"
inside systemctl restart vocatived
eventually 30 "it is not announced any more without the settings" is_not_announced

echo "five steps to Home Assistant"
python=$top/.build/home-assistant/bin/python
if [ -x "$python" ]; then
  rm -rf "$folder/home-assistant" "$folder/address"
  "$python" "$top/Tests/HomeAssistant/serve.py" "$folder/home-assistant" > "$folder/address" 2> "$folder/home-assistant.log" &
  house=$!
  eventually 300 "Home Assistant runs on this computer" [ -s "$folder/address" ]
  read -r address token < "$folder/address"
  request() { curl --silent --fail --header "Authorization: Bearer $(cat "$token")" "$@"; }
  is_lit() { [[ $(request "$address/api/states/light.kitchen_lights") == *'"state":"'"$1"'"'* ]]; }
  turn_on() { request --json '{"entity_id": "light.kitchen_lights"}' "$address/api/services/light/turn_on"; }
  sentences=$("$python" -c 'from importlib.metadata import version; print(version("home-assistant-intents"))')
  check "1: the sentences are installed" \
    "$python" -m pip install --quiet --target "$root/usr/share/vocative" --no-deps "home-assistant-intents==$sentences"
  store_token() { inside install -o vocative -m 600 /dev/stdin /etc/vocative/home-assistant-token < "$token"; }
  check "2: the token is stored" store_token
  # Step 4 is for a Home Assistant on another computer.
  cat >> "$settings" << SETTINGS
home-assistant-uri: $address
home-assistant-token-file: /etc/vocative/home-assistant-token
home-assistant-import: true
SETTINGS
  check "5: the service is restarted" inside systemctl restart vocatived
  turn_on > /dev/null
  eventually 10 "the kitchen lights are on" is_lit on
  turn_off() { inside vocative trigger "turn off the kitchen lights"; }
  eventually 60 "the service turns off the kitchen lights" turn_off
  eventually 5 "they are off" is_lit off
  is_not_logged() { ! log | grep -F "$(cat "$token")" > /dev/null; }
  check "the token is not in the journal" is_not_logged
  cp "$folder/settings" "$settings"
  inside rm /etc/vocative/home-assistant-token
  rm -rf "$root"/usr/share/vocative/home_assistant_intents*
  inside systemctl restart vocatived
  answered=$(answers)
  eventually 40 "with the previous settings, a spoken request is answered" has_answered "$answered"
  stop_house
  house=
else
  echo "  skipped: run \"make test-home-assistant\" before"
fi

echo "stop"
before=$(date +%s%N)
inside systemctl stop vocatived
milliseconds=$((($(date +%s%N) - before) / 1000000))
check "the service stops in $milliseconds ms" [ $milliseconds -lt 2000 ]
check "it exits without being killed" [ "$(property Result)" = success ]
inside systemctl start vocatived

echo "invalid settings"
echo "divice: default" >> "$settings"
inside systemctl restart vocatived 2> /dev/null || true
is_failed() { [ "$(property ActiveState)" = failed ]; }
eventually 20 "systemd does not restart it repeatedly" is_failed
check "the log names the line and the closest key" log_names "vocatived.yaml:[0-9]*:.*device"
cp "$folder/settings" "$settings"
inside systemctl start vocatived

echo "apt upgrade"
dpkg-deb --raw-extract "$package" "$folder/next"
sed -i 's/^Version: \(.*\)/Version: \1+next/' "$folder/next/DEBIAN/control"
dpkg-deb --root-owner-group --build -Zgzip -z1 "$folder/next" "$root/opt/next.deb" > /dev/null
rm -rf "$folder/next"
former=$(main_process)
inside apt-get install -y -qq --no-install-recommends /opt/next.deb >> "$folder/apt.log" 2>&1 || broken=$((broken + 1))
eventually 20 "the new version runs" is_new

echo "apt purge"
inside apt-get purge -y -qq vocative >> "$folder/apt.log" 2>&1 || broken=$((broken + 1))
is_gone() { ! inside pgrep vocatived; }
eventually 10 "the service is stopped" is_gone
check "its state is deleted" [ ! -e "$root/var/lib/vocative" ]
check "the unit is unloaded" [ "$(property LoadState)" != loaded ]

if [ $broken -gt 0 ]; then echo "$broken checks failed"; exit 1; fi
echo "all checks passed"

# make demo   build, play a recording of a request through the pipeline, and speak the answer
# make test   check the format, build without warnings, run every test; fetches the Python packages wyoming and paho-mqtt from PyPI into .build
# make test-page   drive the page in headless Chromium; installs Debian's chromium, and packages from PyPI into .build
# make test-import   compare what is understood of Home Assistant's English sentences with hassil; installs both from PyPI into .build
# make deb    build the Debian package, which needs no Swift on the machine it is installed on
# make test-deb, make test-systemd   install, upgrade and purge it here; the same in a container with systemd, and what becomes of the service
# make install, make uninstall   the same without a package, under PREFIX (/usr/local)
# make accuracy BENCH=folder   measure every set of recordings in a folder beside plain PocketSphinx; the results are in .build/accuracy
# make load   a hundred satellites and hostile clients at one server, for 100 s: latency and memory
# make test-rooms   three boxes in networks of their own, one broker, a cut wire and a dead broker: who answers; as root only
# make soak, make fuzz, make sanitize, make kills   what takes an hour or more: a day's audio and a device that fails, hostile input,
#             data races and memory faults, a thousand deaths
# The first five install the Debian packages that are missing; as another user than root, through sudo.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

BUILD_PACKAGES := gcc libc6-dev libasound2-dev libpocketsphinx-dev libsphinxbase-dev libsndfile1-dev libsamplerate0-dev \
  libspeexdsp-dev libsqlite3-dev libsystemd-dev libmosquitto-dev pkg-config
RUN_PACKAGES := pocketsphinx-en-us flite
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
VOCATIVE := .build/release/vocative
BROWSER_PACKAGES := chromium fonts-dejavu-core fonts-noto-color-emoji python3-venv
BROWSER := .build/browser
IMPORT := .build/import
# Mosquitto with its mosquitto_passwd, and openssl for its certificates.
PEER_PACKAGES := python3-venv mosquitto openssl
PEER := .build/wyoming
SKILL := .build/mqtt
REQUEST := Audio/money/slt-breath-vacation-goal.wav
# A quick look unless it is asked for an hour of real time, which comes with a day's worth of audio as fast as it can be heard.
SOAK_MINUTES ?= 10
SOAK_HOURS ?= $(shell [ $(SOAK_MINUTES) -ge 60 ] && echo 24 || echo 2)
FUZZ_MINUTES ?= 10
KILLS ?= 1000
ACCURACY := .build/accuracy
ACCURACY_JOBS ?= 2
ACCURACY_OPTIONS ?=
LOAD_SATELLITES ?= 100
LOAD_SECONDS ?= 100
LOAD_HOSTILE ?= 12
# Decoding minutes of speech, starting hundreds of processes or connections, keeps every core busy: run after the tests of capture, whose
# clocks run in real time, and not beside them.
LONG_TESTS := VocativePageTests|VocativeMQTTTests|SatelliteTests|WakeServiceTests|SpokenConversation|BargeInTests|OperationTests|ControlTests|RecordingTests|KilledProcessTests|EvaluateTests|EvaluateBenchTests|TuneTests|TunerTests|LiveCalibrationTests|VocativeDaemonTests
# A whole program has to keep up with the clock of its microphone, which nothing can be promised of beside hundreds of other tests.
LONE_TESTS := ListenTests

PREFIX ?= /usr/local
DESTDIR ?=
PROGRAMS ?= .build/release
BINDIR := $(PREFIX)/bin
UNIT := .build/vocatived.service
PACKAGING := Sources/VocativeDaemon/Packaging

.PHONY: help demo test accuracy wyoming-peer mqtt-peer test-page test-import test-rooms format packages toolchain release load soak fuzz sanitize kills programs install install-files uninstall deb test-deb test-systemd verify-unit

help:
	@sed -n 's/^# //p;/^$$/q' Makefile

demo: release
	@export XDG_DATA_HOME="$(CURDIR)/.build/demo"; \
	if $(VOCATIVE) devices >/dev/null; then \
	  $(VOCATIVE) replay --speak $(REQUEST); \
	else \
	  $(VOCATIVE) replay --speech-file .build/demo/answer.wav $(REQUEST); \
	  echo "There is no sound card here: the spoken answer is in .build/demo/answer.wav"; \
	fi

# What failed stands among thousands of lines, so it is told again at the end.
run_tests = @echo "swift test --skip-build --parallel $(1)"; \
  swift test --skip-build --parallel $(1) 2>&1 | tee .build/tests.log \
  || { echo; echo "What failed:"; grep -aE "✘|recorded an issue" -A 4 .build/tests.log | head -n 80; exit 1; }

test: RUN_PACKAGES += $(PEER_PACKAGES)
test: packages toolchain wyoming-peer mqtt-peer
	swift format lint --strict --recursive Sources Tests Plugins Package.swift
	swift build --build-tests --explicit-target-dependency-import-check error
	$(call run_tests,--skip '$(LONG_TESTS)|$(LONE_TESTS)')
	$(call run_tests,--filter '$(LONG_TESTS)')
	$(call run_tests,--filter '$(LONE_TESTS)')
	$(MAKE) --no-print-directory verify-unit

# A module of Python's from PyPI, in a folder of its own: tests that need it say so where PyPI cannot be reached, and are skipped.
define peer
@[ -x $(1)/bin/python ] || python3 -m venv $(1)
@$(1)/bin/python -c 'import $(2)' 2>/dev/null || $(1)/bin/pip install --quiet $(3) || { \
  rm -rf $(1); echo "PyPI cannot be reached: what the Python module $(2) is needed for is not tested."; }
endef

wyoming-peer:
	$(call peer,$(PEER),wyoming,wyoming==1.10.2)

mqtt-peer:
	$(call peer,$(SKILL),paho.mqtt,paho-mqtt==2.1.0)

# Listens for SOAK_MINUTES in real time through an ALSA device that fails on a schedule, beside it to SOAK_HOURS of audio as fast as it
# can, and reports what was answered, memory, descriptors and scores.
soak: RUN_PACKAGES += sox
soak: packages release
	Tests/Soak/soak.sh $(SOAK_MINUTES) $(SOAK_HOURS) .build/release

# Takes hours. ACCURACY_OPTIONS="--quick" is a quick look, and "--only home" measures one set. The built-in assistants start with an empty
# store, so that their grammars do not depend on the data of the user.
accuracy: packages toolchain
	@[ -n "$(BENCH)" ] || { echo "Name the folder that holds the folders of sets. Run: make accuracy BENCH=folder" >&2; exit 64; }
	swift build --configuration release --product vocative
	@rm -rf $(ACCURACY)/data && mkdir -p $(ACCURACY)/data
	XDG_DATA_HOME="$(CURDIR)/$(ACCURACY)/data" $(VOCATIVE) evaluate --bench "$(BENCH)" --baseline --jobs $(ACCURACY_JOBS) \
	  --table $(ACCURACY)/accuracy.md --json $(ACCURACY)/accuracy.json --plot $(ACCURACY)/accuracy.svg \
	  --recordings $(ACCURACY)/recordings.jsonl $(ACCURACY_OPTIONS)
	@echo "The results are in $(ACCURACY)/accuracy.md, accuracy.json, accuracy.svg and recordings.jsonl"

# LOAD_SATELLITES satellites at one server for LOAD_SECONDS, with LOAD_HOSTILE clients beside them that mean harm; reports latency and memory.
load: RUN_PACKAGES += python3-venv
load: packages wyoming-peer release
	$(PEER)/bin/python Tests/VocativeWyomingTests/load.py $(VOCATIVE) $(LOAD_SATELLITES) $(LOAD_SECONDS) $(REQUEST) $(LOAD_HOSTILE)

# libFuzzer over each reader of what others write, for FUZZ_MINUTES in all.
fuzz: packages toolchain
	Tests/Fuzzing/fuzz.sh $(FUZZ_MINUTES)

# Every test with the thread sanitizer, then with the address sanitizer: two more builds of everything.
sanitize: packages toolchain
	Tests/Sanitizers/sanitize.sh thread
	Tests/Sanitizers/sanitize.sh address

# Kills a program KILLS times while it writes, and looks at its stores.
kills: packages toolchain
	swift build --build-tests
	VOCATIVE_KILLS=$(KILLS) swift test --skip-build --filter KilledProcessTests

# Its own target: a browser is a large thing to install, and axe-core is fetched and not part of this repository.
test-page: RUN_PACKAGES += $(BROWSER_PACKAGES)
test-page: packages release
	[ -x $(BROWSER)/bin/python ] || python3 -m venv $(BROWSER)
	$(BROWSER)/bin/pip install --quiet playwright==1.65.2 axe-playwright-python==0.1.8
	$(BROWSER)/bin/python Tests/page.py $(VOCATIVE) $(BROWSER)/pictures

# Its own target: Home Assistant's sentences and their parser are fetched, and not part of this repository.
test-import: RUN_PACKAGES += python3-venv
test-import: packages toolchain
	swift build --configuration release --product vocative
	[ -x $(IMPORT)/bin/python ] || python3 -m venv $(IMPORT)
	$(IMPORT)/bin/pip install --quiet hassil==3.12.1 home-assistant-intents==2026.10.27
	$(IMPORT)/bin/python Tests/import.py $(VOCATIVE) $(IMPORT)/results

# Its own target: only root may make network namespaces, and the microphones play in real time.
test-rooms: RUN_PACKAGES += iproute2 sox mosquitto mosquitto-clients
test-rooms:
	@[ "$$(id -u)" = 0 ] || { echo "Only root may make network namespaces. Run: sudo make test-rooms" >&2; exit 69; }
	@$(MAKE) --no-print-directory packages release RUN_PACKAGES="$(RUN_PACKAGES)"
	Tests/rooms.sh .build/release

format: toolchain
	swift format format --in-place --recursive Sources Tests Plugins Package.swift

release: packages toolchain
	swift build --configuration release --product vocative
	swift build --configuration release --product vocatived

# With the Swift runtime inside, so that they run where there is no toolchain.
programs: packages toolchain
	swift build --configuration release --static-swift-stdlib --product vocative
	swift build --configuration release --static-swift-stdlib --product vocatived

install:
	@[ -x "$(PROGRAMS)/vocatived" ] || { echo "Nothing is built yet. Run, as yourself: make programs" >&2; exit 69; }
	$(MAKE) --no-print-directory install-files
	@if [ -z "$(DESTDIR)" ]; then \
	  systemd-sysusers "$(PREFIX)/lib/sysusers.d/vocative.conf"; \
	  if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi; \
	  echo "Installed. To listen from now on: sudo systemctl enable --now vocatived"; \
	fi

install-files:
	install -d "$(DESTDIR)$(BINDIR)" "$(DESTDIR)$(PREFIX)/lib/systemd/system" "$(DESTDIR)$(PREFIX)/lib/sysusers.d" "$(DESTDIR)/etc/vocative"
	install --strip -m 755 "$(PROGRAMS)/vocative" "$(PROGRAMS)/vocatived" "$(DESTDIR)$(BINDIR)/"
	sed 's|@BINDIR@|$(BINDIR)|' $(PACKAGING)/vocatived.service.in > "$(DESTDIR)$(PREFIX)/lib/systemd/system/vocatived.service"
	install -m 644 $(PACKAGING)/vocative.sysusers "$(DESTDIR)$(PREFIX)/lib/sysusers.d/vocative.conf"
	@if [ ! -e "$(DESTDIR)/etc/vocative/vocatived.yaml" ]; then install -m 644 $(PACKAGING)/vocatived.yaml "$(DESTDIR)/etc/vocative/"; fi

# Settings, state and the user stay: they may be wanted again.
uninstall:
	@if [ -z "$(DESTDIR)" ] && [ -d /run/systemd/system ]; then systemctl disable --now vocatived 2>/dev/null || true; fi
	rm -f "$(DESTDIR)$(BINDIR)/vocative" "$(DESTDIR)$(BINDIR)/vocatived" \
	  "$(DESTDIR)$(PREFIX)/lib/systemd/system/vocatived.service" "$(DESTDIR)$(PREFIX)/lib/sysusers.d/vocative.conf"
	@if cmp --silent $(PACKAGING)/vocatived.yaml "$(DESTDIR)/etc/vocative/vocatived.yaml"; then rm "$(DESTDIR)/etc/vocative/vocatived.yaml"; fi
	@rmdir "$(DESTDIR)/etc/vocative" 2>/dev/null || true

deb: programs
	$(PACKAGING)/build-deb.sh $(PROGRAMS) .build/deb

# Installs, upgrades and purges the package on this machine; as root.
test-deb:
	Tests/package.sh .build/deb/vocative_*.deb

# Boots Debian in a container and installs the package there, with systemd as the first process; as root, and after "make deb".
test-systemd: RUN_PACKAGES += debootstrap systemd-container sox
test-systemd: packages
	Tests/systemd.sh .build/deb/vocative_*.deb .build/systemd

verify-unit:
	@mkdir -p .build
	@sed 's|@BINDIR@/vocatived|/bin/true|' $(PACKAGING)/vocatived.service.in > $(UNIT)
	@$(PACKAGING)/verify-unit.sh $(UNIT)

packages:
	@missing=$$(for package in $(BUILD_PACKAGES) $(RUN_PACKAGES); do \
	  dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || echo $$package; done); \
	if [ -n "$$missing" ]; then \
	  command -v apt-get >/dev/null || { echo "Install the equivalents of these Debian packages:" $$missing >&2; exit 69; }; \
	  echo "Installing" $$missing; \
	  $(SUDO) apt-get update -qq; \
	  DEBIAN_FRONTEND=noninteractive $(SUDO) apt-get install -y -qq --no-install-recommends $$missing; \
	fi

toolchain:
	@command -v swift >/dev/null || { \
	  echo "No Swift toolchain is on the path. Install Swift 6.2 or later: https://www.swift.org/install/linux/" >&2; exit 69; }

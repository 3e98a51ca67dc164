# make demo      Build, play a recorded request through the pipeline, and speak the answer.
# make test      Check the format, build without warnings, run all tests. Fetches the Python packages wyoming and paho-mqtt into .build.
# make test-fast   Run only the tests that are short and can run beside others: most of them, in about two minutes once built.
# make docs      Build the documentation as a web site in .build/docs/site.
# make test-consumer   Build the tutorial as a package of its own, test it, ask it, install its app and run its service.
# make deb       Build the Debian package, which contains the Swift runtime.
# make programs  Build the programs, manual pages and completions that "make install" installs below PREFIX (/usr/local).
# make install, make uninstall   Install or remove the programs and the service without a package.
# make accuracy BENCH=folder   Measure every set of recordings in a folder, also with plain PocketSphinx. Results are in .build/accuracy.
# make rooms OUT=folder   Synthesize every phrase with many voices in many rooms, as recordings for measurements.
# make acoustic-network   Train the network that scores senones. RECORDINGS="a.jsonl b.jsonl" adds some; START=file continues a training; OUT=file is the result.
# make test-page      Test the page in headless Chromium. Installs chromium, and packages from PyPI into .build.
# make test-import    Compare the import of Home Assistant's English sentences with hassil. Fetches both from PyPI into .build.
# make test-home-assistant   Test with a real Home Assistant, fetched from PyPI into .build. MEASURE=1 measures sixty spoken sentences.
# make test-install   Install stand-ins for the programs below a temporary folder, and remove them. A part of "make test".
# make test-deb       Install, upgrade and purge the package on this machine. As root, after "make deb".
# make test-systemd   The same and the service, in a container with systemd. As root, after "make deb".
# make test-rooms     Run three daemons in network namespaces with a broker, and cut connections. As root.
# make load      Measure latency and memory of a Wyoming server with 100 satellites and misbehaving clients, for 100 s.
# make benchmark  Measure loading, quiet and understanding with 20 assistants, RUNS times, beside one with the same sentences.
# make soak      Listen for hours with a failing sound device; check answers, memory, descriptors and scores.
# make fuzz      Run libFuzzer over each reader of external input.
# make sanitize  Run all tests with the thread sanitizer and with the address sanitizer.
# make kills     Kill a program 1,000 times while it writes, and check its stores.
# These targets install missing Debian packages, through sudo unless you are root.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

BUILD_PACKAGES := gcc libc6-dev libasound2-dev libpocketsphinx-dev libsphinxbase-dev libsndfile1-dev libsamplerate0-dev \
  libspeexdsp-dev libsqlite3-dev libsystemd-dev libmosquitto-dev libcurl4-openssl-dev pkg-config
RUN_PACKAGES := pocketsphinx-en-us flite
# Programs whose tests would otherwise be skipped.
TEST_PACKAGES := espeak-ng hledger
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
VOCATIVE := .build/release/vocative
BROWSER_PACKAGES := chromium fonts-dejavu-core fonts-noto-color-emoji python3-venv
BROWSER := .build/browser
IMPORT := .build/import
# The last release of Home Assistant that runs on Debian 12's Python.
HOME_ASSISTANT := .build/home-assistant
HOME_ASSISTANT_RELEASE := 2024.3.3
PYTHON := $(shell command -v python3.11 || echo python3)
# Mosquitto with mosquitto_passwd, and openssl for its certificates.
PEER_PACKAGES := python3-venv mosquitto openssl
PEER := .build/wyoming
SKILL := .build/mqtt
VOICE_PACKAGES := python3-venv flite festival festvox-kallpc16k festvox-kdlpc16k festvox-us-slt-hts espeak-ng
ROOMS := .build/rooms
ACOUSTIC_NETWORK := .build/acoustic-network
EMBEDDED_MODELS := Sources/Libraries/CEmbeddedModels/models.S
SEED ?= 1
REQUEST := Audio/money/slt-breath-vacation-goal.wav
# An hour of real time or more selects a day of audio for the replay.
SOAK_MINUTES ?= 10
SOAK_HOURS ?= $(shell [ $(SOAK_MINUTES) -ge 60 ] && echo 24 || echo 2)
FUZZ_MINUTES ?= 10
KILLS ?= 1000
ACCURACY := .build/accuracy
ACCURACY_JOBS ?= 2
ACCURACY_OPTIONS ?=
FIT := .build/fit
RUNS ?= 5
LOAD_SATELLITES ?= 100
LOAD_SECONDS ?= 100
LOAD_HOSTILE ?= 12
PREFIX ?= /usr/local
DESTDIR ?=
PROGRAMS ?= .build/release
BINDIR := $(PREFIX)/bin
SHARE := $(PREFIX)/share
# Manual pages and completions, which "make programs" generates.
MANUALS = $(PROGRAMS)/manuals
# Debian reserves vendor-completions for packages.
ZSH_FOLDER := $(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)
EXTRAS := man/man1/vocative.1 man/man8/vocatived.8 $(foreach program,vocative vocatived,bash-completion/completions/$(program) \
  zsh/$(ZSH_FOLDER)/_$(program) fish/vendor_completions.d/$(program).fish) \
  doc/vocative/examples/mosquitto.acl
UNIT := .build/vocatived.service
PACKAGING := Sources/Programs/VocativeDaemon/Packaging

.PHONY: help demo test test-fast docs wyoming-peer mqtt-peer test-page test-consumer test-import test-home-assistant measure-home-assistant test-rooms rooms acoustic-network accuracy accuracy-weights format packages toolchain release load benchmark soak fuzz sanitize kills programs install install-files uninstall deb test-install test-deb test-systemd verify-unit

help:
	@sed -n 's/^# //p;/^$$/q' Makefile

# $(call isolated,folder)   Runs a program with this folder instead of those of the user, and without the user's settings. The runtime
# folder stays, because sound servers are found there.
isolated = env $$(compgen -e VOCATIVE | sed 's/^/-u /') -u STATE_DIRECTORY -u RUNTIME_DIRECTORY \
  XDG_DATA_HOME="$(CURDIR)/$(1)/data" XDG_CONFIG_HOME="$(CURDIR)/$(1)/config" XDG_STATE_HOME="$(CURDIR)/$(1)/state"

demo: release
	@mkdir -p .build/demo
	@if $(call isolated,.build/demo) $(VOCATIVE) devices >/dev/null; then \
	  $(call isolated,.build/demo) $(VOCATIVE) replay --speak $(REQUEST); \
	else \
	  $(call isolated,.build/demo) $(VOCATIVE) replay --speech-file .build/demo/answer.wav $(REQUEST); \
	  echo "No sound card found. The spoken answer is in .build/demo/answer.wav"; \
	fi

# The tests have a build folder of their own, in which the code that computes is optimized, in Swift and in C. Without that, the tests take
# almost twice the processor time; optimizing all code would lengthen the build by more than the tests take less.
TEST_BUILD := --scratch-path .build/tests
BUILD_TESTS := VOCATIVE_TESTS=1 swift build $(TEST_BUILD) --build-tests

# Prints the failures again at the end, after thousands of lines of output.
# At most eight tests run at a time: on two cores, the tasks of hundreds of tests would wait for each other for minutes.
SWIFT_TEST := swift test $(TEST_BUILD) --skip-build
PARALLEL := --parallel --experimental-maximum-parallelization-width 8
# $(call run_tests,options --filter or --skip,tags)   Tests/Support/TestTags.swift describes the tags.
run_tests = @suites=$$(Tests/tagged.sh $(2)); \
  echo "$(SWIFT_TEST) $(1) \"\$$(Tests/tagged.sh $(2))\""; \
  $(SWIFT_TEST) $(1) "$$suites" 2>&1 | tee .build/tests/tests.log \
  || { echo; echo "Failures:"; grep -aE "✘|recorded an issue" -A 4 .build/tests/tests.log | head -n 80; exit 1; }

test: RUN_PACKAGES += $(PEER_PACKAGES) $(TEST_PACKAGES)
test: packages toolchain wyoming-peer mqtt-peer
	swift format lint --strict --recursive Sources Tests Plugins Package.swift
	$(BUILD_TESTS) --explicit-target-dependency-import-check error
	$(call run_tests,$(PARALLEL) --skip,long lone)
	$(call run_tests,$(PARALLEL) --filter,long)
	$(call run_tests,--no-parallel --filter,lone)
	$(MAKE) --no-print-directory verify-unit test-install

test-fast: packages toolchain
	$(BUILD_TESTS)
	$(call run_tests,$(PARALLEL) --skip,long lone)

# Installs a Python module from PyPI into a separate folder. If PyPI is unreachable, the tests that need the module are skipped.
define peer
@[ -x $(1)/bin/pip ] || python3 -m venv --clear $(1)
@$(1)/bin/python -c 'import $(2)' 2>/dev/null || $(1)/bin/pip install --quiet $(3) || { \
  rm -rf $(1); echo "PyPI is unreachable: tests that need the Python module $(2) are skipped."; }
endef

wyoming-peer mqtt-peer: RUN_PACKAGES += $(PEER_PACKAGES)
wyoming-peer: packages
	$(call peer,$(PEER),wyoming,wyoming==1.10.2)

mqtt-peer: packages
	$(call peer,$(SKILL),paho.mqtt,paho-mqtt==2.1.0)

# Listens for SOAK_MINUTES in real time through an ALSA device that fails on a schedule, and replays SOAK_HOURS of audio at the same
# time at full speed. Reports answers, memory, descriptors and scores.
soak: RUN_PACKAGES += sox
soak: packages release
	Tests/Soak/soak.sh $(SOAK_MINUTES) $(SOAK_HOURS) .build/release

# Takes hours. ACCURACY_OPTIONS="--quick" is a quick look, and "--only home" measures one set. The built-in assistants start with an empty
# store, so that their grammars do not depend on the data of the user, and no settings of the user are used. At the end, the weights of
# the confidence are fitted with one set left out, and the table receives the results.
accuracy: RUN_PACKAGES += python3-venv
accuracy: packages toolchain
	@[ -n "$(BENCH)" ] || { echo "Specify the folder with the sets. Run: make accuracy BENCH=folder" >&2; exit 64; }
	swift build --configuration release --product vocative
	@rm -rf $(ACCURACY)/home && mkdir -p $(ACCURACY)/home
	$(call isolated,$(ACCURACY)/home) $(VOCATIVE) evaluate --bench "$(BENCH)" --baseline --jobs $(ACCURACY_JOBS) \
	  --table $(ACCURACY)/accuracy.md --json $(ACCURACY)/accuracy.json --plot $(ACCURACY)/accuracy.svg \
	  --recordings $(ACCURACY)/recordings.jsonl $(ACCURACY_OPTIONS)
	@$(MAKE) --no-print-directory accuracy-weights
	@echo "The results are in $(ACCURACY)/accuracy.md, accuracy.json, left-out.json, accuracy.svg and recordings.jsonl"

# Fits the weights of the confidence to the recordings of "make accuracy" with one set left out, and writes the results into its table.
accuracy-weights:
	@[ -f $(ACCURACY)/recordings.jsonl ] || { echo "$(ACCURACY)/recordings.jsonl is missing. Run: make accuracy BENCH=folder" >&2; exit 66; }
	@[ -x $(FIT)/bin/python ] || python3 -m venv $(FIT)
	@rm -f $(ACCURACY)/left-out.json
	@if $(FIT)/bin/python -c 'import numpy, scipy' 2>/dev/null || $(FIT)/bin/pip install --quiet numpy==2.4.6 scipy==1.17.1; then \
	  $(FIT)/bin/python -m unittest discover --start-directory Tests/Accuracy && $(FIT)/bin/python Tests/Accuracy/fit.py \
	    $(ACCURACY)/recordings.jsonl --append-to $(ACCURACY)/accuracy.md --json $(ACCURACY)/left-out.json; \
	else \
	  message="PyPI is unreachable, so numpy and scipy are missing. Run later: make accuracy-weights"; echo "$$message"; \
	  printf '\n## Weights of the confidence with one set left out\n\nNot computed: %s\n' "$$message" >> $(ACCURACY)/accuracy.md; \
	fi

# Runs LOAD_SATELLITES satellites and LOAD_HOSTILE misbehaving clients for LOAD_SECONDS, and reports latency and memory.
load: RUN_PACKAGES += python3-venv
load: packages wyoming-peer release
	$(PEER)/bin/python Tests/VocativeWyomingTests/load.py $(VOCATIVE) $(LOAD_SATELLITES) $(LOAD_SECONDS) $(REQUEST) $(LOAD_HOSTILE)

# Prints a table with the minimum of RUNS runs. Fails if a limit is exceeded.
benchmark: packages toolchain
	swift build --configuration release --product AssistantsBenchmark
	.build/release/AssistantsBenchmark $(RUNS)

# Runs libFuzzer over each reader of external input, for FUZZ_MINUTES in total.
fuzz: packages toolchain
	Tests/Fuzzing/fuzz.sh $(FUZZ_MINUTES)

# Builds everything two more times.
sanitize: packages toolchain
	Tests/Sanitizers/sanitize.sh thread
	Tests/Sanitizers/sanitize.sh address

# Kills a program KILLS times while it writes, and checks its stores.
kills: packages toolchain
	$(BUILD_TESTS)
	VOCATIVE_KILLS=$(KILLS) swift test $(TEST_BUILD) --skip-build --filter KilledProcessTests

# Not part of "make test", because it installs a browser and fetches axe-core.
test-page: RUN_PACKAGES += $(BROWSER_PACKAGES)
test-page: packages release
	[ -x $(BROWSER)/bin/python ] || python3 -m venv $(BROWSER)
	$(BROWSER)/bin/pip install --quiet playwright==1.65.2 axe-playwright-python==0.1.8
	$(BROWSER)/bin/python Tests/page.py $(VOCATIVE) $(BROWSER)/pictures

# Writes recordings to OUT. FROM=manifest.jsonl places the recordings of a manifest in other rooms. SAMPLE=1 writes the sample in
# Audio/rooms.
rooms:
	@[ -n "$(OUT)" ] || { echo "Specify the output folder. Run: make rooms OUT=folder" >&2; exit 64; }
	@$(MAKE) --no-print-directory packages BUILD_PACKAGES= RUN_PACKAGES="$(VOICE_PACKAGES)"
	[ -x $(ROOMS)/bin/python ] || python3 -m venv $(ROOMS)
	$(ROOMS)/bin/pip install --quiet --requirement Tests/Rooms/requirements.txt
	$(ROOMS)/bin/python Tests/Rooms/test_rooms.py
	$(ROOMS)/bin/python Tests/Rooms/rooms.py "$(OUT)" --seed $(SEED) $(if $(KINDS),--kinds $(KINDS)) $(if $(FROM),--from "$(FROM)") $(if $(SAMPLE),--sample)

# An empty ALIGN_WITH aligns words with the Gaussian mixtures.
acoustic-network: OUT ?= Models/acoustic-network-en-us.net
acoustic-network: ALIGN_WITH ?= Models/acoustic-network-en-us.net
acoustic-network:
	@$(MAKE) --no-print-directory packages RUN_PACKAGES="pocketsphinx-en-us unzip $(VOICE_PACKAGES)"
	[ -x $(ACOUSTIC_NETWORK)/bin/python ] || python3 -m venv $(ACOUSTIC_NETWORK)
	$(ACOUSTIC_NETWORK)/bin/pip install --quiet --requirement Tests/Rooms/requirements.txt --requirement Tests/AcousticNetwork/requirements.txt
	[ -f $(ACOUSTIC_NETWORK)/packages/speech.jsonl ] || $(ACOUSTIC_NETWORK)/bin/python Tests/AcousticNetwork/package_speech.py $(ACOUSTIC_NETWORK)/packages
	$(ACOUSTIC_NETWORK)/bin/python Tests/AcousticNetwork/test_alignment.py
	$(ACOUSTIC_NETWORK)/bin/python Tests/AcousticNetwork/test_network.py
	$(ACOUSTIC_NETWORK)/bin/python Tests/AcousticNetwork/train.py "$(OUT)" --seed $(SEED) \
	  --recordings $(ACOUSTIC_NETWORK)/packages/speech.jsonl $(RECORDINGS) $(if $(ALIGN_WITH),--align-with "$(ALIGN_WITH)") \
	  $(if $(START),--start "$(START)")

# Not part of "make test", because it fetches Home Assistant's sentences and their parser.
test-import: RUN_PACKAGES += python3-venv
test-import: packages toolchain
	swift build --configuration release --product vocative
	[ -x $(IMPORT)/bin/python ] || python3 -m venv $(IMPORT)
	$(IMPORT)/bin/pip install --quiet hassil==3.12.1 home-assistant-intents==2026.10.27
	$(IMPORT)/bin/python Tests/import.py $(VOCATIVE) $(IMPORT)/results

# Not part of "make test", because it fetches Home Assistant, which fetches the requirements of its components at its first start.
test-home-assistant: RUN_PACKAGES += python3-venv python3-dev ffmpeg mosquitto dbus avahi-daemon avahi-utils $(if $(MEASURE),$(VOICE_PACKAGES))
test-home-assistant: packages release
	[ -x $(HOME_ASSISTANT)/bin/python ] || $(PYTHON) -m venv $(HOME_ASSISTANT)
	$(HOME_ASSISTANT)/bin/python -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11) and "Home Assistant $(HOME_ASSISTANT_RELEASE) needs Python 3.11")'
	$(HOME_ASSISTANT)/bin/pip install --quiet homeassistant==$(HOME_ASSISTANT_RELEASE) josepy==1.14.0 home-assistant-intents==2024.3.12
	$(HOME_ASSISTANT)/bin/python Tests/HomeAssistant/check.py .build/release $(HOME_ASSISTANT)/check
	$(if $(MEASURE),$(MAKE) --no-print-directory measure-home-assistant)

# Part of "make test-home-assistant MEASURE=1".
measure-home-assistant:
	[ -x $(ROOMS)/bin/python ] || python3 -m venv $(ROOMS)
	$(ROOMS)/bin/pip install --quiet --requirement Tests/Rooms/requirements.txt
	$(ROOMS)/bin/python Tests/HomeAssistant/record.py $(HOME_ASSISTANT)/recordings $(SEED)
	$(HOME_ASSISTANT)/bin/python Tests/HomeAssistant/measure.py .build/release $(HOME_ASSISTANT)/recordings $(HOME_ASSISTANT)/measurement

# Not part of "make test", because it builds everything once more, in .build/consumer.
test-consumer: packages toolchain
	swift build --product vocative
	Tests/consumer.sh .build/consumer .build/debug/vocative

# Not part of "make test", because only root can create network namespaces, and the microphones play in real time.
test-rooms: RUN_PACKAGES += iproute2 sox mosquitto mosquitto-clients
test-rooms:
	@[ "$$(id -u)" = 0 ] || { echo "Only root can create network namespaces. Run: sudo make test-rooms" >&2; exit 69; }
	@$(MAKE) --no-print-directory packages release RUN_PACKAGES="$(RUN_PACKAGES)"
	Tests/rooms.sh .build/release

format: toolchain
	swift format format --in-place --recursive Sources Tests Plugins Package.swift

release: packages toolchain
	swift build --configuration release --product vocative
	swift build --configuration release --product vocatived

# The programs contain the Swift runtime, so that they run without a toolchain.
programs: packages toolchain
	swift build --configuration release --static-swift-stdlib --product vocative
	swift build --configuration release --static-swift-stdlib --product vocatived
	swift build --package-path .build/checkouts/swift-argument-parser --scratch-path .build/manuals --product generate-manual
	$(PACKAGING)/build-manuals.sh $(PROGRAMS) .build/manuals/debug/generate-manual $(MANUALS)

# Uses the docc of the toolchain, so that the package needs no plug-in.
docs: RUN_PACKAGES += python3
docs: packages toolchain
	.docs/build.sh .build/docs

install:
	@[ -x "$(PROGRAMS)/vocatived" ] && [ -d "$(MANUALS)" ] || { echo "The programs are not built. Run without sudo: make programs" >&2; exit 69; }
	$(MAKE) --no-print-directory install-files
	@if [ -z "$(DESTDIR)" ]; then \
	  systemd-sysusers "$(PREFIX)/lib/sysusers.d/vocative.conf"; \
	  if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi; \
	  echo "Installed. To start the service: sudo systemctl enable --now vocatived"; \
	fi

install-files:
	install -d "$(DESTDIR)$(BINDIR)" "$(DESTDIR)$(PREFIX)/lib/systemd/system" "$(DESTDIR)$(PREFIX)/lib/sysusers.d" "$(DESTDIR)/etc/vocative"
	install -d -m 755 "$(DESTDIR)/etc/vocative/assistants" "$(DESTDIR)/usr/share/vocative/assistants"
	install --strip -m 755 "$(PROGRAMS)/vocative" "$(PROGRAMS)/vocatived" "$(DESTDIR)$(BINDIR)/"
	sed 's|@BINDIR@|$(BINDIR)|' $(PACKAGING)/vocatived.service.in > "$(DESTDIR)$(PREFIX)/lib/systemd/system/vocatived.service"
	install -m 644 $(PACKAGING)/vocative.sysusers "$(DESTDIR)$(PREFIX)/lib/sysusers.d/vocative.conf"
	for folder in $(sort $(dir $(EXTRAS))); do install -d "$(DESTDIR)$(SHARE)/$$folder"; done
	install -m 644 "$(MANUALS)/man/vocative.1" "$(DESTDIR)$(SHARE)/man/man1/"
	install -m 644 "$(MANUALS)/man/vocatived.8" "$(DESTDIR)$(SHARE)/man/man8/"
	install -m 644 "$(MANUALS)"/bash/* "$(DESTDIR)$(SHARE)/bash-completion/completions/"
	install -m 644 "$(MANUALS)"/zsh/* "$(DESTDIR)$(SHARE)/zsh/$(ZSH_FOLDER)/"
	install -m 644 "$(MANUALS)"/fish/* "$(DESTDIR)$(SHARE)/fish/vendor_completions.d/"
	install -m 644 $(PACKAGING)/mosquitto.acl "$(DESTDIR)$(SHARE)/doc/vocative/examples/"
	@if [ ! -e "$(DESTDIR)/etc/vocative/vocatived.yaml" ]; then install -m 644 $(PACKAGING)/vocatived.yaml "$(DESTDIR)/etc/vocative/"; fi

# Keeps settings, state and the user for a later installation.
uninstall:
	@if [ -z "$(DESTDIR)" ] && [ -d /run/systemd/system ]; then systemctl disable --now vocatived 2>/dev/null || true; fi
	rm -f "$(DESTDIR)$(BINDIR)/vocative" "$(DESTDIR)$(BINDIR)/vocatived" \
	  "$(DESTDIR)$(PREFIX)/lib/systemd/system/vocatived.service" "$(DESTDIR)$(PREFIX)/lib/sysusers.d/vocative.conf" \
	  $(patsubst %,"$(DESTDIR)$(SHARE)/%",$(EXTRAS))
	@if cmp --silent $(PACKAGING)/vocatived.yaml "$(DESTDIR)/etc/vocative/vocatived.yaml"; then rm "$(DESTDIR)/etc/vocative/vocatived.yaml"; fi
	@for folder in /etc/vocative/assistants /etc/vocative /usr/share/vocative/assistants /usr/share/vocative \
	  "$(SHARE)/doc/vocative/examples" "$(SHARE)/doc/vocative"; do \
	  rmdir "$(DESTDIR)$$folder" 2>/dev/null || true; \
	done

deb: RUN_PACKAGES += dpkg-dev
deb: programs
	$(PACKAGING)/build-deb.sh $(PROGRAMS) .build/deb

test-install:
	Tests/install.sh

# Installs, upgrades and purges the package on this machine. Requires root.
test-deb:
	Tests/package.sh "$$(ls -t .build/deb/vocative_*.deb | head -n 1)"

# Boots Debian in a container with systemd as the first process, and installs the package there. Requires root and "make deb".
test-systemd: RUN_PACKAGES += debootstrap systemd-container sox curl
test-systemd: packages
	Tests/systemd.sh "$$(ls -t .build/deb/vocative_*.deb | head -n 1)" .build/systemd

verify-unit:
	@mkdir -p .build
	@sed 's|@BINDIR@/vocatived|/bin/true|' $(PACKAGING)/vocatived.service.in > $(UNIT)
	@$(PACKAGING)/verify-unit.sh $(UNIT)

packages:
	@missing=$$(for package in $(BUILD_PACKAGES) $(RUN_PACKAGES); do \
	  dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || echo $$package; done); \
	if [ -n "$$missing" ]; then \
	  command -v apt-get >/dev/null || { echo "apt-get is missing. Install the equivalents of these Debian packages:" $$missing >&2; exit 69; }; \
	  echo "Installing" $$missing; \
	  $(SUDO) apt-get update -qq; \
	  DEBIAN_FRONTEND=noninteractive $(SUDO) apt-get install -y -qq --no-install-recommends $$missing; \
	fi

toolchain:
	@command -v swift >/dev/null || { \
	  echo "No Swift toolchain found on the path. Install Swift 6.2 or later: https://www.swift.org/install/linux/" >&2; exit 69; }
	@# The build does not notice that a file which the assembler includes has changed, as after "git pull".
	@[ -z "$$(find Models -type f -newer $(EMBEDDED_MODELS))" ] || touch $(EMBEDDED_MODELS)

# make demo   build, play a recording of a request through the pipeline, and speak the answer
# make test   check the format, build without warnings, run every test
# Both install the Debian packages that are missing; as another user than root, through sudo.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

BUILD_PACKAGES := gcc libc6-dev libasound2-dev libpocketsphinx-dev libsphinxbase-dev libsndfile1-dev libsamplerate0-dev \
  libspeexdsp-dev libsqlite3-dev pkg-config
RUN_PACKAGES := pocketsphinx-en-us flite
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
VOCATIVE := .build/release/vocative
REQUEST := Audio/money/slt-breath-vacation-goal.wav
SOAK_MINUTES ?= 10
# Decoding minutes of speech, or starting hundreds of processes, keeps every core busy: run after the tests of capture, whose
# clocks run in real time, and not beside them.
LONG_TESTS := SpokenConversation|BargeInTests|OperationTests|ControlTests|RecordingTests|KilledProcessTests|EvaluateTests|TuneTests|TunerTests|LiveCalibrationTests

.PHONY: help demo test format packages toolchain release soak

help:
	@sed -n 's/^# //p' Makefile

demo: release
	@export XDG_DATA_HOME="$(CURDIR)/.build/demo"; \
	if $(VOCATIVE) devices >/dev/null; then \
	  $(VOCATIVE) replay --speak $(REQUEST); \
	else \
	  $(VOCATIVE) replay --speech-file .build/demo/answer.wav $(REQUEST); \
	  echo "There is no sound card here: the spoken answer is in .build/demo/answer.wav"; \
	fi

test: packages toolchain
	swift format lint --strict --recursive Sources Tests Plugins Package.swift
	swift build --build-tests --explicit-target-dependency-import-check error
	swift test --skip-build --parallel --skip '$(LONG_TESTS)'
	swift test --skip-build --parallel --filter '$(LONG_TESTS)'

# Listens for SOAK_MINUTES to the recordings, looped in real time through an ALSA device, and reports overruns and memory.
soak: release
	Tests/soak.sh $(SOAK_MINUTES) $(VOCATIVE)

format: toolchain
	swift format format --in-place --recursive Sources Tests Plugins Package.swift

release: packages toolchain
	swift build --configuration release --product vocative
	swift build --configuration release --product vocatived

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

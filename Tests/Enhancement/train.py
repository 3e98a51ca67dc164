#!/usr/bin/env python3
"""Trains Models/speech-enhancement-en-us.net, the network of Sources/Stages/AcousticFrontEnd/FeatureEnhancer.swift.

    make enhancement [RECORDINGS="manifest.jsonl …"] [OUT=file]
    train.py OUT [--recordings MANIFEST …] [--work FOLDER] [--seed N]

Each example is dry speech and the same speech in a random room, with random noise and another microphone. The speech is said by the
voices of Tests/Rooms, which say random words, or comes from the recordings of manifests. network.py trains with them. Equal seeds
give equal examples with equal versions of the voices.

To measure a set of recordings, train without it, replace the file in Models, build again, and run "vocative evaluate".
"""

import argparse
import json
import multiprocessing
import os
import re
import sys
from fractions import Fraction
from math import gcd
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Rooms"))
# Each worker uses one processor.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import soundfile
from scipy.signal import resample_poly

import degrading
from features import FrontEnd, compile_front_end
from voices import RATE, VOICES, WEIGHTS, Speech, trimmed

DICTIONARY = "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict"
PACES = (0.85, 1.0, 1.15)
SENTENCES_EACH = 45
SYNTHETIC = 7_000
# Examples for each recording of the manifests.
RECORDED_EACH = 9
CHUNK = 50
ROOMS_EACH = 4
MAX_SECONDS = 6


def random_sentences(seed):
    """Return (voice, words, pace) with words of the dictionary, the most natural voices more often."""
    rng = np.random.default_rng(seed)
    lines = open(DICTIONARY, encoding="utf-8", errors="replace")
    words = np.array([line.split()[0] for line in lines if re.match(r"[a-z]{2,9} ", line)])
    return [
        (voice, " ".join(rng.choice(words, rng.integers(1, 7))), float(rng.choice(PACES)))
        for voice in VOICES for _ in range(SENTENCES_EACH * WEIGHTS[voice.program])
    ]


def recorded(manifests):
    """Return the files of the recordings of manifests."""
    files = []
    for manifest in map(Path, manifests):
        lines = [line for line in manifest.read_text().splitlines() if line.strip()]
        files += [str(manifest.parent / json.loads(line)["audio"]) for line in lines]
    return files


def read(file):
    """Return the first channel of a file at 16 kHz, with a peak of 1."""
    sound, rate = soundfile.read(file, dtype="float64", always_2d=True)
    sound = sound[:, 0]
    if rate != RATE:
        sound = resample_poly(sound, RATE // gcd(RATE, rate), rate // gcd(RATE, rate))
    return sound / max(np.max(np.abs(sound)), 1e-6)


def examples(job):
    """Return the features of a chunk: the degraded ones without and with noise removal, and the dry ones; one array for each example."""
    program, files, synthetic, count, seed = job
    rng = np.random.default_rng(seed)
    front_end = FrontEnd(program)
    responses = [degrading.impulse_response(rng) for _ in range(ROOMS_EACH)]
    found = []
    for _ in range(count):
        file = files[rng.integers(len(files))]
        speech = read(file)[: MAX_SECONDS * RATE]
        if file in synthetic:
            speech = trimmed(speech)
        if rng.random() < 0.8:
            # Other speeds are other speakers: the pitch and the formants change.
            speed = Fraction(float(rng.uniform(0.85, 1.18))).limit_denominator(40)
            speech = resample_poly(speech, speed.numerator, speed.denominator)
        if rng.random() < 0.6:
            speech = degrading.with_loudness(rng, speech)
        dry, before = degrading.with_silence(rng, speech)
        talk = sorted(synthetic)
        sound = degrading.degraded(rng, dry, before, responses, lambda: read(talk[rng.integers(len(talk))]))
        _, target = front_end.features(dry)
        noisy, denoised = front_end.features(sound)
        found.append(np.concatenate([noisy, denoised, target], axis=1).astype("f4"))
    front_end.close()
    return found


def all_examples(synthetic, recordings, program, seed):
    """Return all examples, synthetic ones and those of recordings in turn."""
    plan = [(synthetic, SYNTHETIC // CHUNK)] + ([(recordings, RECORDED_EACH * len(recordings) // CHUNK)] if recordings else [])
    jobs = [
        (program, files, frozenset(synthetic), CHUNK, (seed, kind, number))
        for kind, (files, count) in enumerate(plan) for number in range(count)
    ]
    found = []
    with multiprocessing.Pool() as pool:
        for number, chunk in enumerate(pool.imap(examples, jobs)):
            found += chunk
            if number % 20 == 0:
                print(f"{len(found)} of {CHUNK * len(jobs)} examples", flush=True)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--recordings", nargs="*", default=[])
    parser.add_argument("--work", default=".build/enhancement")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    work = Path(options.work)
    work.mkdir(parents=True, exist_ok=True)
    speech = Speech(work / "speech")
    said = random_sentences(options.seed)
    speech.speak(said)
    synthetic = [str(speech.path(*one)) for one in said]
    print(f"{len(synthetic)} synthetic sentences", flush=True)
    found = all_examples(synthetic, recorded(options.recordings), compile_front_end(work), options.seed)
    # JAX does not support the processes that make the examples, so it is imported after them.
    import network

    network.train(found, options.out, options.seed)


if __name__ == "__main__":
    main()

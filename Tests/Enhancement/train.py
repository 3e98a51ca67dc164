#!/usr/bin/env python3
"""Trains Models/speech-enhancement-en-us.net, the network of Sources/Stages/AcousticFrontEnd/FeatureEnhancer.swift.

    make enhancement [RECORDINGS="manifest.jsonl …"] [OUT=file]
    train.py OUT [--recordings MANIFEST …] [--work FOLDER] [--seed N]

Each example is dry speech and the same speech in a random room, with random noise and another microphone. The speech is said by the
voices of Tests/Rooms, which say random words, or comes from the recordings of manifests. The network learns to correct the features
of the degraded recording towards those of the dry one. Equal seeds give equal examples with equal versions of the voices.

To measure a set of recordings, train without it, replace the file in Models, build again, and run "vocative evaluate".
"""

import argparse
import json
import multiprocessing
import os
import re
import struct
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
from features import COEFFICIENTS, FrontEnd, compile_front_end
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

# The network: frames of context before and after, hidden layers, and the training.
BEFORE, AFTER = 15, 6
HIDDEN = (192, 192)
EPOCHS = 3
BATCH = 1_024
RATE_OF_LEARNING = 1e-3
# Frames of speech weigh more than silence.
WEIGHT_OF_SPEECH = 3
SPEECH_LEVEL = -6
# The share of the network's correction that is applied. With all of it, faint words in noise are lost.
STRENGTH = 0.7


def random_sentences(seed):
    """Return (voice, words, pace) with words of the dictionary, the most natural voices more often."""
    rng = np.random.default_rng(seed)
    words = [line.split()[0] for line in open(DICTIONARY, encoding="utf-8", errors="replace") if re.match(r"[a-z]{2,9} ", line)]
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


class Frames:
    """The frames of all examples, with their contexts."""

    def __init__(self, found):
        frames = np.concatenate(found)
        self.inputs, self.targets = frames[:, : 2 * COEFFICIENTS], frames[:, 2 * COEFFICIENTS :]
        lengths = np.array([len(one) for one in found])
        starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        self.first, self.last = np.repeat(starts, lengths), np.repeat(starts + lengths - 1, lengths)
        self.input_scale, self.target_scale = self.inputs.std(axis=0), self.targets.std(axis=0)
        self.scaled = self.inputs / self.input_scale
        self.corrections = (self.targets - self.inputs[:, COEFFICIENTS:]) / self.target_scale
        self.weights = np.where(self.targets[:, 0] > SPEECH_LEVEL, WEIGHT_OF_SPEECH, 1).astype("f4")
        # The last examples validate.
        self.held_out = np.arange(len(frames)) >= starts[int(0.97 * len(lengths))]

    def batch(self, chosen):
        context = chosen[:, None] + np.arange(-BEFORE, AFTER + 1)
        context = np.clip(context, self.first[chosen][:, None], self.last[chosen][:, None])
        return self.scaled[context].reshape(len(chosen), -1), self.corrections[chosen], self.weights[chosen]


def train(frames, seed):
    """Return the weights and biases of each layer, for scaled inputs and corrections."""
    import jax
    import jax.numpy as jnp
    import optax

    training, validation = np.flatnonzero(~frames.held_out), np.flatnonzero(frames.held_out)
    optimizer = optax.adam(optax.cosine_decay_schedule(RATE_OF_LEARNING, EPOCHS * (len(training) // BATCH)))
    sizes = [2 * COEFFICIENTS * (BEFORE + 1 + AFTER), *HIDDEN, COEFFICIENTS]
    keys = jax.random.split(jax.random.PRNGKey(seed), len(sizes) - 1)
    # He's initialisation; the last layer begins near no correction.
    layers = [
        (jax.random.normal(key, (count, size)) * np.sqrt(2 / count) * (0.1 if number == len(HIDDEN) else 1), jnp.zeros(size))
        for number, (key, count, size) in enumerate(zip(keys, sizes, sizes[1:]))
    ]
    state = optimizer.init(layers)

    def loss(layers, inputs, corrections, weights):
        for weight, bias in layers[:-1]:
            inputs = jax.nn.relu(inputs @ weight + bias)
        weight, bias = layers[-1]
        return jnp.sum(weights[:, None] * (inputs @ weight + bias - corrections) ** 2) / COEFFICIENTS / jnp.sum(weights)

    @jax.jit
    def step(layers, state, *batch):
        gradients = jax.grad(loss)(layers, *batch)
        updates, state = optimizer.update(gradients, state)
        return optax.apply_updates(layers, updates), state

    rng = np.random.default_rng(seed)
    for epoch in range(EPOCHS):
        order = rng.permutation(training)
        for start in range(0, len(order) - BATCH, BATCH):
            layers, state = step(layers, state, *frames.batch(np.sort(order[start : start + BATCH])))
        parts = [validation[start : start + 4 * BATCH] for start in range(0, len(validation), 4 * BATCH)]
        error = np.average([float(loss(layers, *frames.batch(part))) for part in parts], weights=[len(part) for part in parts])
        print(f"epoch {epoch + 1}: squared error {error:.4f}", flush=True)
    return [(np.asarray(weight), np.asarray(bias)) for weight, bias in layers]


def write(out, layers, frames):
    """Write a model, with the scales and the strength as parts of its first and last layer."""
    first, last = layers[0], layers[-1]
    layers = [
        (first[0] / np.tile(frames.input_scale, BEFORE + 1 + AFTER)[:, None], first[1]),
        *layers[1:-1],
        (STRENGTH * last[0] * frames.target_scale, STRENGTH * last[1] * frames.target_scale),
    ]
    with open(out, "wb") as file:
        file.write(b"VENH" + struct.pack("<5I", 1, BEFORE, AFTER, COEFFICIENTS, len(layers)))
        file.write(struct.pack(f"<{len(layers)}I", *(len(bias) for _, bias in layers)))
        for weight, bias in layers:
            file.write(weight.T.astype("<f4").tobytes() + bias.astype("<f4").tobytes())


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
    frames = Frames(all_examples(synthetic, recorded(options.recordings), compile_front_end(work), options.seed))
    write(options.out, train(frames, options.seed), frames)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Trains Models/acoustic-network-en-us.net, the network of Sources/Stages/AcousticFrontEnd/AcousticNetwork.swift.

    make acoustic-network [RECORDINGS="lines.jsonl …"] [ALIGN_WITH=file] [START=file] [OUT=file] [SEED=N]
    train.py OUT [--recordings LINES …] [--align-with NETWORK] [--start NETWORK] [--work FOLDER] [--seed N]

Each example is speech in a random room, with random noise and another microphone, and the senone of each of its frames. The speech is
said by the voices of Tests/Rooms and by neural voices, which say random words, or comes from recordings. The senones come from an alignment
of the words with the dry speech, with the Gaussian mixtures or an earlier network. network.py trains with the examples. With --start, it
continues the training of a network, in fewer steps; another seed gives it other sentences and other rooms. Equal seeds give equal examples
with equal versions of the voices.

LINES has one JSON object for each recording: a line of a manifest with "transcript", or one that "vocative evaluate --recordings" writes.
Of the latter, those that were heard right are used.

To measure a set of recordings, train without it, replace the file in Models, build again, and run "vocative evaluate".
"""

import argparse
import json
import multiprocessing
import os
import sys
from dataclasses import dataclass
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
from alignment import Aligner
from features import FrontEnd, compile_front_end
from network_file import Network
from neural_voices import NEURAL_VOICES, speak
from sentences import random_words
from voices import RATE, VOICES, WEIGHTS, Speech, trimmed

PACES = (0.85, 1.0, 1.15)
SENTENCES_EACH = 260
# Kokoro takes longer for a sentence than the other neural voices.
NEURAL_SENTENCES = {"heart": 2_600, "joe": 2_600, "kokoro": 800}
# Examples for each synthetic sentence.
SYNTHETIC_EACH = 1
# Examples for each list of recordings, of which each has at least two, and the maximum for a recording.
EXAMPLES_OF_LIST, RECORDED_EACH = 12_000, 25
CHUNK = 40
ROOMS_EACH = 6
MAX_SECONDS = 8
SHARE_OF_DEGRADED = 0.9
# The audio before and after the speech of a recording that is used, in seconds.
MARGIN = 0.25


@dataclass(frozen=True)
class Utterance:
    """Speech and its words."""

    file: str
    words: tuple
    examples: int
    is_synthetic: bool


def synthetic(speech, seed):
    """Synthesize random sentences, those of the most natural voices more often, and return them."""
    rng = np.random.default_rng(seed)
    voices = [voice for voice in VOICES for _ in range(SENTENCES_EACH * WEIGHTS[voice.program])]
    said = [(voice, words, float(rng.choice(PACES))) for voice, words in zip(voices, random_words(rng, len(voices)))]
    said = [(voice, " ".join(words), pace) for voice, words, pace in said]
    speech.speak(said)
    files = [speech.path(*one) for one in said]
    texts = [text for _, text, _ in said]
    for name in NEURAL_VOICES:
        sentences = [(" ".join(words), float(rng.choice(PACES))) for words in random_words(rng, NEURAL_SENTENCES[name])]
        files += speak(speech.folder, name, sentences)
        texts += [text for text, _ in sentences]
    return [Utterance(str(file), tuple(text.split()), SYNTHETIC_EACH, True) for file, text in zip(files, texts)]


def recorded(lists):
    """Return the recordings of lists whose words are known."""
    found = []
    for path in map(Path, lists):
        known = []
        for line in filter(None, map(str.strip, path.read_text().splitlines())):
            fields = json.loads(line)
            if fields.get("is_baseline"):
                continue
            words = fields.get("transcript")
            if words is None and fields.get("is_heard_right") and fields.get("expected"):
                words = fields["heard"]["text"]
            if words:
                # A manifest names files beside itself, and "vocative evaluate --recordings" those that it has opened.
                file = Path(fields["audio"]) if "is_heard_right" in fields else path.parent / fields["audio"]
                if not file.exists():
                    raise SystemExit(f"{path}: there is no file {file}; run this in the folder in which the list was made")
                known.append((str(file), tuple(words.lower().split())))
        examples = min(max(2, EXAMPLES_OF_LIST // max(len(known), 1)), RECORDED_EACH)
        found += [Utterance(file, words, examples, False) for file, words in known]
    return found


def read(file):
    """Return the first channel of a file at 16 kHz, with a peak of 1."""
    sound, rate = soundfile.read(file, dtype="float64", always_2d=True)
    sound = sound[:, 0]
    if rate != RATE:
        sound = resample_poly(sound, RATE // gcd(RATE, rate), rate // gcd(RATE, rate))
    return sound / max(np.max(np.abs(sound)), 1e-6)


def around_speech(sound):
    """Return the part of a recording from shortly before its first loud moment to shortly after its last one."""
    step = RATE // 100
    frames = sound[: len(sound) // step * step].reshape(-1, step)
    levels = np.convolve(10 * np.log10((frames**2).mean(axis=1) + 1e-9), np.ones(5) / 5, "same")
    loud = np.flatnonzero(levels > (levels.mean() + max(levels.max() - 25, levels.mean())) / 2)
    margin = int(MARGIN * RATE)
    return sound[max(0, loud[0] * step - margin) : loud[-1] * step + margin]


_aligner = None


def examples(job):
    """Return the examples of a chunk: the features without and with noise removal, the senones, how well they fit, and the utterance."""
    global _aligner
    program, utterances, talk, align_with, seed = job
    _aligner = _aligner or Aligner(align_with and Network.read(align_with))
    rng = np.random.default_rng(seed)
    front_end = FrontEnd(program)
    responses = [degrading.impulse_response(rng) for _ in range(ROOMS_EACH)]
    found = []
    for utterance in utterances:
        speech = read(utterance.file)
        speech = trimmed(speech) if utterance.is_synthetic else around_speech(speech)
        if len(speech) > MAX_SECONDS * RATE:
            continue
        if rng.random() < 0.8:
            # Other speeds are other speakers: the pitch and the formants change.
            speed = Fraction(float(rng.uniform(0.83, 1.2))).limit_denominator(40)
            speech = resample_poly(speech, speed.numerator, speed.denominator)
        if rng.random() < 0.6:
            speech = degrading.with_loudness(rng, speech)
        dry, before = degrading.with_silence(rng, speech)
        sound = dry
        if rng.random() < SHARE_OF_DEGRADED:
            sound = degrading.degraded(rng, dry, before, responses, lambda: read(talk[rng.integers(len(talk))]))
        aligned = _aligner.align(front_end.features(dry), utterance.words)
        if aligned:
            found.append((np.concatenate(front_end.features(sound), axis=1).astype("f2"), *aligned, utterance.file))
    front_end.close()
    return found


def all_examples(utterances, program, align_with, seed):
    """Return the examples of all utterances, in random order."""
    talk = [utterance.file for utterance in utterances if utterance.is_synthetic]
    repeated = [one for one in utterances for _ in range(one.examples)]
    repeated = [repeated[number] for number in np.random.default_rng(seed).permutation(len(repeated))]
    jobs = [
        (program, repeated[start : start + CHUNK], talk, align_with, (seed, start)) for start in range(0, len(repeated), CHUNK)
    ]
    found = []
    with multiprocessing.Pool() as pool:
        for number, chunk in enumerate(pool.imap(examples, jobs)):
            found += chunk
            if number % 20 == 0:
                print(f"{len(found)} of {len(repeated)} examples", flush=True)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--recordings", nargs="*", default=[])
    parser.add_argument("--align-with", help="a network (default: the Gaussian mixtures)")
    parser.add_argument("--start", help="a network whose training continues (default: random weights)")
    parser.add_argument("--work", default=".build/acoustic-network")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    # A file that cannot be read is found before the examples are made.
    start = options.start and Network.read(options.start)
    work = Path(options.work)
    work.mkdir(parents=True, exist_ok=True)
    utterances = synthetic(Speech(work / "speech"), options.seed)
    recordings = recorded(options.recordings)
    print(f"{len(utterances)} synthetic sentences, {len(recordings)} recordings", flush=True)
    found = all_examples(utterances + recordings, compile_front_end(work), options.align_with, options.seed)
    # JAX does not support the processes that make the examples, so it is imported after them.
    import network

    network.train(found, options.out, options.seed, start)


if __name__ == "__main__":
    main()

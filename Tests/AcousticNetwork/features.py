"""The features of an utterance, as UtteranceFrontEnd.swift computes them for an utterance whose silences are short."""

import struct
import subprocess
from pathlib import Path

import numpy as np

COEFFICIENTS = 13
_PEAK, _NOISE = -6.0, -66.0
_WEIGHT_OF_SPEECH = 0.75


class FrontEnd:
    """PocketSphinx's front end, in a process of its own."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def features(self, sound):
        """Return the cepstra of a sound without and with noise removal, each with a subtracted mean, one row for each 10 ms."""
        samples = _normalized(sound)
        self.process.stdin.write(struct.pack("=i", len(samples)) + samples.tobytes())
        self.process.stdin.flush()
        return self._answer(), self._answer()

    def _answer(self):
        (count,) = struct.unpack("=i", self.process.stdout.read(4))
        cepstra = np.frombuffer(self.process.stdout.read(count * COEFFICIENTS * 4), "=f4").reshape(count, COEFFICIENTS)
        return cepstra - _mean(cepstra)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def compile_front_end(folder):
    """Compile cepstra.c and return the program."""
    program = Path(folder) / "cepstra"
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "pocketsphinx"], check=True, capture_output=True, text=True).stdout
    source = Path(__file__).resolve().parent / "cepstra.c"
    subprocess.run(["cc", "-O2", "-Wall", str(source), "-o", str(program), *flags.split()], check=True)
    return program


def _normalized(sound):
    """Return 16-bit samples at the level and with the noise floor of LevelNormalizer.swift."""
    sound = sound / max(np.max(np.abs(sound)), 1e-9) * 10 ** (_PEAK / 20)
    noise = np.random.default_rng(len(sound)).uniform(-1, 1, len(sound)) * 10 ** (_NOISE / 20) * np.sqrt(3)
    return np.clip((sound + noise) * 32_768, -32_768, 32_767).astype("=i2")


def _mean(cepstra):
    """Return the mean of CepstralMean.utterance."""
    loud = cepstra[:, 0] > cepstra[:, 0].mean()
    if loud.all() or not loud.any():
        return cepstra.mean(axis=0)
    return _WEIGHT_OF_SPEECH * cepstra[loud].mean(axis=0) + (1 - _WEIGHT_OF_SPEECH) * cepstra[~loud].mean(axis=0)

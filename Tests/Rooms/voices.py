"""The English voices of Debian: Flite, Festival and espeak-ng."""

import hashlib
import subprocess
import tempfile
from dataclasses import dataclass
from math import gcd
from pathlib import Path

import numpy as np
import soundfile
from scipy.signal import resample_poly

RATE = 16_000
PACKAGES = "flite festival festvox-kallpc16k festvox-kdlpc16k festvox-us-slt-hts espeak-ng"


@dataclass(frozen=True)
class Voice:
    """A voice: its program, its name in that program, and its group.

    Voices derived from one speaker are in one group, so settings tuned on group "a" can be tested on unknown speakers.
    """

    program: str
    name: str
    group: str

    @property
    def label(self):
        return f"{self.program}-{self.name}"


def _voices(group, **names):
    return [Voice(program.replace("_", "-"), name, group) for program, some in names.items() for name in some]


# Only some of espeak-ng's variants are included: whispers, robots and strong formant changes are left out, because an English model does
# not recognize them even without a room, and other variants resemble the ones here. The network is trained with these voices in this
# order, so a change here is another network; a new voice belongs in UNHEARD.
VOICES = _voices(
    "a",
    flite=["slt", "kal16"],
    festival=["cmu_us_slt_arctic_hts", "kal_diphone"],
    espeak_ng=["en-us", "en-us+f2", "en-us+Andy", "en-us-nyc", "en-gb", "en-gb-x-rp"],
) + _voices(
    "b",
    flite=["rms", "awb"],
    festival=["ked_diphone"],
    espeak_ng=["en-us+m7", "en-us+f5", "en-us+m1", "en-029", "en-gb-scotland", "en-gb-x-gbclan"],
)
# Voices that the network never heard. Only espeak-ng has any, so the group has an accent and three variants.
UNHEARD = _voices("c", espeak_ng=["en-gb-x-gbcwmd", "en-us+m3", "en-us+f4", "en-gb+m5"])
ROOM_VOICES = VOICES + UNHEARD
# The voices of the installed packages that are left out, and the reasons.
EXCLUDED = {
    "flite-kal": "kal16 has the same voice at twice the bandwidth",
    "flite-awb_time": "it can only tell the time",
}
# The most natural voices are used three times as often as espeak-ng's formants.
WEIGHTS = {"flite": 3, "festival": 3, "espeak-ng": 1}


class Speech:
    """Synthesizes sentences and caches them in a folder."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)

    def samples(self, voice, text, pace=1.0):
        """Return the sentence as floats at 16 kHz with a peak of 1, without the silence around it."""
        path = self.path(voice, text, pace)
        if not path.exists():
            self.speak([(voice, text, pace)])
        sound, rate = soundfile.read(path, dtype="float64")
        if rate != RATE:
            divisor = gcd(rate, RATE)
            sound = resample_poly(sound, RATE // divisor, rate // divisor)
        return trimmed(sound / np.max(np.abs(sound)))

    def speak(self, wanted):
        """Synthesize sentences that are not cached; Festival starts slowly, so it is started once for all of its sentences.

        A file has its name only once it is complete, so that an interrupted run leaves no part of a sentence in the cache.
        """
        script, spoken = [], []
        for voice, text, pace in sorted(set(wanted), key=lambda one: (one[0].label, one[1], one[2])):
            path = self.path(voice, text, pace)
            if path.exists():
                continue
            part = path.with_name(f"{path.name}.part")
            if voice.program == "flite":
                self._run(["flite", "-voice", voice.name, "--setf", f"duration_stretch={1 / pace:.3f}", "-t", text, "-o", part])
            elif voice.program == "espeak-ng":
                self._run(["espeak-ng", "-v", voice.name, "-s", str(round(160 * pace)), "-w", part, text])
            else:
                # The HTS voice has no rate setting of its own.
                script += [
                    f"(voice_{voice.name})",
                    f"(Parameter.set 'Duration_Stretch {1 / pace:.3f})",
                    f'(utt.save.wave (utt.synth (Utterance Text "{text}")) "{part}" \'riff)',
                ]
                spoken.append(path)
                continue
            part.rename(path)
        if script:
            with tempfile.NamedTemporaryFile("w", suffix=".scm") as file:
                file.write("\n".join(script))
                file.flush()
                self._run(["festival", "-b", file.name], limit=900)
            for path in spoken:
                path.with_name(f"{path.name}.part").rename(path)

    def path(self, voice, text, pace):
        """Return the file of a sentence, which `speak` writes."""
        key = hashlib.sha256(f"{voice.label}/{pace}/{text}".encode()).hexdigest()[:16]
        return self.folder / f"{voice.label}-{key}.wav"

    @staticmethod
    def _run(command, limit=120):
        try:
            subprocess.run([str(part) for part in command], check=True, capture_output=True, timeout=limit)
        except FileNotFoundError:
            raise SystemExit(f"{command[0]} is missing. Install the voices: sudo apt-get install {PACKAGES}") from None
        except subprocess.TimeoutExpired:
            raise SystemExit(f"{command[0]} did not end within {limit} seconds; is the disk full?") from None
        except subprocess.CalledProcessError as error:
            raise SystemExit(f"{command[0]} failed: {error.stderr.decode(errors='replace').strip()}") from None


def trimmed(sound, below=-45.0, margin=0.03):
    """Return the sound without audio more than 45 dB below the peak at both ends, except for 30 ms."""
    loud = np.flatnonzero(np.abs(sound) > np.max(np.abs(sound)) * 10 ** (below / 20))
    margin = int(margin * RATE)
    return sound[max(0, loud[0] - margin) : loud[-1] + margin]


def faded(sound, seconds=0.03):
    """Return the sound with faded ends, so that a recording's own noise does not begin and end with a click."""
    ramp = np.linspace(0, 1, int(seconds * RATE))
    sound = sound.copy()
    sound[: len(ramp)] *= ramp
    sound[-len(ramp) :] *= ramp[::-1]
    return sound

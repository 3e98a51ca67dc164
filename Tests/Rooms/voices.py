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
    """A voice: its program, its name there, and the group it belongs to.

    Voices that go back to one speaker are in one group. What is tuned to group "a" can so be tested on people it has not heard.
    """

    program: str
    name: str
    group: str

    @property
    def label(self):
        return f"{self.program}-{self.name}"


def _voices(group, **names):
    return [Voice(program.replace("_", "-"), name, group) for program, some in names.items() for name in some]


# Flite's kal is its kal16 at half the bandwidth, and its awb_time tells only the time. The MBROLA voices that espeak-ng lists are not
# in Debian main. Of espeak-ng's variants only some are here: whispering, robots and those that change the formants a lot are left out,
# as an English model understands nothing of them even without a room.
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
# Those that sound most like people come three times as often as espeak-ng's formants.
WEIGHTS = {"flite": 3, "festival": 3, "espeak-ng": 1}


class Speech:
    """Speaks sentences, and keeps what was spoken in a folder."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)

    def samples(self, voice, text, pace=1.0):
        """The sentence as floats at 16 kHz, its peak at 1, without the quiet around it."""
        path = self._path(voice, text, pace)
        if not path.exists():
            self.speak([(voice, text, pace)])
        sound, rate = soundfile.read(path, dtype="float64")
        if rate != RATE:
            divisor = gcd(rate, RATE)
            sound = resample_poly(sound, RATE // divisor, rate // divisor)
        return trimmed(sound / np.max(np.abs(sound)))

    def speak(self, wanted):
        """Speaks sentences that were not spoken before; Festival starts slowly, and is started once for all of its own."""
        script = []
        for voice, text, pace in sorted(set(wanted), key=lambda one: (one[0].label, one[1], one[2])):
            path = self._path(voice, text, pace)
            if path.exists():
                continue
            if voice.program == "flite":
                self._run(["flite", "-voice", voice.name, "--setf", f"duration_stretch={1 / pace:.3f}", "-t", text, "-o", path])
            elif voice.program == "espeak-ng":
                self._run(["espeak-ng", "-v", voice.name, "-s", str(round(160 * pace)), "-w", path, text])
            else:
                # The HTS voice has no rate of its own.
                script += [
                    f"(voice_{voice.name})",
                    f"(Parameter.set 'Duration_Stretch {1 / pace:.3f})",
                    f'(utt.save.wave (utt.synth (Utterance Text "{text}")) "{path}.part" \'riff)',
                ]
        if script:
            with tempfile.NamedTemporaryFile("w", suffix=".scm") as file:
                file.write("\n".join(script))
                file.flush()
                self._run(["festival", "-b", file.name], limit=900)
            for part in self.folder.glob("*.part"):
                part.rename(part.with_suffix(""))

    def _path(self, voice, text, pace):
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
    """Without what lies more than 45 dB below the peak at both ends, except for 30 ms."""
    loud = np.flatnonzero(np.abs(sound) > np.max(np.abs(sound)) * 10 ** (below / 20))
    margin = int(margin * RATE)
    return sound[max(0, loud[0] - margin) : loud[-1] + margin]


def faded(sound, seconds=0.03):
    """With soft ends, where a recording has noise of its own that would begin and end with a click."""
    ramp = np.linspace(0, 1, int(seconds * RATE))
    sound = sound.copy()
    sound[: len(ramp)] *= ramp
    sound[-len(ramp) :] *= ramp[::-1]
    return sound

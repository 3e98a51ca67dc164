"""Programs of Vocative with folders and a simulated microphone of their own."""

import json
import os
import subprocess
import time
import wave
from pathlib import Path

RATE = 16_000
SOUND = Path(__file__).resolve().parent.parent / "Support" / "SimulatedSound"
# The time between writing a recording and hearing it.
LEAD = 1.0


def speak(text, path, voice="slt"):
    """Synthesize a text with flite, and return its samples."""
    subprocess.run(["flite", "-voice", voice, "-t", text, "-o", str(path)], check=True, stdout=subprocess.DEVNULL)
    return samples(path)


def samples(path):
    with wave.open(str(path)) as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (RATE, 1, 2), path
        return file.readframes(file.getnframes())


def silence(seconds):
    """Return faint noise, as in a quiet room."""
    return b"\x02\x00\xfe\xff" * int(seconds * RATE / 2)


class Box:
    """A folder with the settings and the state of a program."""

    def __init__(self, programs, folder):
        self.programs = Path(programs)
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "run").mkdir(exist_ok=True, mode=0o700)
        self.log = self.folder / "log"
        self.process = None
        names = {"DATA": "data", "STATE": "state", "CONFIG": "config"}
        self.environment = dict(os.environ, **{f"XDG_{name}_HOME": str(self.folder / folder) for name, folder in names.items()})
        self.environment["XDG_RUNTIME_DIR"] = str(self.folder / "run")

    def run(self, *arguments, status=(0, 1)):
        """Run vocative to its end."""
        command = [self.programs / "vocative", *map(str, arguments)]
        result = subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=300)
        assert result.returncode in status, (arguments, result.returncode, result.stderr)
        return result

    def start(self, program, *arguments, **options):
        output = open(self.log, "ab")
        command = [self.programs / program, *map(str, arguments)]
        self.process = subprocess.Popen(command, env=self.environment, stdout=output, stderr=output, **options)
        return self

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(30)

    def count(self, text):
        """Return how often a text is in the log."""
        return self.log.read_text(errors="replace").count(text) if self.log.exists() else 0

    def logged(self, text):
        return self.log.exists() and text in self.log.read_text(errors="replace")


class ListeningBox(Box):
    """A daemon with a microphone that hears recordings, and a silent loudspeaker."""

    def __init__(self, programs, folder, seconds=900):
        super().__init__(programs, folder)
        for device in ("microphone", "loudspeaker"):
            library = self.folder / f"{device}.so"
            subprocess.run(
                ["cc", "-shared", "-fPIC", "-DPIC", "-o", library, SOUND / f"simulated_{device}.c", "-lasound"], check=True)
        self.sound = self.folder / "heard.raw"
        self.sound.write_bytes(silence(seconds))
        self.origin = time.time()
        (self.folder / "asound.conf").write_text(
            "</usr/share/alsa/alsa.conf>\n"
            f'pcm_type.simulated {{ lib "{self.folder}/microphone.so" }}\n'
            f'pcm_type.loudspeaker {{ lib "{self.folder}/loudspeaker.so" }}\n'
            f'pcm.microphone {{ type simulated file "{self.sound}" origin "{self.origin}" }}\n'
            'pcm.speaker { type loudspeaker file "/dev/null" speed 20 }\n')
        self.environment["ALSA_CONFIG_PATH"] = str(self.folder / "asound.conf")
        self.socket = self.folder / "control"

    def listen(self, *arguments):
        return self.start(
            "vocatived", "--device", "microphone", "--output-device", "speaker", "--log-level", "debug", "--control-socket",
            self.socket, *arguments)

    def play(self, sound):
        """Let the microphone hear samples, and return the time of their end."""
        start = time.time() + LEAD
        with open(self.sound, "r+b") as file:
            file.seek(int((start - self.origin) * RATE) * 2)
            file.write(sound)
        return start + len(sound) / 2 / RATE

    def events(self):
        """Return the events in the log."""
        found = []
        for line in self.log.read_text(errors="replace").splitlines():
            start = line.find('{"')
            if start >= 0 and '"event"' in line:
                try:
                    found.append(json.loads(line[start:]))
                except ValueError:
                    pass
        return found

    def type(self, text):
        """Type a request to the running daemon, and return its events."""
        result = self.run("trigger", "--json", "--socket", self.socket, text, status=range(256))
        return [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]

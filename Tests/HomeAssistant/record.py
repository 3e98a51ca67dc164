#!/usr/bin/env python3
"""Records the sixty sentences with synthetic voices in rooms.

    record.py OUT [SEED]

OUT receives a recording for each sentence, and recordings.json with their voices, their rooms and the ends of their speech. Python
must be that of `make rooms`.
"""

import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Rooms"))

import numpy as np
import soundfile

import acoustics
import noises
from recordings import Rooms
from rooms import Random, dealt
from sentences import SENTENCES, WAKE
from voices import RATE, VOICES, WEIGHTS, Speech

# The background and its distance below the speech in decibels; each room is used equally often.
BACKGROUNDS = ((None, None), (None, None), ("kitchen", 18), ("fan", 18), ("music", 18), ("music", 12))
# The room is heard for some seconds before and after the speech, as by a microphone that is always on.
BEFORE, AFTER = 4.0, 6.0


def background(rng, rooms, kind, count):
    if kind == "kitchen":
        return noises.kitchen(rng, count)
    if kind == "fan":
        return noises.fan(rng, count)
    response, _, _ = rooms.response(rng, 0.3, 0.6, (2.5,))
    return acoustics.reverberated(noises.music(rng, count + RATE), response)[RATE // 2 : RATE // 2 + count]


def main():
    out, seed = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    out.mkdir(parents=True, exist_ok=True)
    random = Random(seed, "home-assistant")
    rooms, speech = Rooms(random), Speech(out / "speech")
    deck = [voice for voice in VOICES for _ in range(WEIGHTS[voice.program])]
    voices = dealt(random("voices"), deck, len(SENTENCES))
    places = dealt(random("rooms"), list(BACKGROUNDS), len(SENTENCES))
    # Every second request follows the wake phrase in the same breath, the others after a comma.
    texts = [f"{WAKE}{'' if number % 2 else ','} {sentence.text}" for number, sentence in enumerate(SENTENCES)]
    speech.speak([(voice, text, 1.0) for voice, text in zip(voices, texts)])
    recordings = []
    for number, (sentence, text, voice, (kind, ratio)) in enumerate(zip(SENTENCES, texts, voices, places)):
        rng = random("recording", number)
        dry = speech.samples(voice, text)
        response, reverberation, distance = rooms.response(rng, 0.3, 0.6, (1.0, 1.8, 2.5))
        wet = acoustics.reverberated(dry, response)
        wet /= np.max(np.abs(wet))
        start = int(BEFORE * RATE)
        sound = np.zeros(start + len(wet) + int(AFTER * RATE))
        sound[start : start + len(wet)] = wet
        if kind:
            sound += acoustics.scaled_noise(wet, background(rng, rooms, kind, len(sound)), ratio)
        floor = noises.pink(rng, len(sound))
        sound = sound * acoustics.decibels(-12) + floor / np.sqrt(np.mean(floor**2)) * acoustics.decibels(-66)
        sound /= max(1, np.max(np.abs(sound)) / 0.98)
        name = f"{number:02d}.wav"
        soundfile.write(out / name, (sound * 32767).astype(np.int16), RATE)
        recordings.append({
            "audio": name, "text": sentence.text, "voice": voice.label, "reverberation": reverberation, "distance": distance,
            "background": kind, "snr": ratio, "end": BEFORE + len(dry) / RATE,
        })
    (out / "recordings.json").write_text(json.dumps(recordings, indent=1))
    print(f"{len(recordings)} recordings in {out}")


if __name__ == "__main__":
    main()

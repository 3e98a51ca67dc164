"""Places a sentence in a room with background sounds and a microphone."""

from dataclasses import dataclass

import numpy as np

import acoustics
import noises
from acoustics import RATE, decibels

# The background sound of some rooms; the others only have the faint noise of any room.
BACKGROUNDS = ("kitchen", "fan", "babble", "music")
ROOMS = ("near", "living-room", "hall", "chime", "breath", *BACKGROUNDS, "distant", "clipped")
RATIOS = (24, 18, 12, 6)


@dataclass
class Recording:
    """Audio at 16 kHz between -1 and 1, with its conditions."""

    samples: np.ndarray
    # For the manifest: the room, the reverberation in seconds, the distance in metres, and the ratio to the background in dB.
    conditions: dict


class Rooms:
    """The rooms of one seed, which recordings share, as in a house."""

    def __init__(self, random, count=12):
        self.random = random
        self.count = count
        self.responses = {}

    def response(self, rng, low, high, distances):
        """Return a response with a reverberation between `low` and `high` seconds at one of some distances."""
        number = int(rng.integers(self.count))
        distance = float(distances[int(rng.integers(len(distances)))])
        key = (low, high, number, distance)
        if key not in self.responses:
            own = self.random("room", *key)
            reverberation = round(float(own.uniform(low, high)), 2)
            self.responses[key] = (acoustics.impulse_response(own, reverberation, distance), reverberation, distance)
        return self.responses[key]


def record(rng, rooms, speech, room, ratio=None, talk=(), with_chime=None):
    """Return a recording of `speech` in a room.

    `talk` has the sentences of the babble. A chime comes before the speech in the room "chime", in every second room with a
    background, or if `with_chime` is true.
    """
    near = room in ("near", "breath", "clipped")
    low, high = {"near": (0.3, 0.3), "hall": (0.6, 0.8), "distant": (0.5, 0.8)}.get(room, (0.3, 0.6))
    distances = (0.4, 0.7) if near else (3.0, 4.0) if room == "distant" else (1.0, 1.8, 2.5)
    response, reverberation, distance = rooms.response(rng, low, high, distances)
    conditions = {"room": room, "reverberation": reverberation, "distance": distance}

    speech = acoustics.reverberated(speech, response)
    speech /= np.max(np.abs(speech))
    has_chime = bool(rng.random() < 0.5 and room in BACKGROUNDS or room == "chime") if with_chime is None else with_chime
    # The chime has the satellite's level, independent of the speech's level.
    level = rng.uniform(-34, -26) if room == "distant" else rng.uniform(-20, -8)
    start, foreground = _foreground(rng, response, has_chime, level if room == "breath" else None)
    sound = np.zeros(start + len(speech) + int(rng.uniform(0.5, 0.8) * RATE))
    sound[start : start + len(speech)] += speech

    if room in BACKGROUNDS:
        ratio = ratio if ratio is not None else RATIOS[int(rng.integers(len(RATIOS)))]
        background = _background(rng, rooms, room, len(sound), talk)
        sound += acoustics.scaled_noise(speech, background, ratio)
        conditions["snr"] = ratio
    if room == "distant":
        sound = acoustics.cheap_microphone(sound)
        sound /= np.max(np.abs(sound))
        hiss = noises.pink(rng, len(sound)) + 0.1 * rng.standard_normal(len(sound))
        hiss = acoustics.scaled_noise(speech, hiss, 18)
        # The microphone changes the level of the speech, and the hiss is its own.
        conditions["snr"] = round(acoustics.ratio(sound, hiss), 1)
        sound += hiss
    sound *= decibels(level)
    for at, tone, peak in foreground:
        tone = tone[: len(sound) - at]
        sound[at : at + len(tone)] += decibels(peak) * tone
    if has_chime:
        conditions["chime"] = True
    floor = noises.pink(rng, len(sound))
    sound += floor / np.sqrt(np.mean(floor**2)) * decibels(rng.uniform(-72, -62))

    if room == "clipped":
        over = round(float(rng.uniform(6, 14)), 1)
        sound = np.clip(sound / np.max(np.abs(sound)) * decibels(over), -1, 1) * rng.uniform(0.5, 0.98)
        conditions["overload"] = over
    peak = np.max(np.abs(sound))
    return Recording(sound / peak * 0.98 if peak > 0.98 else sound, conditions)


def _foreground(rng, response, has_chime, breath_under):
    """Return the start of the speech and the sound before it: (start, sound, its peak in dBFS).

    A breath is added if the peak of the speech is given, in dBFS.
    """
    start = int(rng.uniform(0.2, 0.6) * RATE)
    before = []
    if has_chime:
        # The satellite's loudspeaker is beside its microphone, so a little of the room's reverberation returns.
        tone = noises.chime(rng)
        sounding = int(np.flatnonzero(np.abs(tone) > 0.1)[-1])
        wet = acoustics.reverberated(tone, response)[: len(tone) + RATE // 2]
        tone = np.pad(tone, (0, max(0, len(wet) - len(tone)))) + 0.2 * wet / np.max(np.abs(wet))
        before.append((start, tone / np.max(np.abs(tone)), rng.uniform(-18, -6)))
        start += sounding + int(rng.uniform(0.05, 0.5) * RATE)
    if breath_under is not None:
        sound = noises.breath(rng)
        before.append((start, sound, breath_under + rng.uniform(-26, -16)))
        start += len(sound) + int(rng.uniform(0.0, 0.15) * RATE)
    return start, before


def _background(rng, rooms, room, count, talk):
    if room == "kitchen":
        return noises.kitchen(rng, count)
    if room == "fan":
        return noises.fan(rng, count)
    # Babble and music come from the other end of the room.
    response, _, _ = rooms.response(rng, 0.3, 0.6, (2.5,))
    sound = noises.babble(rng, count + RATE, talk) if room == "babble" else noises.music(rng, count + RATE)
    return acoustics.reverberated(sound, response)[RATE // 2 : RATE // 2 + count]

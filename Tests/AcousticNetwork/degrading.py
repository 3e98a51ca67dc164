"""Turns dry speech into a recording of a random room, with random noise and a random microphone."""

import numpy as np

import acoustics
import noises
from acoustics import RATE, decibels, scaled_noise

_WINDOW = 512
_STEP = _WINDOW // 2
_DISTANCES = (0.4, 0.7, 1.0, 1.8, 2.5, 3.5)
# Random noises and events are more frequent than the sounds of Tests/Rooms, so that the network does not learn those sounds.
_KINDS = ("kitchen", "fan", "babble", "music", "pink", "white", *["coloured"] * 3, *["events"] * 2, *["both"] * 2)


def impulse_response(rng):
    """Return the response of a random room."""
    return acoustics.impulse_response(rng, float(rng.uniform(0.2, 0.8)), float(rng.choice(_DISTANCES)))


def with_loudness(rng, speech):
    """Return speech whose loudness changes from word to word and often falls to the end."""
    points = rng.uniform(-10, 0, 5) + np.linspace(0, rng.uniform(-6, 0), 5)
    return _unit_peak(speech * decibels(np.interp(np.arange(len(speech)), np.linspace(0, len(speech), 5), points)))


def with_silence(rng, speech):
    """Return the speech between two silences, and the samples of the first one."""
    before, after = int(rng.uniform(0.25, 1.2) * RATE), int(rng.uniform(0.3, 1.6) * RATE)
    return np.concatenate([np.zeros(before), speech, np.zeros(after)]), before


def degraded(rng, dry, before, responses, talk):
    """Return a recording of `dry`, which begins with `before` samples of silence, as long and with the speech at the same place.

    `talk` returns another random sentence.
    """
    count = len(dry)
    sound = dry
    if rng.random() < 0.7:
        sound = _unit_peak(acoustics.reverberated(dry, responses[rng.integers(len(responses))])[:count])
    if rng.random() < 0.8:
        noise = _noise(rng, count, talk)
        if rng.random() < 0.5:
            noise = acoustics.reverberated(noise, responses[rng.integers(len(responses))])[:count]
        sound = sound + scaled_noise(sound, noise, float(rng.uniform(0, 30)))
    else:
        sound = sound.copy()
    if rng.random() < 0.3:
        chime = noises.chime(rng)[:before]
        sound[: len(chime)] += chime * decibels(rng.uniform(-12, 4))
    if rng.random() < 0.15:
        breath = noises.breath(rng)[:before]
        sound[before - len(breath) : before] += breath * decibels(rng.uniform(-25, -10))
    if rng.random() < 0.15:
        sound = acoustics.cheap_microphone(sound)
    if rng.random() < 0.5:
        # A microphone that favours low or high frequencies.
        sound = sound + float(rng.uniform(-0.6, 0.6)) * np.concatenate([[0], sound[:-1]])
    sound = _unit_peak(sound)
    if rng.random() < 0.08:
        sound = np.clip(sound * decibels(rng.uniform(4, 14)), -1, 1)
    floor = noises.pink(rng, count)
    return sound + floor / np.sqrt(np.mean(floor**2)) * decibels(rng.uniform(-70, -45))


def _noise(rng, count, talk):
    kind = rng.choice(_KINDS)
    if kind == "white":
        return rng.standard_normal(count)
    if kind == "babble":
        return noises.babble(rng, count, [talk() for _ in range(int(rng.integers(1, 7)))])
    if kind == "coloured":
        return _coloured(rng, count)
    if kind == "events":
        return _events(rng, count)
    if kind == "both":
        steady, events = _coloured(rng, count), _events(rng, count)
        return steady / np.std(steady) * rng.uniform(0.1, 1) + _unit_peak(events) * rng.uniform(1, 6)
    return getattr(noises, kind)(rng, count)


def _coloured(rng, count):
    """Return noise with a random spectrum and a random loudness, both of which change."""
    frequencies = np.fft.rfftfreq(_WINDOW, 1 / RATE)
    knots = np.sort(rng.uniform(0, RATE / 2, rng.integers(3, 9)))
    changes = int(rng.integers(1, 8))
    spectra = np.array([np.interp(frequencies, knots, rng.uniform(-25, 0, len(knots))) for _ in range(changes + 1)])
    frames = count // _STEP + 3
    places = np.linspace(0, changes, frames)
    points = max(2, int(frames * rng.uniform(0.02, 0.4)))
    loudness = np.interp(np.arange(frames), np.linspace(0, frames, points), rng.uniform(-12 * rng.random(), 0, points))
    spectrum = places[:-1].astype(int)
    share = (places[:-1] - spectrum)[:, None]
    gains = (1 - share) * spectra[spectrum] + share * spectra[np.minimum(spectrum + 1, changes)] + loudness[:-1, None]
    noise = np.fft.rfft(rng.standard_normal((frames - 1, _WINDOW)))
    parts = np.fft.irfft(noise * decibels(gains)) * np.hanning(_WINDOW)
    # Each part overlaps half of the next one.
    sound = np.zeros((frames, _STEP))
    sound[:-1] += parts[:, :_STEP]
    sound[1:] += parts[:, _STEP:]
    return sound.reshape(-1)[:count]


def _events(rng, count):
    """Return sounds that begin suddenly and decay: knocks, rings, hisses."""
    sound = np.zeros(count)
    for _ in range(int(rng.poisson(rng.uniform(0.5, 6) * count / RATE)) + 1):
        start = int(rng.integers(count))
        length = min(int(rng.uniform(0.01, 0.8) * RATE), count - start)
        time = np.arange(length) / RATE
        if rng.random() < 0.5:
            event = _coloured(rng, max(length, _WINDOW))[:length]
        else:
            event = sum(
                rng.uniform(0.2, 1) * np.exp(-time / rng.uniform(0.01, 0.3))
                * np.sin(2 * np.pi * rng.uniform(200, 6000) * time + rng.uniform(0, 2 * np.pi))
                for _ in range(int(rng.integers(1, 9)))
            )
        envelope = np.minimum(1, time / rng.uniform(0.0005, 0.05)) * np.exp(-time / rng.uniform(0.02, 0.8))
        sound[start : start + length] += event * envelope * decibels(rng.uniform(-20, 0))
    return sound


def _unit_peak(sound):
    return sound / max(np.max(np.abs(sound)), 1e-9)

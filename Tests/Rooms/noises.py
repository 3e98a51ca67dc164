"""Background sounds, generated from random numbers and sentences."""

import numpy as np
from scipy.signal import butter, sosfilt

RATE = 16_000


def _band(noise, low, high, order=2):
    return sosfilt(butter(order, [low, high], "bandpass", fs=RATE, output="sos"), noise)


def pink(rng, count):
    """Return noise with the same energy in every octave."""
    spectrum = np.fft.rfft(rng.standard_normal(count))
    frequencies = np.fft.rfftfreq(count, 1 / RATE)
    return np.fft.irfft(spectrum / np.sqrt(np.maximum(frequencies, 30)), count)


def _slow(rng, count, rate, depth):
    """Return a random gain around 1 that changes about `rate` times a second."""
    points = rng.uniform(1 - depth, 1 + depth, int(count / RATE * rate) + 3)
    return np.interp(np.arange(count) / RATE * rate, np.arange(len(points)), points)


def _unit(sound):
    return sound / np.sqrt(np.mean(sound**2))


def kitchen(rng, count):
    """Return the sound of clattering dishes and a running tap."""
    sound = np.zeros(count)
    for _ in range(int(rng.poisson(4 * count / RATE)) + 2):
        start = int(rng.integers(count))
        length = min(count - start, RATE)
        time = np.arange(length) / RATE
        hit = np.zeros(length)
        # A pan rings low and long, a plate higher, cutlery highest and shortest.
        base, ring = [(rng.uniform(400, 900), 0.25), (rng.uniform(900, 2200), 0.1), (rng.uniform(2500, 5000), 0.05)][rng.integers(3)]
        for _ in range(int(rng.integers(4, 9))):
            frequency = min(base * rng.uniform(1, 3.5), 7500)
            hit += rng.uniform(0.2, 1) * np.exp(-time / (ring * rng.uniform(0.3, 1.3))) * np.sin(
                2 * np.pi * frequency * time + rng.uniform(0, 2 * np.pi)
            )
        hit += rng.standard_normal(length) * np.exp(-time / 0.004) * 1.5
        sound[start : start + length] += rng.uniform(0.2, 1) ** 2 * hit
    water = _band(pink(rng, count), 300, 6500) * _slow(rng, count, 6, 0.4)
    # Bubbles: short tones that rise.
    for _ in range(int(rng.poisson(25 * count / RATE))):
        start = int(rng.integers(count))
        length = min(count - start, int(rng.uniform(0.01, 0.04) * RATE))
        time = np.arange(length) / RATE
        frequency = rng.uniform(500, 2500)
        water[start : start + length] += rng.uniform(0.5, 2.5) * np.sin(
            2 * np.pi * (frequency * time + frequency * 6 * time**2)
        ) * np.exp(-time / 0.012)
    return _unit(sound) + _unit(water) * rng.uniform(0.3, 0.7)


def fan(rng, count):
    """Return a motor's hum with its overtones, the beat of the blades, and moving air."""
    time = np.arange(count) / RATE
    hum = np.zeros(count)
    base = rng.choice([50, 60]) * rng.uniform(0.97, 1.0) * 2
    for overtone in range(1, 9):
        hum += rng.uniform(0.3, 1) / overtone * np.sin(2 * np.pi * base * overtone * time + rng.uniform(0, 2 * np.pi))
    air = sosfilt(butter(1, 1200, "lowpass", fs=RATE, output="sos"), rng.standard_normal(count))
    air *= 1 + 0.25 * np.sin(2 * np.pi * rng.uniform(8, 25) * time)
    return _unit(hum) * rng.uniform(0.4, 0.9) + _unit(air)


def babble(rng, count, sentences):
    """Return several people talking at once; each sound of `sentences` is one person, repeated."""
    sound = np.zeros(count)
    for sentence in sentences:
        pause = np.zeros(int(rng.uniform(0.1, 0.6) * RATE))
        voice = np.tile(np.concatenate([_unit(sentence), pause]), count // len(sentence) + 2)
        start = int(rng.integers(len(sentence)))
        sound += rng.uniform(0.5, 1) * voice[start : start + count]
    return sound


def music(rng, count):
    """Return four chords of a band with a bass and a drum, in a random key and tempo."""
    sound = np.zeros(count)
    beat = 60 / rng.uniform(80, 140)
    root = rng.uniform(110, 220)
    progression = [[0, 4, 7], [9, 12, 16], [5, 9, 12], [7, 11, 14]]
    shift = int(rng.integers(4))

    def add(at, seconds, tone):
        start = int(at * RATE)
        length = min(count - start, int(seconds * RATE))
        if length > 0:
            sound[start : start + length] += tone(np.arange(length) / RATE)

    def note(frequency, decay, overtones, strength):
        return lambda time: strength * np.minimum(time / 0.01, 1) * np.exp(-time / decay) * sum(
            np.sin(2 * np.pi * frequency * n * time) / n**1.5 for n in range(1, overtones + 1) if frequency * n < 7500
        )

    for number in range(int(count / RATE / beat) + 1):
        at, chord = number * beat, progression[(number // 4 + shift) % 4]
        for step in chord:
            add(at, 2 * beat, note(root * 2 ** (step / 12), 0.5, 8, 0.3))
        add(at, beat, note(root / 2 * 2 ** (chord[0] / 12), 0.3, 4, 0.8))
        # A melody on the chord's notes, a drum on every beat, and a hiss between them.
        for half in (0, 0.5):
            add(at + half * beat, beat, note(2 * root * 2 ** (chord[int(rng.integers(3))] / 12), 0.25, 5, 0.4))
        add(at, 0.3, lambda time: np.sin(2 * np.pi * (50 * time - 3 * np.exp(-time / 0.03))) * np.exp(-time / 0.08))
        add(at + beat / 2, 0.08, lambda time: 0.3 * rng.standard_normal(len(time)) * np.exp(-time / 0.02))
    return sound


def chime(rng):
    """Return two or three tones between 500 and 1,000 Hz, as a satellite plays after its wake phrase; the peak is 1."""
    tones = sorted(rng.uniform(500, 1000, int(rng.integers(2, 4))))
    if rng.random() < 0.3:
        tones.reverse()
    each = rng.uniform(0.08, 0.16)
    sound = np.zeros(int((each * len(tones) + 0.3) * RATE))
    for number, frequency in enumerate(tones):
        start = int(number * each * RATE)
        time = np.arange(len(sound) - start) / RATE
        tone = np.sin(2 * np.pi * frequency * time) + 0.2 * np.sin(4 * np.pi * frequency * time)
        sound[start:] += np.minimum(time / 0.005, 1) * np.exp(-time / 0.07) * tone
    return sound / np.max(np.abs(sound))


def breath(rng):
    """Return a breath close to the microphone; the peak is 1."""
    count = int(rng.uniform(0.25, 0.5) * RATE)
    swell = np.sin(np.pi * np.arange(count) / count) ** rng.uniform(0.7, 1.5)
    sound = _band(rng.standard_normal(count), rng.uniform(300, 600), rng.uniform(3000, 5000)) * swell
    return sound / np.max(np.abs(sound))

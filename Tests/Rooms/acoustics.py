"""The path of sound from a mouth to a recording: the room, the distance, the microphone."""

import numpy as np
from scipy.signal import butter, fftconvolve, firwin, resample_poly, sosfilt

RATE = 16_000
SPEED_OF_SOUND = 343.0
_OVERSAMPLING = 4


def impulse_response(rng, reverberation, distance, size=None):
    """Return the impulse response of a rectangular room between a mouth and a microphone `distance` metres away.

    Image sources after J. B. Allen and D. A. Berkley, "Image method for efficiently simulating small-room acoustics", Journal of the
    Acoustical Society of America 65(4), 1979, pages 943-950. The absorption for a reverberation time in seconds is Eyring's (C. F.
    Eyring, "Reverberation time in 'dead' rooms", same journal 1(2A), 1930, pages 217-241). Images are displaced at random by up to
    8 cm, against the flutter of perfectly parallel walls (E. De Sena and others, "On the modeling of rectangular geometries in room
    acoustic simulations", IEEE/ACM Transactions on Audio, Speech, and Language Processing 23(4), 2015, pages 774-786). Above 2 kHz,
    the walls and the air absorb more: the reverberation is 0.8 times as long.
    """
    size = np.array(size if size is not None else [rng.uniform(4, 8), rng.uniform(3, 6), rng.uniform(2.4, 3.2)])
    microphone, mouth = _positions(rng, size, distance)
    volume = np.prod(size)
    surface = 2 * (size[0] * size[1] + size[0] * size[2] + size[1] * size[2])
    reach = SPEED_OF_SOUND * min(reverberation, 0.9)
    orders, distances = _images(size, mouth, microphone, reach)
    distances = np.maximum(distances + np.where(orders > 0, rng.uniform(-0.08, 0.08, len(orders)), 0), 0.1)
    ticks = np.round(distances / SPEED_OF_SOUND * RATE * _OVERSAMPLING).astype(int)

    def band(seconds):
        absorbed = 1 - np.exp(-0.161 * volume / (surface * seconds))
        strength = np.sqrt(1 - absorbed) ** orders / (4 * np.pi * distances)
        fine = np.bincount(ticks, weights=strength, minlength=int(reach / SPEED_OF_SOUND * RATE * _OVERSAMPLING) + 1)
        # Each sample is repeated four times, so that the decimation filter does not remove it.
        return resample_poly(fine, 1, _OVERSAMPLING) * _OVERSAMPLING

    # In a flat room, sound decays more slowly than in Eyring's formula; the measured decay corrects the absorption.
    voiced = butter(2, [300, 2000], "bandpass", fs=RATE, output="sos")
    seconds = reverberation
    for _ in range(3):
        seconds *= np.clip(reverberation / reverberation_time(sosfilt(voiced, band(seconds))), 0.5, 2)
    low, high = band(seconds), band(0.8 * seconds)
    crossover = firwin(127, 2000, fs=RATE)
    response = high + fftconvolve(low - high, crossover, mode="same")
    # All images have the same sign, which adds an inaudible offset.
    response = sosfilt(butter(2, 50, "highpass", fs=RATE, output="sos"), response)
    return response / np.max(np.abs(response))


def _positions(rng, size, distance):
    """A microphone on a table or a shelf, and a mouth at `distance` from it, both half a metre off the walls."""
    distance = min(distance, 0.8 * float(np.min(size[:2])))
    for _ in range(10_000):
        microphone = np.array([rng.uniform(0.5, size[0] - 0.5), rng.uniform(0.5, size[1] - 0.5), rng.uniform(0.7, 1.2)])
        angle, rise = rng.uniform(0, 2 * np.pi), rng.uniform(0.1, 0.6)
        flat = np.sqrt(max(distance**2 - rise**2, 0))
        mouth = microphone + [flat * np.cos(angle), flat * np.sin(angle), rise]
        if np.all(mouth > 0.3) and np.all(mouth < size - 0.3):
            return microphone, mouth
    raise ValueError(f"a room of {size} is too small for {distance} m")


def _images(size, mouth, microphone, reach):
    """Return the number of reflections and the distance of each image, up to `reach` metres."""
    axes = []
    for length, source, target in zip(size, mouth, microphone):
        m = np.arange(-int(reach / (2 * length)) - 1, int(reach / (2 * length)) + 2)
        offsets = np.concatenate([2 * m * length + source - target, 2 * m * length - source - target])
        orders = np.concatenate([2 * np.abs(m), np.abs(m) + np.abs(m - 1)])
        near = np.abs(offsets) < reach
        axes.append((offsets[near], orders[near]))
    (x, nx), (y, ny), (z, nz) = axes
    square = (x[:, None] ** 2 + y[None, :] ** 2)[:, :, None] + (z**2)[None, None, :]
    near = square < reach**2
    orders = (nx[:, None, None] + ny[None, :, None] + nz[None, None, :])[near]
    return orders, np.sqrt(square[near])


def reverberation_time(response):
    """Return the seconds of a decay by 60 dB, from the slope of the remaining energy between -5 and -25 dB.

    M. R. Schroeder, "New method of measuring reverberation time", Journal of the Acoustical Society of America 37(3), 1965.
    """
    energy = np.cumsum(response[::-1] ** 2)[::-1]
    decay = 10 * np.log10(energy / energy[0] + 1e-12)
    start, end = np.argmax(decay < -5), np.argmax(decay < -25)
    return 60 / 20 * (end - start) / RATE


def reverberated(sound, response):
    """Return the sound in the room, with the direct sound at its original position."""
    start = int(np.argmax(np.abs(response)))
    return fftconvolve(sound, response)[start:]


def largest_energy(sound, frame=2048):
    """Return the largest energy of a frame of 2,048 samples, the reference for mixing noise."""
    padded = np.pad(sound, (0, -len(sound) % frame))
    return float(np.max(np.sum(padded.reshape(-1, frame) ** 2, axis=1)))


def ratio(speech, noise):
    """Return the ratio of speech to noise in dB, by their loudest frames."""
    return 10 * float(np.log10(largest_energy(speech) / largest_energy(noise)))


def scaled_noise(speech, noise, ratio):
    """Return the noise, scaled to `ratio` dB below the speech by their loudest frames."""
    return noise * np.sqrt(largest_energy(speech) / (largest_energy(noise) * 10 ** (ratio / 10)))


def cheap_microphone(sound):
    """Return the band of a small microphone behind a small hole: 200 Hz to 5.5 kHz."""
    return sosfilt(butter(2, [200, 5500], "bandpass", fs=RATE, output="sos"), sound)


def decibels(value):
    """Return the factor of a level in dB."""
    return 10 ** (value / 20)

"""Tests of the alignment; run by `make acoustic-network` before it trains."""

import unittest

import numpy as np

from acoustic_model import SILENCE, Definition
from alignment import Aligner


class _Scores:
    """Stands for a network: a frame is the name of the phone that it sounds like."""

    def log_likelihoods(self, frames, senones):
        phones = [phone_of(senone) for senone in senones]
        return np.array([[0.0 if phone == frame else -5.0 for phone in phones] for frame in frames[:, 0]])


DEFINITION = Definition()
NAMES = {number: name for name, number in DEFINITION.numbers.items()}
ALIGNER = Aligner(_Scores())


def phone_of(senone):
    return NAMES[DEFINITION.phone_of[senone]]


def aligned(phones):
    """Return the phone of "see" that each frame is aligned with, if the frames sound like `phones`; None if none is."""
    frames = np.array(phones, dtype=object).reshape(-1, 1)
    found = ALIGNER.align((frames, frames[:, :0]), ("see",))
    return found and [phone_of(senone) for senone in found[0]]


class Alignment(unittest.TestCase):
    def test_each_frame_belongs_to_the_phone_that_fits_it(self):
        said = [SILENCE] * 20 + ["S"] * 12 + ["IY"] * 15 + [SILENCE] * 40
        self.assertEqual(aligned(said), said)

    def test_noise_that_sounds_like_a_phone_is_not_all_of_its_length(self):
        found = aligned([SILENCE] * 20 + ["S"] * 12 + ["IY"] * 200)
        self.assertLessEqual(found.count("IY"), 60)
        self.assertEqual(found[-100:], [SILENCE] * 100)
        found = aligned(["S"] * 200 + ["IY"] * 20 + [SILENCE] * 20)
        self.assertLessEqual(found.count("S"), 36)
        self.assertEqual(found[:100], [SILENCE] * 100)

    def test_a_word_is_not_aligned_with_too_few_frames(self):
        self.assertIsNone(aligned(["S"] * 4))


if __name__ == "__main__":
    unittest.main()

"""Tests of the division of the examples; run by `make acoustic-network` before it trains."""

import unittest

import numpy as np

from network import VALIDATION_SHARE, Frames


class Division(unittest.TestCase):
    def test_no_utterance_is_both_for_training_and_for_validation(self):
        rng = np.random.default_rng(1)
        # The inputs of an example are the number of its utterance.
        found = [
            (np.full((4, 2), number, "f2"), np.ones(4, "u2"), float(rng.random()), f"{number}.wav") for number in [*range(1_000)] * 3
        ]
        frames = Frames(found, silence=np.array([0]), seed=1)
        training, validation = (set(frames.inputs[some, 0].astype(int)) for some in (frames.training, frames.validation))
        self.assertFalse(training & validation)
        self.assertAlmostEqual(len(validation) / 1_000, VALIDATION_SHARE, delta=0.01)


if __name__ == "__main__":
    unittest.main()

"""Tests of the training of the network; run by `make acoustic-network` before it trains."""

import tempfile
import unittest
from pathlib import Path

import numpy as np

from acoustic_model import Definition
from features import COEFFICIENTS
from network import VALIDATION_SHARE, Frames, shapes, trained_weights, write
from network_file import Network


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


class Continuation(unittest.TestCase):
    """The training of a network continues with its weights."""

    def setUp(self):
        self.definition = Definition()
        rng = np.random.default_rng(1)
        self.weights = [[(rng.normal(0, 0.1, shape), rng.normal(0, 0.1, shape[1])) for shape in some] for some in shapes(self.definition)]
        found = [(np.full((4, 2 * COEFFICIENTS), number, "f2"), np.ones(4, "u2"), 0.0, f"{number}.wav") for number in range(100)]
        self.frames = Frames(found, silence=np.array([0]), seed=1)

    def written(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "network"
            write(path, self.weights, self.frames, self.definition)
            return Network.read(path)

    def test_the_weights_of_a_written_network_are_those_of_the_training(self):
        layers, outputs = trained_weights(self.written(), self.frames.scale, self.definition)
        for before, after in zip([*self.weights[0], *self.weights[1]], [*layers, *outputs]):
            for expected, found in zip(before, after):
                # The file has floats of two bytes.
                np.testing.assert_allclose(found, expected, rtol=2e-3, atol=1e-4)

    def test_a_network_with_other_sizes_is_refused(self):
        network = self.written()
        network.after += 1
        with self.assertRaises(ValueError):
            trained_weights(network, self.frames.scale, self.definition)


if __name__ == "__main__":
    unittest.main()

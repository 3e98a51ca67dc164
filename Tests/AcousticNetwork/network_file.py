"""The file of a network; AcousticNetwork+Reading.swift describes its layout."""

import struct
from pathlib import Path

import numpy as np

from features import COEFFICIENTS

_MAGIC = b"VNET"
_VERSION = 1


class Network:
    """Layers, each with weights and biases, of which all but the last are rectified; two outputs; and priors.

    The outputs are the senones, and the states of phones without context. The priors are the weighted logarithms of their probabilities
    in any frame.
    """

    def __init__(self, before, after, layers, outputs, priors):
        self.before, self.after, self.layers, self.outputs, self.priors = before, after, layers, outputs, priors

    @classmethod
    def read(cls, path):
        """Read a network."""
        data = Path(path).read_bytes()
        if data[:4] != _MAGIC:
            raise ValueError(f"{path} is not a network")
        place = 4

        def take(kind, count):
            nonlocal place
            values = np.frombuffer(data, kind, count, place)
            place += values.nbytes
            return values

        _, before, after, width, size_count = map(int, take("<u4", 5))
        take("<u4", size_count)
        senones, states = map(int, take("<u4", 2))
        take("<u4", states)
        widths = list(map(int, take("<u4", int(take("<u4", 1)[0]))))
        inputs = [2 * width * (before + 1 + after), *widths[:-1], widths[-1], widths[-1]]
        layers = []
        for rows, columns in zip(inputs, [*widths, senones, states]):
            biases = take("<f2", columns).astype("f4")
            layers.append((take("<f2", rows * columns).astype("f4").reshape(rows, columns), biases))
        return cls(before, after, layers[:-2], layers[-2:], [take("<f2", count).astype("f4") for count in (senones, states)])

    def write(self, path, definition):
        """Write the network for an acoustic model."""
        states = definition.senones_without_context
        numbers = [_VERSION, self.before, self.after, COEFFICIENTS, len(definition.sizes), *definition.sizes]
        numbers += [definition.senone_count, len(states), *states, len(self.layers), *(len(biases) for _, biases in self.layers)]
        with open(path, "wb") as file:
            file.write(_MAGIC + struct.pack(f"<{len(numbers)}I", *map(int, numbers)))
            for weights, biases in [*self.layers, *self.outputs]:
                file.write(np.asarray(biases).astype("<f2").tobytes() + np.asarray(weights).astype("<f2").tobytes())
            for priors in self.priors:
                file.write(np.asarray(priors).astype("<f2").tobytes())

    def log_likelihoods(self, features, senones):
        """Return the logarithm of the likelihood of each frame in some senones, less that in any senone."""
        frames = np.clip(np.arange(len(features))[:, None] + np.arange(-self.before, self.after + 1), 0, len(features) - 1)
        values = features[frames].reshape(len(features), -1)
        for number, (weights, biases) in enumerate(self.layers):
            values = values @ weights + biases
            if number < len(self.layers) - 1:
                values = np.maximum(values, 0)
        weights, biases = self.outputs[0]
        values = values @ weights
        values += biases
        values -= values.max(axis=1, keepdims=True)
        return values[:, senones] - np.log(np.exp(values).sum(axis=1, keepdims=True)) - self.priors[0][senones]

"""The likelihoods of features in Debian's acoustic model, as PocketSphinx computes them, in a form that JAX differentiates.

PocketSphinx adds up the best four densities of a mixture. This module adds up all of them.
"""

import struct
from pathlib import Path

import jax.numpy as jnp
import numpy as np

from features import COEFFICIENTS

_MODEL = Path("/usr/share/pocketsphinx/model/en-us/en-us")
# The frames before and after a frame that its deltas depend on.
REACH = 3
_VARIANCE_FLOOR = 1e-4
# A byte of a mixture weight counts 1,024 logarithms with PocketSphinx's base.
_WEIGHT_STEP = 1_024 * np.log(1.0001)
_SMALLEST = 1e-12


class AcousticModel:
    """The Gaussian mixtures of all senones. The senones of a phone share its densities."""

    def __init__(self):
        means, variances = _parameters("means"), np.maximum(_parameters("variances"), _VARIANCE_FLOOR)
        phones = _phones_of_senones()
        weights = _mixture_weights(means.shape[2])[:, :, : len(phones)]
        # For each phone: [stream, density, senone].
        self.weights = [weights[:, :, phones == phone] for phone in range(len(means))]
        # The logarithm of a density is constant + linear · x + square · x².
        self.constant = -0.5 * (np.log(2 * np.pi * variances) + means**2 / variances).sum(axis=-1).transpose(1, 0, 2)
        self.linear, self.square = ((means / variances).transpose(1, 3, 0, 2), (-0.5 / variances).transpose(1, 3, 0, 2))

    def log_likelihoods(self, cepstra):
        """Return those of each senone, one row for each frame of [segment, frame, coefficient] but the first and last REACH ones."""
        streams = []
        for stream, values in enumerate(_streams(cepstra)):
            logs = jnp.einsum("fc,cpd->fpd", values, self.linear[stream]) + jnp.einsum("fc,cpd->fpd", values**2, self.square[stream])
            logs += self.constant[stream]
            largest = jnp.max(logs, axis=-1, keepdims=True)
            shares = jnp.exp(logs - largest)
            streams.append(
                [jnp.log(shares[:, phone] @ weights[stream] + _SMALLEST) + largest[:, phone] for phone, weights in enumerate(self.weights)]
            )
        return jnp.concatenate([sum(phone) for phone in zip(*streams)], axis=1)


def _streams(cepstra):
    """Return the three streams of PocketSphinx's feature type 1s_c_d_dd: cepstra, deltas and deltas of deltas."""
    count = cepstra.shape[1] - 2 * REACH

    def shifted(frames):
        return cepstra[:, REACH + frames : REACH + frames + count].reshape(-1, COEFFICIENTS)

    return shifted(0), shifted(2) - shifted(-2), shifted(3) - shifted(-1) - shifted(1) + shifted(-3)


def _parameters(name):
    """Return the means or variances of a file of SphinxTrain's format: [phone, stream, density, coefficient]."""
    data = (_MODEL / name).read_bytes()
    # A number that tells the order of bytes follows the header.
    start = data.index(b"endhdr\n") + len("endhdr\n") + 4
    shape = (*struct.unpack_from("<3i", data, start), COEFFICIENTS)
    # The length of each stream and the number of all values follow the sizes.
    start += 4 * (3 + shape[1] + 1)
    return np.frombuffer(data, "<f4", int(np.prod(shape)), start).reshape(shape)


def _mixture_weights(densities):
    """Return [stream, density, senone], with a few senones too many."""
    data = (_MODEL / "sendump").read_bytes()
    start, length = 0, None
    while length != 0:
        (length,) = struct.unpack_from("<i", data, start)
        start += 4 + length
    rows, senones = struct.unpack_from("<2i", data, start)
    if rows != densities:
        raise ValueError(f"{_MODEL}/sendump has {rows} densities, and means has {densities}")
    logs = np.frombuffer(data, "u1", offset=start + 8).reshape(-1, densities, senones)
    return np.exp(-_WEIGHT_STEP * logs).astype("f4")


def _phones_of_senones():
    """Return the number of the phone to which each senone belongs."""
    data = (_MODEL / "mdef").read_bytes()
    magic, _, length = struct.unpack_from("<4s2i", data)
    if magic != b"BMDF":
        raise ValueError(f"{_MODEL}/mdef is not a binary model definition")
    start = 12 + length
    ci_phones, phones, states, _, senones, _, sequences, _, nodes, _ = struct.unpack_from("<10i", data, start)
    start = names = start + 40
    for _ in range(ci_phones):
        start = data.index(b"\0", start) + 1
    # The names end at a multiple of four bytes, and nodes of a tree with eight bytes each follow.
    start = names + (start - names + 3) // 4 * 4 + 8 * nodes
    entries = np.frombuffer(data, np.dtype([("sequence", "<i4"), ("transitions", "<i4"), ("context", "u1", 4)]), phones, start)
    senones_of = np.frombuffer(data, "<u2", sequences * states, start + 12 * phones + 4).reshape(sequences, states)
    phone_of = np.zeros(senones, int)
    for number, entry in enumerate(entries):
        # The context of a triphone begins with its position in the word and its own phone.
        phone_of[senones_of[entry["sequence"]]] = number if number < ci_phones else entry["context"][1]
    return phone_of

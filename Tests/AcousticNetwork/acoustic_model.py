"""Debian's acoustic model: the senones of its phones between their neighbours, and the likelihoods of features in them."""

import struct
from pathlib import Path

import numpy as np

from features import COEFFICIENTS

_MODEL = Path("/usr/share/pocketsphinx/model/en-us/en-us")
DICTIONARY = _MODEL.parent / "cmudict-en-us.dict"
SILENCE = "SIL"
# The place of a phone in its word.
INTERNAL, BEGIN, END, SINGLE = range(4)
# If the model has no triphone for a place, PocketSphinx takes that of another place. So does the order here.
_OTHER_PLACES = {
    INTERNAL: (INTERNAL, BEGIN, END, SINGLE),
    BEGIN: (BEGIN, INTERNAL, SINGLE, END),
    END: (END, INTERNAL, SINGLE, BEGIN),
    SINGLE: (SINGLE, BEGIN, END, INTERNAL),
}
_VARIANCE_FLOOR = 1e-4
# A byte of a mixture weight counts 1,024 logarithms with PocketSphinx's base.
_WEIGHT_STEP = 1_024 * np.log(1.0001)
_SMALLEST = 1e-12


class Definition:
    """The file mdef: which senones a phone has between two others.

    Layout (pocketsphinx bin_mdef.c): "BMDF", version, description, ten sizes, the names of the phones, a tree, an entry for each
    phone and triphone, and the senones of each sequence of states.
    """

    def __init__(self):
        data = (_MODEL / "mdef").read_bytes()
        magic, _, length = struct.unpack_from("<4s2i", data)
        if magic != b"BMDF":
            raise ValueError(f"{_MODEL}/mdef is not a binary model definition")
        start = 12 + length
        self.sizes = struct.unpack_from("<10i", data, start)
        phone_count, entry_count, states, _, self.senone_count, _, sequences, _, nodes, _ = self.sizes
        start = names = start + 40
        self.numbers = {}
        for number in range(phone_count):
            end = data.index(b"\0", start)
            self.numbers[data[start:end].decode()] = number
            start = end + 1
        # The names end at a multiple of four bytes, and the nodes of the tree with eight bytes each follow.
        start = names + (start - names + 3) // 4 * 4 + 8 * nodes
        entries = np.frombuffer(data, np.dtype([("sequence", "<i4"), ("transitions", "<i4"), ("context", "u1", 4)]), entry_count, start)
        senones_of = np.frombuffer(data, "<u2", sequences * states, start + 12 * entry_count + 4).reshape(sequences, states)
        self._phones = senones_of[entries["sequence"][:phone_count]]
        # The context of a triphone is its place, its own phone, and the phones before and after it.
        self._triphones = {tuple(map(int, entry["context"])): senones_of[entry["sequence"]] for entry in entries[phone_count:]}
        # The number of the phone of each senone, and the senone of the same state of that phone without context.
        self.phone_of, self.without_context = np.zeros(self.senone_count, int), np.zeros(self.senone_count, int)
        for number, senones in enumerate(self._phones):
            self.phone_of[senones], self.without_context[senones] = number, senones
        for (_, phone, _, _), senones in self._triphones.items():
            self.phone_of[senones], self.without_context[senones] = phone, self._phones[phone]
        self.senones_without_context = np.unique(self.without_context)
        self.silence = self._phones[self.numbers[SILENCE]]
        # The numbers of the consonants; the names of the vowels begin with a vowel, those of fillers with a plus sign.
        self.consonants = [number for name, number in self.numbers.items() if name[0] not in "AEIOU+" and name != SILENCE]

    def senones(self, phone, before, after, place):
        """Return the senones of the states of a phone between two others."""
        if phone == SILENCE:
            return self.silence
        phone, before, after, silence = (self.numbers[name] for name in (phone, before, after, SILENCE))
        for neighbours in ((before, after), (silence, after), (before, silence), (silence, silence)):
            for other in _OTHER_PLACES[place]:
                if (other, phone, *neighbours) in self._triphones:
                    return self._triphones[other, phone, *neighbours]
        return self._phones[phone]


class Gaussians:
    """The Gaussian mixtures of the senones. The senones of a phone share its densities.

    PocketSphinx adds up the best four densities of a mixture. This class adds up all of them.
    """

    def __init__(self, definition):
        self._phone_of = definition.phone_of
        means, variances = _parameters("means"), np.maximum(_parameters("variances"), _VARIANCE_FLOOR)
        self._weights = _mixture_weights(means.shape[2])[:, :, : definition.senone_count]
        # The logarithm of a density is constant + linear · x + square · x².
        self._constant = -0.5 * (np.log(2 * np.pi * variances) + means**2 / variances).sum(axis=-1)
        self._linear, self._square = means / variances, -0.5 / variances

    def log_likelihoods(self, cepstra, senones):
        """Return those of some senones, one row for each frame."""
        phones = self._phone_of[senones]
        found = np.zeros((len(cepstra), len(senones)), "f4")
        for stream, values in enumerate(_streams(cepstra)):
            for phone in np.unique(phones):
                logs = values @ self._linear[phone, stream].T + values**2 @ self._square[phone, stream].T + self._constant[phone, stream]
                largest = logs.max(axis=1, keepdims=True)
                chosen = np.flatnonzero(phones == phone)
                shares = np.exp(logs - largest) @ self._weights[stream][:, senones[chosen]]
                found[:, chosen] += np.log(shares + _SMALLEST) + largest
        return found


def _streams(cepstra):
    """Return the three streams of PocketSphinx's feature type 1s_c_d_dd: cepstra, deltas and deltas of deltas."""
    around = np.pad(cepstra, ((3, 3), (0, 0)), mode="edge")

    def shifted(frames):
        return around[3 + frames : 3 + frames + len(cepstra)]

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

"""Finds the senone of each frame of speech whose words are known, by the Viterbi algorithm.

The likelihoods come from the Gaussian mixtures or from a network, which is better for speech without high frequencies.
"""

import re

import numba
import numpy as np

from acoustic_model import BEGIN, DICTIONARY, END, INTERNAL, SILENCE, SINGLE, Definition, Gaussians

_STAY, _LEAVE = np.log(0.6), np.log(0.4)
_PAUSE = np.log(0.3)
# The maximum number of frames of a state. Without it, a second of noise after a command is part of its last phone.
_MAX_FRAMES, _MAX_FRAMES_OF_CONSONANT = 20, 12
# The number of pronunciations of a word that are compared.
_VARIANTS = 4


def pronunciations():
    """Return the pronunciations of each word of the dictionary, as lists of phones."""
    found = {}
    with open(DICTIONARY, encoding="utf-8", errors="replace") as file:
        for line in file:
            word, *phones = line.split()
            found.setdefault(re.sub(r"\(\d+\)$", "", word), []).append(phones)
    return found


class Aligner:
    """Aligns words with the features of dry speech."""

    def __init__(self, network=None):
        self._definition = Definition()
        self._network = network
        self._gaussians = None if network else Gaussians(self._definition)
        self._pronunciations = pronunciations()

    def align(self, features, words):
        """Return the senone of each frame, and the mean log likelihood of a frame; None if the words do not fit."""
        if not words or any(word not in self._pronunciations for word in words):
            return None
        graph = self._graph([self._variants(word) for word in words])
        senones = np.array(graph.senones)
        unique, places = np.unique(senones, return_inverse=True)
        if self._network:
            logs = self._network.log_likelihoods(np.concatenate(features, axis=1), unique)[:, places]
        else:
            logs = self._gaussians.log_likelihoods(features[1], unique)[:, places]
        path = graph.best_path(logs)
        if path is None:
            return None
        return senones[path].astype("u2"), float(logs[np.arange(len(path)), path].mean())

    def _variants(self, word):
        """Return the pronunciations of a word, also with the low back merger, which most voices have."""
        found = []
        for phones in self._pronunciations[word]:
            merged = ["AA" if phone == "AO" and after != "R" else phone for phone, after in zip(phones, [*phones[1:], None])]
            found += [one for one in (phones, merged) if one not in found]
        return found[:_VARIANTS]

    def _graph(self, words):
        """Return the states of words, each with its variants, between optional pauses.

        The neighbours of a word's first and last phone are those of the most common variants of the words around it.
        """
        graph = _Graph(self._definition)
        first_pause = graph.add([self._definition.silence])
        graph.starts.append(first_pause[0])
        ends = [first_pause[1]]
        for number, variants in enumerate(words):
            before = words[number - 1][0][-1] if number > 0 else SILENCE
            after = words[number + 1][0][0] if number + 1 < len(words) else SILENCE
            chains = [graph.add(self._states(phones, before, after)) for phones in variants]
            if number == 0:
                graph.starts += [start for start, _ in chains]
            graph.arcs += [(end, start, _LEAVE) for end in ends for start, _ in chains]
            ends = [end for _, end in chains]
            start, end = graph.add([self._definition.silence])
            graph.arcs += [(last, start, _LEAVE + _PAUSE) for last in ends]
            ends = [*ends, end]
        graph.ends = ends
        return graph

    def _states(self, phones, before, after):
        last = len(phones) - 1
        places = [SINGLE if last == 0 else BEGIN if place == 0 else END if place == last else INTERNAL for place in range(len(phones))]
        around = [before, *phones, after]
        return [self._definition.senones(phone, around[n], around[n + 2], places[n]) for n, phone in enumerate(phones)]


class _Graph:
    """States in rows, each with a loop, and arcs between them with logarithms of probabilities."""

    def __init__(self, definition):
        self._definition = definition
        self.senones, self.arcs, self.starts, self.ends = [], [], [], []

    def add(self, phones):
        """Add the states of some phones in a row, and return the first and the last one."""
        first = len(self.senones)
        self.senones += [int(senone) for senones in phones for senone in senones]
        last = len(self.senones) - 1
        self.arcs += [(state, state + 1, _LEAVE) for state in range(first, last)]
        return first, last

    def best_path(self, logs):
        """Return the state of each frame on the path with the largest sum of logarithms; None if no path has as many frames."""
        count = len(self.senones)
        sources, weights = self._arcs_to(count)
        begins = np.zeros(count, bool)
        begins[self.starts] = True
        limits = np.full(count, _MAX_FRAMES)
        limits[np.isin(self._definition.phone_of[self.senones], self._definition.consonants)] = _MAX_FRAMES_OF_CONSONANT
        limits[np.isin(self.senones, self._definition.silence)] = len(logs)
        scores, entered_at, entered_from = _entries(np.asarray(logs, float), sources, weights, begins, limits)
        state, end = max(self.ends, key=lambda end: scores[end]), len(logs) - 1
        if not np.isfinite(scores[state]):
            return None
        path = np.zeros(len(logs), int)
        while end >= 0:
            start = entered_at[end, state]
            path[start : end + 1] = state
            state, end = entered_from[start, state], start - 1
        return path

    def _arcs_to(self, count):
        """Return for each state the states before it and the weights of the arcs, in rows of equal length."""
        arcs_to = [[] for _ in range(count)]
        for start, end, weight in self.arcs:
            arcs_to[end].append((start, weight))
        width = max(map(len, arcs_to))
        sources, weights = np.zeros((count, width), int), np.full((count, width), -np.inf)
        for state, arcs in enumerate(arcs_to):
            if arcs:
                sources[state, : len(arcs)], weights[state, : len(arcs)] = zip(*arcs)
        return sources, weights


@numba.njit
def _entries(logs, sources, weights, begins, limits):
    """Return the score of each state in the last frame, the frame of its best entry by each frame, and the state before each entry.

    The score of a state is that of its entry and the sum of its logarithms since then. So the best entry is the one with the largest score
    less the sum before it, among as many frames as the state may last.
    """
    frames, count = logs.shape
    scores, sums = np.full(count, -np.inf), np.zeros(count)
    entries = np.full((frames, count), -np.inf)
    entered_at, entered_from = np.zeros((frames, count), np.int64), np.zeros((frames, count), np.int64)
    for frame in range(frames):
        before = scores.copy()
        for state in range(count):
            if frame == 0 and begins[state]:
                entries[0, state] = 0
            for source, weight in zip(sources[state], weights[state]):
                score = before[source] + weight - sums[state]
                if score > entries[frame, state]:
                    entries[frame, state], entered_from[frame, state] = score, source
            best, start, oldest = entered_at[max(frame - 1, 0), state], frame, frame + 1 - limits[state]
            if best < oldest:
                # The best entry was too long ago, so all later ones are compared.
                best = start = oldest
            for other in range(start, frame + 1):
                if entries[other, state] > entries[best, state]:
                    best = other
            entered_at[frame, state] = best
            scores[state] = entries[best, state] + sums[state] + logs[frame, state]
            sums[state] += logs[frame, state] + _STAY
    return scores, entered_at, entered_from

"""Trains the network of Sources/Stages/AcousticFrontEnd/FeatureEnhancer.swift and writes it.

The first training makes the error of the corrected features small. But the acoustic model has a use for few of the differences between
features. So the second training makes the likelihoods of its senones similar to those of the dry speech: it makes the Kullback-Leibler
divergence between the probabilities of senones small, as in "Large-scale domain adaptation via teacher-student learning" (J. Li,
M. L. Seltzer, X. Wang, R. Zhao, Y. Gong, Interspeech 2017), and keeps a small weight for the error.
"""

import struct

import jax
import jax.numpy as jnp
import numpy as np
import optax

from acoustic_model import REACH, AcousticModel
from features import COEFFICIENTS

# Frames of context before and after, and hidden layers.
BEFORE, AFTER = 15, 6
HIDDEN = (192, 192)
# Frames of speech weigh more than silence.
WEIGHT_OF_SPEECH = 3
SPEECH_LEVEL = -6

# The first training.
EPOCHS = 3
BATCH = 1_024
RATE = 1e-3

# The second training begins with this share of the correction that the first one has learnt.
SHARE = 0.7
STEPS = 600
SEGMENTS = 32
SEGMENT_FRAMES = 32
SEGMENT_RATE = 5e-4
# The weight of the acoustic model's log likelihoods. PocketSphinx gives them 1 / 6.5 beside those of the grammar.
SHARPNESS = 0.2
WEIGHT_OF_ERROR = 0.3
# The batches that validate.
CHECKS = 12


class Frames:
    """The frames of all examples, with their contexts."""

    def __init__(self, found):
        frames = np.concatenate(found)
        self.denoised, self.targets = frames[:, COEFFICIENTS : 2 * COEFFICIENTS], frames[:, 2 * COEFFICIENTS :]
        lengths = np.array([len(one) for one in found])
        starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        self.first, self.last = np.repeat(starts, lengths), np.repeat(starts + lengths - 1, lengths)
        inputs = frames[:, : 2 * COEFFICIENTS]
        self.input_scale, self.target_scale = inputs.std(axis=0), self.targets.std(axis=0)
        self.scaled = inputs / self.input_scale
        # The last examples validate.
        self.held_out = np.arange(len(frames)) >= starts[int(0.97 * len(lengths))]
        self.is_speech = self.targets[:, 0] > SPEECH_LEVEL

    def batch(self, chosen):
        """Return inputs, corrections and weights of frames."""
        corrections = (self.targets[chosen] - self.denoised[chosen]) / self.target_scale
        return self._context(chosen), corrections, np.where(self.is_speech[chosen], WEIGHT_OF_SPEECH, 1).astype("f4")

    def segments(self, chosen):
        """Return inputs, frames with noise removal and dry frames of a segment around each frame, with REACH frames on each side."""
        first, last = self.first[chosen], self.last[chosen]
        starts = np.clip(chosen - SEGMENT_FRAMES // 2, first, np.maximum(first, last + 1 - SEGMENT_FRAMES))
        places = starts[:, None] + np.arange(-REACH, SEGMENT_FRAMES + REACH)
        places = np.clip(places, first[:, None], last[:, None])
        return self._context(places), self.denoised[places], self.targets[places]

    def _context(self, places):
        around = places[..., None] + np.arange(-BEFORE, AFTER + 1)
        around = np.clip(around, self.first[places][..., None], self.last[places][..., None])
        return self.scaled[around].reshape(*places.shape, -1)


def train(found, out, seed):
    """Train a network with examples, each an array of frames without noise removal, with it, and dry, and write it."""
    # The last examples validate, so they must be as various as the others.
    frames = Frames([found[number] for number in np.random.default_rng(seed).permutation(len(found))])
    layers = _with_small_error(frames, seed)
    weights, biases = layers[-1]
    _write(out, _with_similar_likelihoods([*layers[:-1], (SHARE * weights, SHARE * biases)], frames, seed), frames)


def _outputs(layers, inputs):
    for weights, biases in layers[:-1]:
        inputs = jax.nn.relu(inputs @ weights + biases)
    weights, biases = layers[-1]
    return inputs @ weights + biases


def _with_small_error(frames, seed):
    """Return the weights and biases of each layer, for scaled inputs and corrections."""
    training, validation = np.flatnonzero(~frames.held_out), np.flatnonzero(frames.held_out)
    sizes = [2 * COEFFICIENTS * (BEFORE + 1 + AFTER), *HIDDEN, COEFFICIENTS]
    keys = jax.random.split(jax.random.PRNGKey(seed), len(sizes) - 1)
    # He's initialisation; the last layer begins near no correction.
    layers = [
        (jax.random.normal(key, (count, size)) * np.sqrt(2 / count) * (0.1 if number == len(HIDDEN) else 1), jnp.zeros(size))
        for number, (key, count, size) in enumerate(zip(keys, sizes, sizes[1:]))
    ]

    def loss(layers, inputs, corrections, weights):
        errors = (_outputs(layers, inputs) - corrections) ** 2
        return jnp.sum(weights[:, None] * errors) / COEFFICIENTS / jnp.sum(weights)

    rng = np.random.default_rng(seed)
    descent = _Descent(loss, layers, RATE, EPOCHS * (len(training) // BATCH))
    for epoch in range(EPOCHS):
        order = rng.permutation(training)
        for start in range(0, len(order) - BATCH, BATCH):
            descent.step(*frames.batch(np.sort(order[start : start + BATCH])))
        parts = [validation[start : start + 4 * BATCH] for start in range(0, len(validation), 4 * BATCH)]
        error = np.average([descent.loss(*frames.batch(part)) for part in parts], weights=[len(part) for part in parts])
        print(f"epoch {epoch + 1}: squared error {error:.4f}", flush=True)
    return descent.layers


def _with_similar_likelihoods(layers, frames, seed):
    """Return the layers after the second training."""
    model = AcousticModel()
    training, validation = np.flatnonzero(~frames.held_out & frames.is_speech), np.flatnonzero(frames.held_out & frames.is_speech)

    def loss(layers, inputs, denoised, dry):
        corrected = denoised + _outputs(layers, inputs) * frames.target_scale
        expected = jax.nn.log_softmax(SHARPNESS * model.log_likelihoods(dry))
        found = jax.nn.log_softmax(SHARPNESS * model.log_likelihoods(corrected))
        divergence = jnp.sum(jnp.exp(expected) * (expected - found), axis=1)
        inner = slice(REACH, REACH + SEGMENT_FRAMES)
        error = jnp.mean(((corrected - dry)[:, inner] / frames.target_scale) ** 2, axis=2).reshape(-1)
        weights = jnp.where(dry[:, inner, 0].reshape(-1) > SPEECH_LEVEL, WEIGHT_OF_SPEECH, 1)
        return jnp.sum(weights * (divergence + WEIGHT_OF_ERROR * error)) / jnp.sum(weights)

    rng = np.random.default_rng(seed)
    checks = [frames.segments(rng.choice(validation, SEGMENTS)) for _ in range(CHECKS)]
    descent = _Descent(loss, layers, SEGMENT_RATE, STEPS)
    for step in range(STEPS):
        if step % 100 == 0:
            print(f"step {step}: loss {np.mean([descent.loss(*check) for check in checks]):.4f}", flush=True)
        descent.step(*frames.segments(rng.choice(training, SEGMENTS)))
    print(f"step {STEPS}: loss {np.mean([descent.loss(*check) for check in checks]):.4f}", flush=True)
    return descent.layers


class _Descent:
    """Layers that become better with each step, by Adam with a rate that decreases to 0."""

    def __init__(self, loss, layers, rate, steps):
        self.layers, self._loss = layers, jax.jit(loss)
        optimizer = optax.adam(optax.cosine_decay_schedule(rate, steps))
        self._state = optimizer.init(layers)

        @jax.jit
        def step(layers, state, *batch):
            updates, state = optimizer.update(jax.grad(loss)(layers, *batch), state)
            return optax.apply_updates(layers, updates), state

        self._step = step

    def step(self, *batch):
        self.layers, self._state = self._step(self.layers, self._state, *batch)

    def loss(self, *batch):
        return float(self._loss(self.layers, *batch))


def _write(out, layers, frames):
    """Write a model, with the scales as parts of its first and last layer."""
    (weights, biases), (last_weights, last_biases) = layers[0], layers[-1]
    layers = [
        (weights / np.tile(frames.input_scale, BEFORE + 1 + AFTER)[:, None], biases),
        *layers[1:-1],
        (last_weights * frames.target_scale, last_biases * frames.target_scale),
    ]
    with open(out, "wb") as file:
        file.write(b"VENH" + struct.pack("<5I", 1, BEFORE, AFTER, COEFFICIENTS, len(layers)))
        file.write(struct.pack(f"<{len(layers)}I", *(len(biases) for _, biases in layers)))
        for weights, biases in layers:
            file.write(np.asarray(weights).T.astype("<f4").tobytes() + np.asarray(biases).astype("<f4").tobytes())

"""Trains the network of Sources/Stages/AcousticFrontEnd/AcousticNetwork.swift and writes it.

It has rectified linear layers, a narrow linear layer as in "Low-rank matrix factorization for deep neural network training with
high-dimensional output targets" (T. N. Sainath, B. Kingsbury, V. Sindhwani, E. Arisoy, B. Ramabhadran, ICASSP 2013), and two outputs: the
senones, and the states of phones without context.
"""

from concurrent.futures import ThreadPoolExecutor

import jax
import jax.numpy as jnp
import numpy as np
import optax

from acoustic_model import Definition
from features import COEFFICIENTS
from network_file import Network

# Frames of context before and after, and layers.
BEFORE, AFTER = 15, 6
HIDDEN = (512, 512, 512)
NARROW = 80
DROPOUT = 0.15

BATCH = 2_048
# The steps and the highest rate of learning of a new network, and of one whose training continues.
STEPS, RATE = 20_000, 1.5e-3
FURTHER_STEPS, FURTHER_RATE = 6_000, 7e-4
WARM_UP, FIRST_RATE, LAST_RATE = 300, 1e-4, 1e-5
WEIGHT_DECAY = 1e-4
WEIGHT_OF_PHONES = 0.3
# The share of the frames of silence that is used.
SHARE_OF_SILENCE = 0.35
# The share of the examples that fit their words worst, which may have other words.
SHARE_OF_MISFITS = 0.03
# Frames that every senone is assumed to have in addition, for the probability in any frame.
ADDED_FRAMES, ADDED_FRAMES_OF_PHONES = 20, 200
# The weight of the logarithms of these probabilities. With 1, rare senones explain sounds that are not speech, such as a chime.
WEIGHT_OF_PRIORS = 0.85
# The share of the utterances that only show the loss.
VALIDATION_SHARE = 0.02


class Frames:
    """The frames of all examples, with their contexts."""

    def __init__(self, found, silence, seed):
        inputs, senones, fits, utterances = zip(*found)
        self.inputs = np.concatenate(inputs)
        self.senones = np.concatenate(senones).astype("i4")
        lengths, fits = np.array(list(map(len, senones))), np.array(fits)
        starts = np.cumsum(lengths) - lengths
        self._first, self._last = np.repeat(starts, lengths), np.repeat(starts + lengths - 1, lengths)
        rng = np.random.default_rng(seed)
        is_used = ~np.isin(self.senones, silence) | (rng.random(len(self.senones)) < SHARE_OF_SILENCE)
        is_used &= np.repeat(fits > np.quantile(fits, SHARE_OF_MISFITS), lengths)
        # An utterance has examples in several rooms, so all or none of them are held out.
        names, numbers = np.unique(utterances, return_inverse=True)
        is_held_out = np.repeat((rng.random(len(names)) < VALIDATION_SHARE)[numbers], lengths)
        self.training, self.validation = np.flatnonzero(is_used & ~is_held_out), np.flatnonzero(is_used & is_held_out)
        # The scale of each input, for all frames of the context.
        self.scale = np.tile(self.inputs[::7].astype("f4").std(axis=0), BEFORE + 1 + AFTER)

    def batch(self, chosen):
        """Return the inputs and the senones of frames."""
        around = chosen[:, None] + np.arange(-BEFORE, AFTER + 1)
        around = np.clip(around, self._first[chosen][:, None], self._last[chosen][:, None])
        return self.inputs[around].reshape(len(chosen), -1), self.senones[chosen]

    def batches(self, rng):
        """Yield random training batches without end; each is gathered while the one before is used."""
        with ThreadPoolExecutor(1) as pool:
            pending = None
            while True:
                order = rng.permutation(self.training)
                for start in range(0, len(order) - BATCH + 1, BATCH):
                    following = pool.submit(self.batch, np.sort(order[start : start + BATCH]))
                    if pending:
                        yield pending.result()
                    pending = following


def train(found, out, seed, start=None):
    """Train a network and write it; with `start`, continue the training of that network.

    An example is an array of inputs, the senone of each frame, how well they fit, and the name of the utterance.
    """
    definition = Definition()
    frames = Frames(found, definition.silence, seed)
    print(f"{len(frames.training)} of {len(frames.senones)} frames for training", flush=True)
    network = trained_weights(start, frames.scale, definition) if start else _random_weights(seed, definition)
    network = _fitted(network, frames, definition, seed, *((FURTHER_STEPS, FURTHER_RATE) if start else (STEPS, RATE)))
    write(out, network, frames, definition)


def shapes(definition):
    """Return the shapes of the weights of the layers, and of those of both outputs."""
    sizes = [2 * COEFFICIENTS * (BEFORE + 1 + AFTER), *HIDDEN, NARROW]
    outputs = definition.senone_count, len(definition.senones_without_context)
    return [*zip(sizes, sizes[1:])], [(NARROW, count) for count in outputs]


def _random_weights(seed, definition):
    """Return random weights and biases of the layers and of both outputs, for scaled inputs."""
    layers, outputs = shapes(definition)
    keys = jax.random.split(jax.random.PRNGKey(seed), len(layers) + 3)
    # He's initialization; the outputs begin near equal probabilities.
    return (
        [(jax.random.normal(key, shape) * np.sqrt(2 / shape[0]), jnp.zeros(shape[1])) for key, shape in zip(keys, layers)],
        [(jax.random.normal(key, shape) * 0.1, jnp.zeros(shape[1])) for key, shape in zip(keys[-3:], outputs)],
    )


def trained_weights(start, scale, definition):
    """Return the weights and biases of a network for scaled inputs; the network must have the shapes above."""
    found = [[np.shape(weights) for weights, _ in some] for some in (start.layers, start.outputs)]
    if (start.before, start.after) != (BEFORE, AFTER) or found != [*shapes(definition)]:
        raise ValueError("the network to continue has other sizes than network.py")
    weights, biases = start.layers[0]
    return jax.tree.map(jnp.asarray, ([(weights * scale[:, None], biases), *start.layers[1:]], start.outputs))


def _fitted(network, frames, definition, seed, steps, rate):
    """Return the weights and biases of the layers and of both outputs after the training."""
    state_of = jnp.asarray(np.searchsorted(definition.senones_without_context, definition.without_context))
    scale = jnp.asarray(1 / frames.scale)

    def logarithms(network, inputs, key=None):
        layers, outputs = network
        values = inputs.astype(jnp.float32) * scale
        for number, (weights, biases) in enumerate(layers):
            values = values @ weights + biases
            if number == len(layers) - 1:
                break
            values = jax.nn.relu(values)
            if key is not None:
                key, own = jax.random.split(key)
                values = values * jax.random.bernoulli(own, 1 - DROPOUT, values.shape) / (1 - DROPOUT)
        return [jax.nn.log_softmax(values @ weights + biases) for weights, biases in outputs]

    def loss(network, inputs, senones, key=None):
        of_senones, of_states = logarithms(network, inputs, key)
        right = jnp.take_along_axis(of_senones, senones[:, None], 1), jnp.take_along_axis(of_states, state_of[senones][:, None], 1)
        return -jnp.mean(right[0] + WEIGHT_OF_PHONES * right[1])

    rates = optax.warmup_cosine_decay_schedule(FIRST_RATE, rate, WARM_UP, steps, LAST_RATE)
    optimizer = optax.chain(optax.clip_by_global_norm(1), optax.adamw(rates, weight_decay=WEIGHT_DECAY))
    state = optimizer.init(network)

    @jax.jit
    def step(network, state, key, inputs, senones):
        updates, state = optimizer.update(jax.grad(loss)(network, inputs, senones, key), state, network)
        return optax.apply_updates(network, updates), state

    error = jax.jit(loss)
    rng = np.random.default_rng(seed)
    check = frames.batch(np.sort(rng.choice(frames.validation, 4 * BATCH)))
    key = jax.random.PRNGKey(seed + 1)
    for number, batch in zip(range(steps), frames.batches(rng)):
        if number % 500 == 0:
            print(f"step {number}: loss {float(error(network, *check)):.4f}", flush=True)
        key, own = jax.random.split(key)
        network, state = step(network, state, own, *batch)
    print(f"step {steps}: loss {float(error(network, *check)):.4f}", flush=True)
    return network


def write(out, network, frames, definition):
    """Write a network, with the scales as a part of its first layer."""
    layers, outputs = network
    weights, biases = layers[0]
    layers = [(weights / frames.scale[:, None], biases), *layers[1:]]
    counts = np.bincount(frames.senones[frames.training], minlength=definition.senone_count)
    counts_of_states = np.bincount(definition.without_context, weights=counts, minlength=definition.senone_count)
    priors = [
        WEIGHT_OF_PRIORS * np.log((counts + added) / np.sum(counts + added))
        for counts, added in ((counts, ADDED_FRAMES), (counts_of_states[definition.senones_without_context], ADDED_FRAMES_OF_PHONES))
    ]
    Network(BEFORE, AFTER, layers, outputs, priors).write(out, definition)

"""Random words of the dictionary, frequent ones more often."""

import ctypes
import re

import numpy as np

from acoustic_model import DICTIONARY

_LANGUAGE_MODEL = DICTIONARY.parent / "en-us.lm.bin"
_MAX_WORDS = 7
# The probability of a word is its frequency to the power of this exponent, so rare sounds occur too.
_EXPONENT = 0.6
# The share of sentences in which all words are equally likely.
_SHARE_OF_EQUAL = 0.3


def random_words(rng, count):
    """Return lists of random words."""
    words, logs = _frequencies()
    shares = np.exp(_EXPONENT * logs)
    shares /= shares.sum()
    return [
        list(map(str, rng.choice(words, rng.integers(1, _MAX_WORDS + 1), p=None if rng.random() < _SHARE_OF_EQUAL else shares)))
        for _ in range(count)
    ]


def _frequencies():
    """Return the words that the dictionary and the language model share, and the logarithms of their frequencies."""
    library = ctypes.CDLL("libsphinxbase.so.3")
    library.err_set_logfp.argtypes = [ctypes.c_void_p]
    library.err_set_logfp(None)
    library.logmath_init.restype = library.ngram_model_read.restype = ctypes.c_void_p
    library.logmath_init.argtypes = [ctypes.c_double, ctypes.c_int, ctypes.c_int]
    library.ngram_model_read.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_void_p]
    library.ngram_wid.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    library.ngram_unknown_wid.argtypes = [ctypes.c_void_p]
    library.ngram_ng_score.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p]
    base = 1.0001
    model = library.ngram_model_read(None, str(_LANGUAGE_MODEL).encode(), 0, library.logmath_init(base, 0, 1))
    if not model:
        raise ValueError(f"{_LANGUAGE_MODEL} is not a language model")
    unknown, used = library.ngram_unknown_wid(model), ctypes.c_int()
    words, logs = [], []
    with open(DICTIONARY, encoding="utf-8", errors="replace") as file:
        for word in (line.split()[0] for line in file):
            number = library.ngram_wid(model, word.encode())
            if number == unknown or not re.fullmatch(r"[a-z]{2,12}|a|i", word):
                continue
            words.append(word)
            logs.append(library.ngram_ng_score(model, number, None, 0, ctypes.byref(used)) * np.log(base))
    return np.array(words), np.array(logs)

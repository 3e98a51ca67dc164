"""Sentences of the assistants and the house with their intents and slots, sampled from their templates."""

import re
from dataclasses import dataclass, field

import yaml
from hassil.expression import Alternative, Group, ListReference, Permutation, TextChunk
from hassil.parse_expression import parse_sentence

_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
# A bracket in a phrase does not end the list.
_DECLARATION = re.compile(rf'IntentDefinition\(\s*(\w+)\.self,\s*phrases:\s*\[((?:{_STRING.pattern}|//.*|[\s,])*)\]\s*\)')
_SWIFT_SLOT = re.compile(r"\\\(\\\.\$(\w+)\)")
_RANGE = re.compile(r"\{(-?\d+)\.\.(-?\d+)(?:,\d+)?:(\w+)\}")
_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
).split()
_TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split()


@dataclass
class Sentence:
    """A sentence with its expected intent; the intent is None if the sentence must be rejected."""

    text: str
    intent: str | None
    slots: dict = field(default_factory=dict)
    # Sentences of the same pair have the same voice and room.
    pair: str | None = None
    kind: str = "command"


def spoken_number(number):
    """Return a number from 0 to 100 in words."""
    if number == 100:
        return "one hundred"
    tens, unit = divmod(number, 10)
    return _UNITS[number] if number < 20 else _TENS[tens] + (f" {_UNITS[unit]}" if unit else "")


def declared_phrases(sources):
    """Return every (intent, template) pair declared in Swift files."""
    found = []
    for source in sources:
        for declaration in _DECLARATION.finditer(source.read_text()):
            for phrase in _STRING.findall(declaration[2]):
                found.append((declaration[1], _SWIFT_SLOT.sub(r"{\1}", phrase)))
    if not found:
        raise SystemExit(f"Found no phrases in {', '.join(map(str, sources))}")
    return found


class Sampler:
    """Samples sentences from templates; `values` has the values and spoken names of each slot."""

    def __init__(self, values, texts=None, rng=None):
        self.values = values
        self.texts = texts or {}
        self.rng = rng

    def draw(self, template, chosen=None):
        """Return a sentence and its slots; `chosen` fixes slots."""
        slots, chosen = {}, chosen or {}
        expression = parse_sentence(_RANGE.sub(r"{\3}", template)).expression
        words = self._words(expression, slots, chosen)
        return " ".join(words.split()), slots

    @staticmethod
    def slots(template):
        """Return the names of the slots of a template."""
        return re.findall(r"\{(?:[^{}:]*:)?(\w+)\}", template)

    def _words(self, part, slots, chosen):
        match part:
            case TextChunk():
                return part.original_text
            case ListReference():
                return self._value(part.slot_name, slots, chosen)
            case Alternative():
                return self._words(self._pick(part.items), slots, chosen)
            case Permutation():
                raise SystemExit("Templates with words in any order are not supported")
            case Group():
                return "".join(self._words(item, slots, chosen) for item in part.items)
        raise SystemExit(f"{part!r} is not supported")

    def _pick(self, items):
        return items[int(self.rng.integers(len(items)))]

    def _value(self, slot, slots, chosen):
        if slot in self.texts:
            return self._pick(self.texts[slot])
        values = self.values[slot]
        # Money is never moved from a goal to the same goal.
        taken = set(slots.values()) if slot in ("source", "destination") else set(slots.get(slot, "").split(","))
        value = chosen.get(slot) or self._pick([value for value in values if value not in taken])
        # A slot that a phrase has more than once takes several values.
        slots[slot] = f"{slots[slot]},{value}" if slot in slots else value
        return self._pick(values[value])


def without_slots(template, slots):
    """Return a template without the optional parts that contain one of some slots."""
    for slot in slots:
        template = re.sub(rf"\s*\[[^\[\]]*\{{{slot}\}}[^\[\]]*\]", "", template)
    return template


def assistant_sentences(description, root, rng, each):
    """Return `each` sentences of every phrase of an assistant, and the phrases without values."""
    values, texts = description["slots"], description.get("texts", {})
    skipped = set(description.get("skipped", []))
    unnatural = [re.compile(pattern) for pattern in [*description.get("unnatural", []), r"\ba \w+s$"]]
    sampler = Sampler(values, texts, rng)
    sentences, left_out = [], []
    for intent, declared in declared_phrases([root / source for source in description["sources"]]):
        template = without_slots(declared, skipped)
        used = set(Sampler.slots(template))
        if used & skipped:
            left_out.append(template)
            continue
        if unknown := used - set(values) - set(texts):
            raise SystemExit(f"{template}: add values for {', '.join(sorted(unknown))} to assistants.yaml")
        drawn = {}
        for _ in range(each * 40):
            text, slots = sampler.draw(template)
            if len(drawn) < each and not any(pattern.search(text) for pattern in unnatural):
                drawn.setdefault(text, slots)
        if not drawn:
            raise SystemExit(f"{template}: every sentence of it is unnatural")
        sentences += [Sentence(text, intent, slots) for text, slots in drawn.items()]
    return sentences, left_out


def opposite_sentences(intents, opposites, rng, each):
    """Return `each` pairs of sentences for every phrase of an intents file and every pair of opposites in its slots."""
    values = {name: {value: [value] for value in some} for name, some in intents["lists"].items()}
    sentences = []
    for intent, declaration in intents["intents"].items():
        for template in declaration["phrases"]:
            for low, high, slot in _RANGE.findall(template):
                values[slot] = {str(n): [spoken_number(n)] for n in range(int(low), int(high) + 1)}
            for slot in Sampler.slots(template):
                for pair in opposites.get(slot, []) * max(1, each // 2):
                    seed = int(rng.integers(1 << 32))
                    drawn = []
                    for value in pair:
                        # Both sentences are sampled with the same choices except for one word.
                        sampler = Sampler(values, rng=type(rng)(type(rng.bit_generator)(seed)))
                        drawn.append(sampler.draw(template, {slot: value}))
                    name = "-".join(drawn[0][0].split())
                    sentences += [Sentence(text, intent, slots, pair=name) for text, slots in drawn]
    return sentences


def other_sentences(others, kind):
    """Return the sentences that an assistant of a kind must reject."""
    near = [Sentence(text, None, kind="near") for text in others["near"][kind]]
    return near + [Sentence(text, None, kind=name) for name in ("others", "talk") for text in others[name]]


def read_yaml(path):
    return yaml.safe_load(path.read_text())

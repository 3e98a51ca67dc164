"""Sentences of the assistants and the house with their intents and slots, sampled from their templates."""

import functools
import re
from dataclasses import dataclass, field

import yaml
from hassil.expression import Alternative, Group, ListReference, Permutation, TextChunk
from hassil.parse_expression import parse_sentence

_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
_COMMENT_LINE = re.compile(r"^\s*//.*$", re.MULTILINE)
# The start of every list of phrases.
_PHRASES = re.compile(r'\bphrases:\s*\[\s*(?://.*\s*)*"')
# The intent is a type, or a name with a title. A bracket in a phrase does not end the list.
_DECLARATION = re.compile(
    rf'(?:(\w+)\.self|"(\w+)",\s*title:\s*{_STRING.pattern}),\s*phrases:\s*\[((?:{_STRING.pattern}|//.*|[\s,])*)\]')
_SWIFT_SLOT = re.compile(r"\\\(\\\.\$(\w+)\)")
_SWIFT_CONSTANT = re.compile(r"\\\((\w+)\)")
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
    # The phrase as it is declared.
    template: str | None = None


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
        code = _COMMENT_LINE.sub("", source.read_text())
        declarations = list(_DECLARATION.finditer(code))
        # A declaration in a new form would be left out silently.
        if len(declarations) != len(_PHRASES.findall(code)) or not declarations:
            raise SystemExit(f"{source}: read {len(declarations)} of {len(_PHRASES.findall(code))} lists of phrases; extend phrases.py")
        for type_name, name, _, strings, _ in (declaration.groups() for declaration in declarations):
            for phrase in _STRING.findall(strings):
                template = _SWIFT_CONSTANT.sub(lambda match: _constant(match[1], source), _SWIFT_SLOT.sub(r"{\1}", phrase))
                found.append((type_name or name, template))
    return found


def _constant(name, source):
    """Return the value of a constant of a type that a file extends; another file of the folder may declare it."""
    for file in sorted(source.parent.glob("*.swift")):
        if value := re.search(rf'\bstatic let {name} = "(\w+)"', file.read_text()):
            return value[1]
    raise SystemExit(f"{source}: found no value of {name}")


def sources_with_phrases(root):
    """Return the Swift files that declare phrases."""
    return [path for path in sorted((root / "Sources").rglob("*.swift")) if _PHRASES.search(_COMMENT_LINE.sub("", path.read_text()))]


@functools.cache
def _parsed(template):
    return parse_sentence(_RANGE.sub(r"{\3}", template)).expression


class Sampler:
    """Samples sentences from templates; `values` has the values and spoken names of each slot."""

    def __init__(self, values, texts=None, rng=None):
        self.values = values
        self.texts = texts or {}
        self.rng = rng

    def draw(self, template, chosen=None):
        """Return a sentence and its slots; `chosen` fixes slots."""
        slots, chosen = {}, chosen or {}
        words = self._words(_parsed(template), slots, chosen)
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
    stored = description.get("stored", {})
    return _sentences(description, root, rng, each, left_out={*description.get("skipped", []), *stored})


def stored_sentences(description, root, rng, each):
    """Return `each` sentences of every phrase of an assistant with values that a new store does not have."""
    stored = description["stored"]
    description = {**description, "slots": {**description["slots"], **stored}}
    sentences, _ = _sentences(description, root, rng, each, left_out=set(description.get("skipped", [])), required=set(stored))
    return sentences


def _sentences(description, root, rng, each, left_out, required=None):
    values, texts = description["slots"], description.get("texts", {})
    unnatural = [re.compile(pattern) for pattern in [*description.get("unnatural", []), r"\ba \w+s$"]]
    sampler = Sampler(values, texts, rng)
    sentences, without = [], []
    for intent, declared in declared_phrases([root / source for source in description["sources"]]):
        template = without_slots(declared, left_out)
        used = set(Sampler.slots(template))
        if used & left_out:
            without.append(declared)
            continue
        if required and not used & required:
            continue
        if unknown := used - set(values) - set(texts):
            raise SystemExit(f"{template}: add values for {', '.join(sorted(unknown))} to assistants.yaml")
        drawn = {}
        for _ in range(each * 40):
            text, slots = sampler.draw(template)
            if required and not required & set(slots):
                continue
            if len(drawn) < each and not any(pattern.search(text) for pattern in unnatural):
                drawn.setdefault(text, slots)
        if not drawn:
            raise SystemExit(f"{template}: every sentence of it is unnatural")
        sentences += [Sentence(text, intent, slots, template=declared) for text, slots in drawn.items()]
    return sentences, without


def grammar(description, root):
    """Return an intents file with the phrases of an assistant and with values for all of their slots."""
    values, texts = {**description["slots"], **description.get("stored", {})}, set(description.get("texts", {}))
    intents, named = {}, set()
    for intent, declared in declared_phrases([root / source for source in description["sources"]]):
        template = without_slots(declared, set(description.get("skipped", [])))
        slots = set(Sampler.slots(template))
        if slots - set(values) - texts:
            continue
        declaration = intents.setdefault(intent, {"phrases": [], "response": "All right."})
        declaration["phrases"].append(template)
        if free := slots & texts:
            declaration.setdefault("parameters", {}).update({slot: {"type": "text"} for slot in sorted(free)})
        named |= slots & set(values)
    lists = {slot: [{"id": value, "spoken": spoken} for value, spoken in values[slot].items()] for slot in sorted(named)}
    # The phrases of an assistant may share a sentence.
    contents = {"language": "en", "wake": ["hey assistant"], "ambiguity": "first", "intents": intents}
    return contents | ({"lists": lists} if lists else {})


def opposite_sentences(intents, opposites, rng, each):
    """Return `each` pairs of sentences for every phrase of an intents file and every pair of opposites in its slots."""
    identifiers = {name: spoken_values(some) for name, some in intents["lists"].items()}
    values = {name: {spoken: [spoken] for spoken in some} for name, some in identifiers.items()}
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
                    # Two pairs may have a sentence in common.
                    name = "-".join(" ".join(text for text, _ in drawn).split())
                    for text, spoken in drawn:
                        slots = {slot: identifiers.get(slot, {}).get(value, value) for slot, value in spoken.items()}
                        sentences.append(Sentence(text, intent, slots, pair=name))
    return sentences


def spoken_values(values):
    """Return the identifiers of a list of an intents file by their spoken forms."""
    found = {}
    for value in values:
        one = value if isinstance(value, dict) else {"id": value, "spoken": [value]}
        found |= {spoken: one["id"] for spoken in one["spoken"]}
    return found


def other_sentences(others, kind):
    """Return the sentences that an assistant of a kind must reject."""
    near = [Sentence(text, None, kind="near") for text in others["near"][kind]]
    return near + [Sentence(text, None, kind=name) for name in ("others", "talk") for text in others[name]]


def read_yaml(path):
    return yaml.safe_load(path.read_text())


def write_yaml(path, contents):
    path.write_text(yaml.safe_dump(contents, sort_keys=False, width=130))

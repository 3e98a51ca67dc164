#!/usr/bin/env python3
"""Imports Home Assistant's English sentences and compares Vocative's understanding with hassil's.

    import.py VOCATIVE FOLDER [SENTENCES]

VOCATIVE is the program, and FOLDER receives the output. Requires home-assistant-intents and hassil from PyPI, which `make test-import`
installs. Sentences are drawn at random, with a fixed seed, from every template without a wildcard, over the small house in
Tests/VocativeImportTests/Fixtures/house. A third of them are compared once more with a changed, missing or additional word; most of
these match nothing. Exit status 1 if fewer than 1,000 sentences are compared, or too few agree.
"""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import home_assistant_intents
from hassil.expression import Alternative, Group, ListReference, Permutation, RuleReference, TextChunk
from hassil.intents import Intents, RangeSlotList, TextSlotList, WildcardSlotList
from hassil.numbers import get_rbnf_engine
from hassil.recognize import recognize_best
from hassil.util import check_required_context

HOUSE = Path(__file__).parent / "VocativeImportTests" / "Fixtures" / "house"
AREA = "living_room"
MIN_AGREEMENT = 0.97
# A match that needs a wildcard, which a closed grammar cannot decode; the import reports it, so it is not compared.
WILDCARD = "a wildcard"
SENTENCES_EACH = 2


def registry(kind, file):
    return json.loads((HOUSE / file).read_text())["data"][kind]


def house_lists():
    """The house as Home Assistant passes it to hassil: spoken form, value, and context."""
    devices = {device["id"]: device["name_by_user"] or device["name"] for device in registry("devices", "core.device_registry")}
    names = []
    for entity in registry("entities", "core.entity_registry"):
        if entity["disabled_by"] or entity["hidden_by"] or not entity["options"]["conversation"]["should_expose"]:
            continue
        name = entity["name"] or entity["original_name"]
        if entity["has_entity_name"]:
            name = f"{devices[entity['device_id']]} {name}"
        context = {"domain": entity["entity_id"].split(".")[0]}
        if entity.get("original_device_class"):
            context["device_class"] = entity["original_device_class"]
        for spoken in [name, *entity["aliases"]]:
            if any(character.isalpha() for character in spoken):
                names.append((spoken, entity["entity_id"], context))

    def named(kind, key, file):
        return [(spoken, thing[key]) for thing in registry(kind, file) for spoken in [thing["name"], *thing["aliases"]]]

    return {
        "name": TextSlotList.from_tuples(names, name="name"),
        "area": TextSlotList.from_tuples(named("areas", "id", "core.area_registry"), name="area"),
        "floor": TextSlotList.from_tuples(named("floors", "floor_id", "core.floor_registry"), name="floor"),
    }


class Sampler:
    """Draws one sentence of a template."""

    def __init__(self, rng, lists, rules):
        self.rng, self.lists, self.rules = rng, lists, rules

    def draw(self, expression, requires):
        if isinstance(expression, TextChunk):
            return expression.original_text
        if isinstance(expression, RuleReference):
            return self.draw(self.rules[expression.rule_name].expression, requires)
        if isinstance(expression, ListReference):
            return self.value(self.lists[expression.list_name], requires)
        if isinstance(expression, Alternative):
            return self.draw(self.rng.choice(expression.items), requires)
        items = list(expression.items)
        if isinstance(expression, Permutation):
            self.rng.shuffle(items)
        return "".join(self.draw(item, requires) for item in items)

    def value(self, values, requires):
        if isinstance(values, WildcardSlotList):
            raise LookupError("wildcard")
        if isinstance(values, RangeSlotList):
            number = self.rng.choice(list(values.get_numbers()))
            if self.rng.random() < 0.5:
                return str(number)
            return sorted(set(get_rbnf_engine("en").format_number(number).text_by_ruleset.values()))[0]
        fitting = [v for v in values.values if check_required_context(requires, v.context, allow_missing_keys=True)]
        if not fitting:
            raise LookupError("nothing of this kind in the house")
        return self.draw(self.rng.choice(fitting).text_in, {})


def changed(sentence, words, rng):
    """Returns the sentence with an additional, missing or different word."""
    parts = sentence.split()
    place = rng.randrange(len(parts))
    kind = rng.randrange(3)
    return " ".join(parts[:place] + ([rng.choice(words)] if kind else []) + parts[place + (kind != 2) :])


def normal(value):
    """Converts numbers, so that 20, "20" and 20.0 are equal."""
    try:
        return float(value)
    except (TypeError, ValueError):
        return str(value)


def by_hassil(sentence, intents, lists):
    result = recognize_best(
        sentence,
        intents,
        slot_lists=lists,
        intent_context={"area": {"value": AREA, "text": AREA}},
        best_slot_name="name",
        language="en",
    )
    if result is None:
        return None
    if any(entity.is_wildcard for entity in result.entities_list):
        return WILDCARD
    return result.intent.name, {name: normal(entity.value) for name, entity in result.entities.items()}


def by_vocative(program, file, sentences, folder):
    """Returns the understanding of `vocative ask`, one turn per sentence."""
    understood = []
    for start in range(0, len(sentences), 200):
        turns = sentences[start : start + 200]
        environment = dict(os.environ, XDG_DATA_HOME=str(folder / "data"), XDG_CONFIG_HOME=str(folder / "config"))
        run = subprocess.run(
            [program, "ask", "--json", "--intents", str(file), "--", *turns], env=environment, capture_output=True, text=True
        )
        if run.returncode not in (0, 1):
            sys.exit(f"{program} ask exited with {run.returncode}: {run.stderr}")
        answers = [None] * len(turns)
        for line in run.stdout.splitlines():
            event = json.loads(line)
            if event["event"] == "understood":
                slots = {name: normal(value) for name, value in event["slots"].items()}
                answers[int(event["time"]) - 1] = (event["intent"], slots)
        understood += answers
    return understood


def compare(title, sentences, expected, found, report):
    agreed = 0
    count = sum(hassil != WILDCARD for hassil in expected)
    for sentence, hassil, vocative in zip(sentences, expected, found):
        if hassil == vocative:
            agreed += 1
        elif hassil != WILDCARD:
            report.write(f"{title}: {sentence}\n  hassil:   {hassil}\n  vocative: {vocative}\n")
    share = agreed / count
    aside = f"; {len(sentences) - count} that only a wildcard takes are left aside" if count < len(sentences) else ""
    print(f"{title}: {agreed} of {count} agree with hassil ({share:.1%}){aside}")
    return share


def main():
    program, folder = os.path.abspath(sys.argv[1]), Path(sys.argv[2])
    each = int(sys.argv[3]) if len(sys.argv) > 3 else SENTENCES_EACH
    folder.mkdir(parents=True, exist_ok=True)
    source = Path(home_assistant_intents.__file__).parent / "data" / "en.json"
    file = folder / "home.intents.yaml"
    run = subprocess.run(
        [program, "import", "--force", "--area", AREA, "--output", str(file), str(source), str(HOUSE)], capture_output=True, text=True
    )
    (folder / "findings.txt").write_text(run.stderr)
    if run.returncode != 0:
        sys.exit(f"{program} import exited with {run.returncode}:\n{run.stderr[-2000:]}")
    check = subprocess.run([program, "check", str(file)], capture_output=True, text=True)
    if check.returncode != 0:
        sys.exit(f"{program} check exited with {check.returncode}:\n{check.stderr[-2000:]}")

    data = json.loads(source.read_text())
    written = sum(len(block["sentences"]) for intent in data["intents"].values() for block in intent["data"])
    lines = check.stdout.splitlines()
    imported = {line.split(":")[0]: int(line.split()[1]) for line in lines if line.split(":")[0] in data["intents"]}
    whole = [name for name, intent in data["intents"].items()
             if imported.get(name) == sum(len(block["sentences"]) for block in intent["data"])]
    print(f"home-assistant-intents: {len(imported)} of {len(data['intents'])} intents compile, {len(whole)} with every sentence; "
          f"{sum(imported.values())} of {written} sentences")
    print("intents without sentences:", ", ".join(sorted(set(data["intents"]) - set(imported))))
    print(lines[-2] if len(lines) > 1 else "")

    intents = Intents.from_dict(data)
    lists = house_lists()
    rng = random.Random(2026)
    sampler = Sampler(rng, {**intents.slot_lists, **lists}, intents.expansion_rules)
    sentences = []
    for intent in intents.intents.values():
        for block in intent.data:
            for sentence in block.sentences:
                try:
                    drawn = [sampler.draw(sentence.expression, block.requires_context) for _ in range(each)]
                except LookupError:
                    continue
                sentences += [" ".join(text.split()) for text in drawn]
    sentences = sorted(set(sentences))
    words = sorted({word for sentence in sentences for word in sentence.split()})
    near = sorted({changed(sentence, words, rng) for sentence in sentences[::3]} - set(sentences) - {""})

    with open(folder / "disagreements.txt", "w") as report:
        shares = [
            compare(title, some, [by_hassil(one, intents, lists) for one in some], by_vocative(program, file, some, folder), report)
            for title, some in [("sentences", sentences), ("sentences with a word changed", near)]
        ]
    print(f"disagreements are in {folder / 'disagreements.txt'}")
    if len(sentences) < 1000 or min(shares) < MIN_AGREEMENT:
        sys.exit(1)


if __name__ == "__main__":
    main()

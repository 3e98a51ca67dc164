#!/usr/bin/env python3
"""Synthesizes every phrase of the assistants, and easily confused words, with many voices in many rooms.

    make rooms OUT=folder [SEED=1] [KINDS=opposites,money] [FROM=manifest.jsonl] [SAMPLE=1]
    rooms.py OUT [--seed N] [--kinds a,b] [--groups a,b,c] [--each N]
    rooms.py OUT --from MANIFEST [--seed N]
    rooms.py OUT --sample [--seed N]

OUT receives a folder for each kind and group of voices, such as opposites-a, with recordings, manifests, and set.json, which names the
grammar. With --from, the recordings of another manifest are placed in the rooms instead of synthesized sentences. Equal seeds
give equal samples with equal versions of the voices. OUT/README.md describes the output.
"""

import argparse
import hashlib
import json
import shutil
import sys
from math import gcd
from pathlib import Path

import numpy as np
import soundfile
from scipy.signal import resample_poly

import phrases
import recordings
import voices
from voices import RATE, ROOM_VOICES, VOICES, WEIGHTS

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
STORED = "-stored"
# The kinds with phrases that `vocative evaluate --assistant` does not understand, so that they have a grammar of their own.
GRAMMAR_KINDS = (f"money{STORED}", f"clock{STORED}", "runtime")
KINDS = ("opposites", "money", "notes", "messages", "clock") + GRAMMAR_KINDS
USES = {"a": "tuning", "b": "testing", "c": "testing"}
GROUPS = tuple(USES)
PACES = (0.9, 1.0, 1.1)
BABBLERS = 7
# The number of phrases of each assistant in the sample.
SAMPLE_COMMANDS = 5
SAMPLE_OTHERS = 3
# The rooms, each with a chime before the speech, as in a satellite's audio.
SATELLITE_ROOMS = ("chime", "breath", "kitchen", "fan", "babble", "music", "distant", "clipped")


class Random:
    """Return a random generator for each purpose, so that an additional recording does not change the others."""

    def __init__(self, *seed):
        self.seed = seed

    def __call__(self, *purpose):
        digest = hashlib.sha256("/".join(map(str, (*self.seed, *purpose))).encode()).digest()
        return np.random.Generator(np.random.PCG64(int.from_bytes(digest[:16], "big")))


def sentences_of(kind, rng, each):
    """Return the sentences of a kind: its phrases or pairs of opposites, and sentences to be rejected."""
    others = phrases.other_sentences(phrases.read_yaml(HERE / "others.yaml"), kind.removesuffix(STORED))
    if kind == "opposites":
        house = phrases.read_yaml(HERE / "house.intents.yaml")
        return phrases.opposite_sentences(house, phrases.read_yaml(HERE / "opposites.yaml"), rng, each) + others, []
    if kind.endswith(STORED):
        return phrases.stored_sentences(description_of(kind), ROOT, rng, each) + others, []
    commands, left_out = phrases.assistant_sentences(description_of(kind), ROOT, rng, each)
    return commands + others, left_out


def description_of(kind):
    """Return the entry of assistants.yaml for a kind."""
    return phrases.read_yaml(HERE / "assistants.yaml")[kind.removesuffix(STORED)]


def write_grammar(folder, kind):
    """Write the intents file of a kind that has one into a folder, and return its name."""
    if kind == "opposites":
        shutil.copy(HERE / "house.intents.yaml", folder)
        return "house.intents.yaml"
    if kind not in GRAMMAR_KINDS:
        return None
    name = f"{kind}.intents.yaml"
    phrases.write_yaml(folder / name, phrases.grammar(description_of(kind), ROOT))
    return name


def dealt(rng, cards, count):
    """Return `count` of the cards in random order, each equally often."""
    hand = []
    while len(hand) < count:
        hand += [cards[i] for i in rng.permutation(len(cards))]
    return hand[:count]


class Cast:
    """A group of voices with their conversations."""

    def __init__(self, cast, speech):
        self.speech = speech
        self.voices = cast
        # The most natural voices are used more often.
        self.deck = [voice for voice in cast for _ in range(WEIGHTS[voice.program])]
        others = phrases.read_yaml(HERE / "others.yaml")
        self.talk = others["talk"] + others["others"]

    def babble(self, rng):
        """Return several of the voices talking at the same time."""
        talkers = dealt(rng, self.voices, BABBLERS)
        said = dealt(rng, self.talk, BABBLERS)
        self.speech.speak([(voice, text, 1.0) for voice, text in zip(talkers, said)])
        return [self.speech.samples(voice, text) for voice, text in zip(talkers, said)]


def write_kind(out, kind, group, seed, each, speech):
    """Write a folder with recordings of a kind by a group of voices."""
    random = Random(seed, kind, group)
    said, left_out = sentences_of(kind, random("sentences"), each)
    cast = Cast([voice for voice in ROOM_VOICES if voice.group == group], speech)
    about = {"kind": kind, "group": group, "use": USES[group], "seed": seed}
    if left_out:
        about["phrases_left_out"] = left_out
    write_set(out / f"{kind}-{group}", kind, said, cast, random, recordings.Rooms(Random(seed, group)), about)


def write_sample(out, kinds, seed, speech):
    """Write a small folder for the repository: for each kind a sentence or pair in each room, or a few, by freely licensed voices.

    RoomEvaluateTests has the bounds of its results.
    """
    cast = Cast([voice for voice in VOICES if voice.program in ("flite", "festival")], speech)
    for kind in kinds:
        random = Random(seed, kind, "sample")
        said, _ = sentences_of(kind, random("sentences"), 1)
        units = list(dict.fromkeys(unit(sentence) for sentence in said if sentence.intent))
        count = len(recordings.ROOMS) if kind == "opposites" else SAMPLE_COMMANDS
        chosen = set(dealt(random("choice"), units, len(units))[:count])
        rejected = dealt(random("rejected"), [sentence for sentence in said if not sentence.intent], SAMPLE_OTHERS)[:SAMPLE_OTHERS]
        said = [sentence for sentence in said if sentence.intent and unit(sentence) in chosen] + rejected
        write_set(out / kind, kind, said, cast, random, recordings.Rooms(Random(seed, "sample")), {"kind": kind, "seed": seed})


def unit(sentence):
    """Return the sentences for one voice in one room: a pair of opposites, or one sentence."""
    return sentence.pair or sentence.text


def write_set(folder, kind, said, cast, random, rooms, about):
    """Record sentences in every room with every voice, equally often, and write them with their manifests."""
    units = list(dict.fromkeys(map(unit, said)))
    deals = random("deals")
    decks = (cast.deck, PACES, recordings.ROOMS, recordings.RATIOS)
    deal = dict(zip(units, zip(*(dealt(deals, deck, len(units)) for deck in decks))))
    cast.speech.speak([(deal[unit(sentence)][0], sentence.text, deal[unit(sentence)][1]) for sentence in said])

    fresh_folder(folder)
    rows, names = [], set()
    for sentence in said:
        voice, pace, room, ratio = deal[unit(sentence)]
        rng = random("recording", unit(sentence))
        talk = cast.babble(rng) if room == "babble" else ()
        recording = recordings.record(rng, rooms, cast.speech.samples(voice, sentence.text, pace), room, ratio, talk)
        file = file_name(f"{voice.label}-{room}-{sentence.text}", names)
        write_audio(folder / "audio" / file, recording.samples)
        row = {"audio": f"audio/{file}", "intent": sentence.intent}
        if sentence.intent is not None:
            row["slots"] = sentence.slots
        row |= {"transcript": sentence.text, "kind": sentence.kind, "voice": voice.label, "pace": pace, **recording.conditions}
        if sentence.pair:
            row["pair"] = sentence.pair
        rows.append(row)
    write_manifests(folder, rows)
    about = {**about, "voices": [voice.label for voice in cast.voices]}
    if intents := write_grammar(folder, kind):
        about["intents"] = intents
    else:
        about["assistant"] = kind
    write_json(folder / "set.json", about)
    print(f"{folder.name}: {len(rows)} recordings, {sum(row['intent'] is None for row in rows)} of them must be rejected", flush=True)


def write_rooms_of(out, manifest, seed, speech):
    """Write the recordings of another manifest in every room, with a manifest of all and one for each room."""
    manifest = Path(manifest)
    lines = [json.loads(line) for line in manifest.read_text().splitlines() if line.strip()]
    random = Random(seed, "from")
    cast = Cast([voice for voice in VOICES if voice.group == "b"], speech)
    rooms = recordings.Rooms(Random(seed, "from"))
    fresh_folder(out)
    everything = []
    for number, room in enumerate(SATELLITE_ROOMS):
        ratios = dealt(random("ratios", room), recordings.RATIOS, len(lines))
        rows, names = [], set()
        for line, ratio in zip(lines, ratios):
            rng = random("recording", room, line["audio"])
            sound = speech_of(manifest.parent / line["audio"])
            talk = cast.babble(rng) if room == "babble" else ()
            recording = recordings.record(rng, rooms, sound, room, ratio, talk, with_chime=True)
            # Recordings in different folders may have the same name.
            file = f"{room}/{file_name(Path(line['audio']).stem, names)}"
            write_audio(out / "audio" / file, recording.samples)
            rows.append({**line, "audio": f"audio/{file}", **recording.conditions})
        write_lines(out / f"{room}.jsonl", rows)
        everything += rows
        print(f"{room}: {len(rows)} recordings", flush=True)
    write_lines(out / "manifest.jsonl", everything)
    write_json(out / "set.json", {"kind": "rooms", "seed": seed, "rooms": SATELLITE_ROOMS, **inherited(manifest.parent)})
    for file in manifest.parent.glob("*.intents.yaml"):
        shutil.copy(file, out)


def speech_of(file):
    """Return a recording at 16 kHz with a peak of 1, without the silence around it."""
    sound, rate = soundfile.read(file, dtype="float64", always_2d=True)
    sound = sound.mean(axis=1)
    if not np.any(sound):
        raise SystemExit(f"{file} is silent; remove it from the manifest")
    if rate != RATE:
        sound = resample_poly(sound, RATE // gcd(RATE, rate), rate // gcd(RATE, rate))
    return voices.faded(voices.trimmed(sound / np.max(np.abs(sound))))


def inherited(folder):
    """Return what copies of the recordings in a folder have in common with them: the original set, its use, voices and grammar."""
    files = [file for file in (folder / "set.yaml", folder / "set.json") if file.exists()]
    about = phrases.read_yaml(files[0]) if files else {}
    about = {key: about[key] for key in ("from", "use", "kind", "voices", "assistant", "intents") if about.get(key)}
    grammars = sorted(file.name for file in folder.glob("*.intents.yaml"))
    if grammars and "assistant" not in about:
        about.setdefault("intents", grammars[0])
    return {"from": folder.resolve().name, **about}


def fresh_folder(folder):
    if (folder / "audio").exists():
        shutil.rmtree(folder / "audio")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def file_name(text, taken):
    stem = "".join(c if c.isalnum() or c in "-+" else "-" for c in text.replace("'", "").lower())[:90]
    name, number = stem, 1
    while name in taken:
        number += 1
        name = f"{stem}-{number}"
    taken.add(name)
    return f"{name}.flac"


def write_audio(path, samples):
    path.parent.mkdir(parents=True, exist_ok=True)
    whole = np.clip(np.round(samples * 32767), -32768, 32767).astype(np.int16)
    soundfile.write(path, whole, RATE, format="FLAC", subtype="PCM_16")


def write_lines(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def write_manifests(folder, rows):
    write_lines(folder / "manifest.jsonl", rows)
    write_lines(folder / "commands.jsonl", [row for row in rows if row["intent"] is not None])
    write_lines(folder / "others.jsonl", [row for row in rows if row["intent"] is None])


def write_json(path, value):
    path.write_text(json.dumps(value, indent=2) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, help="the folder to write")
    parser.add_argument("--seed", type=int, default=1, help="the seed for sentences, voices and rooms (default 1)")
    parser.add_argument("--kinds", default=",".join(KINDS), help=f"kinds to write, from {', '.join(KINDS)} (default: all)")
    groups = "groups of voices: a for tuning, b for testing, c for testing with voices that the network never heard (default: a,b,c)"
    parser.add_argument("--groups", default=",".join(GROUPS), help=groups)
    parser.add_argument("--each", type=int, default=2, help="number of sentences of each phrase and pairs of each slot (default 2)")
    parser.add_argument("--sample", action="store_true", help="write the small sample in Audio/rooms")
    parser.add_argument("--from", dest="source", help="place the recordings of this manifest in the rooms")
    parser.add_argument(
        "--cache", type=Path, default=ROOT / ".build" / "rooms" / "speech", help="folder for synthesized sentences (default: .build)")
    options = parser.parse_args()
    kinds = options.kinds.split(",")
    if unknown := [kind for kind in kinds if kind not in KINDS]:
        parser.error(f"unknown kind {', '.join(unknown)}: choose from {', '.join(KINDS)}")
    if unknown := [group for group in options.groups.split(",") if group not in GROUPS]:
        parser.error(f"unknown group {', '.join(unknown)}: choose from {', '.join(GROUPS)}")
    speech = voices.Speech(options.cache)
    options.out.mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / "output.md", options.out / "README.md")
    if options.source:
        write_rooms_of(options.out, options.source, options.seed, speech)
        return
    if options.sample:
        write_sample(options.out, kinds, options.seed, speech)
        return
    for kind in kinds:
        for group in options.groups.split(","):
            write_kind(options.out, kind, group, options.seed, options.each, speech)



if __name__ == "__main__":
    sys.exit(main())

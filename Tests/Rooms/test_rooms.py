"""Tests of the generator; run by `make rooms` before it writes anything."""

import contextlib
import io
import json
import re
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import numpy as np
from scipy.signal import butter, sosfiltfilt

import acoustics
import noises
import phrases
import recordings
import rooms
import voices
from acoustics import RATE


def level(sound):
    return 10 * np.log10(np.mean(sound**2))


class Acoustics(unittest.TestCase):
    def test_a_room_has_the_requested_reverberation_time(self):
        for wanted in (0.3, 0.5, 0.8):
            for number in range(3):
                response = acoustics.impulse_response(rooms.Random("test")(wanted, number), wanted, 1.5)
                low = sosfiltfilt(butter(4, [200, 1800], "bandpass", fs=RATE, output="sos"), response)
                self.assertAlmostEqual(acoustics.reverberation_time(low), wanted, delta=0.25 * wanted)

    def test_the_share_of_reverberation_grows_with_distance(self):
        def direct_share(distance):
            response = acoustics.impulse_response(rooms.Random("test")("share"), 0.5, distance, size=[8, 6, 3])
            start = int(np.argmax(np.abs(response)))
            return np.sum(response[: start + 40] ** 2) / np.sum(response**2)

        self.assertGreater(direct_share(0.5), 0.7)
        self.assertLess(direct_share(3.0), 0.5)

    def test_noise_has_the_requested_ratio_to_the_speech(self):
        speech = np.sin(np.arange(3 * RATE) / 10) * np.linspace(0, 1, 3 * RATE)
        noise = np.random.default_rng(1).standard_normal(2 * RATE)
        scaled = acoustics.scaled_noise(speech, noise, 12)
        self.assertAlmostEqual(acoustics.ratio(speech, scaled), 12, places=6)


class Noises(unittest.TestCase):
    def test_the_tones_of_a_chime_are_between_500_and_1000_hertz(self):
        for seed in range(20):
            chime = noises.chime(np.random.default_rng(seed))
            strength = np.abs(np.fft.rfft(chime))
            strongest = np.fft.rfftfreq(len(chime), 1 / RATE)[np.argmax(strength)]
            self.assertTrue(480 <= strongest <= 1020, strongest)

    def test_every_noise_is_continuous_and_without_jumps(self):
        rng = np.random.default_rng(3)
        sentences = [np.sin(np.arange(RATE) / n) for n in range(5, 12)]
        for name, noise in [
            ("kitchen", noises.kitchen(rng, 4 * RATE)), ("fan", noises.fan(rng, 4 * RATE)),
            ("babble", noises.babble(rng, 4 * RATE, sentences)), ("music", noises.music(rng, 4 * RATE)),
        ]:
            with self.subTest(name):
                self.assertEqual(len(noise), 4 * RATE)
                self.assertTrue(np.all(np.isfinite(noise)))
                quietest = min(level(part + 1e-12) for part in np.split(noise, 8))
                self.assertGreater(quietest, level(noise) - 15)


class Recordings(unittest.TestCase):
    def record(self, room, seed=1, **options):
        speech = np.sin(np.arange(RATE) / 8) * np.hanning(RATE)
        shared = recordings.Rooms(rooms.Random("test"), count=2)
        talk = [np.sin(np.arange(RATE) / n) for n in range(5, 12)] if room == "babble" else ()
        return recordings.record(rooms.Random("test")(room, seed), shared, speech, room, talk=talk, **options)

    def test_equal_seeds_give_equal_samples_and_another_seed_gives_others(self):
        for room in recordings.ROOMS:
            with self.subTest(room):
                once, again, other = self.record(room), self.record(room), self.record(room, seed=2)
                np.testing.assert_array_equal(once.samples, again.samples)
                self.assertEqual(once.conditions, again.conditions)
                self.assertFalse(np.array_equal(once.samples[:RATE], other.samples[:RATE]))

    def test_only_the_clipped_microphone_clips(self):
        for room in recordings.ROOMS:
            samples = np.abs(self.record(room).samples)
            flat = np.count_nonzero(samples > 0.999 * np.max(samples))
            self.assertLessEqual(np.max(samples), 1)
            if room == "clipped":
                self.assertGreater(flat, 100)
            else:
                self.assertLess(flat, 50, room)

    def test_a_chime_peaks_below_minus_6_dbfs_whatever_the_level_of_speech(self):
        for seed in range(5):
            recording = self.record("distant", seed, with_chime=True)
            self.assertLess(20 * np.log10(np.max(np.abs(recording.samples))), -5.5)
            self.assertGreater(20 * np.log10(np.max(np.abs(recording.samples))), -19)

    def test_the_hiss_of_a_distant_microphone_has_the_ratio_of_the_manifest(self):
        with mock.patch.object(acoustics, "cheap_microphone", lambda sound: np.sign(sound) * np.abs(sound) ** 0.2):
            recording = self.record("distant", with_chime=False)
        speech, hiss = recording.samples[RATE // 2 : -RATE], recording.samples[-RATE // 2 :]
        self.assertGreater(recording.conditions["snr"], 19)
        self.assertAlmostEqual(acoustics.ratio(speech, hiss), recording.conditions["snr"], delta=1)

    def test_a_lower_ratio_is_noisier(self):
        for room in recordings.BACKGROUNDS:
            quiet, loud = (self.record(room, ratio=ratio, with_chime=False).samples for ratio in (24, 6))
            self.assertGreater(level(loud[-4000:]) - level(quiet[-4000:]), 8, room)


class Sentences(unittest.TestCase):
    def test_every_phrase_that_a_new_store_understands_is_included(self):
        for kind, described in self.described().items():
            declared = phrases.declared_phrases([rooms.ROOT / source for source in described["sources"]])
            said, left_out = rooms.sentences_of(kind, rooms.Random("test")(kind), 1)
            commands = [sentence for sentence in said if sentence.intent]
            self.assertEqual([(s.intent, s.template) for s in commands], [(i, t) for i, t in declared if t not in left_out])
            # A phrase is left out only for its slots without values.
            without = {*described.get("skipped", []), *described.get("stored", {})}
            self.assertFalse([text for text in left_out if not without & set(phrases.Sampler.slots(text))])
            self.assertFalse([s.text for s in commands if set("[]{}()|<>") & set(s.text)])

    def test_every_phrase_with_a_stored_value_is_said_with_it(self):
        for kind, described in self.described().items():
            stored = set(described.get("stored", {}))
            self.assertEqual(bool(stored), f"{kind}{rooms.STORED}" in rooms.KINDS)
            if not stored:
                continue
            declared = phrases.declared_phrases([rooms.ROOT / source for source in described["sources"]])
            said, left_out = rooms.sentences_of(f"{kind}{rooms.STORED}", rooms.Random("test")(kind), 1)
            commands = [sentence for sentence in said if sentence.intent]
            self.assertEqual(left_out, [])
            self.assertEqual([s.template for s in commands], [t for _, t in declared if stored & set(phrases.Sampler.slots(t))])
            self.assertFalse([s.text for s in commands if not stored & set(s.slots)])

    def test_every_file_that_declares_phrases_is_read_or_excluded_and_every_phrase_is_said(self):
        files = {str(path.relative_to(rooms.ROOT)) for path in phrases.sources_with_phrases(rooms.ROOT)}
        listed = {source for described in self.described().values() for source in described["sources"]}
        excluded = phrases.read_yaml(rooms.HERE / "assistants.yaml")["excluded"]
        self.assertEqual(files, listed | set(excluded))
        self.assertTrue(all(excluded.values()))
        declared = set(phrases.declared_phrases([rooms.ROOT / source for source in sorted(listed)]))
        said = {
            (sentence.intent, sentence.template)
            for kind in rooms.KINDS if kind != "opposites"
            for sentence in rooms.sentences_of(kind, rooms.Random("test")(kind), 1)[0] if sentence.intent
        }
        self.assertEqual(said, declared)

    def test_a_grammar_has_the_phrases_and_the_values_of_its_sentences(self):
        for kind in rooms.GRAMMAR_KINDS:
            with tempfile.TemporaryDirectory() as folder:
                name = rooms.write_grammar(Path(folder), kind)
                grammar = phrases.read_yaml(Path(folder) / name)
            for sentence in rooms.sentences_of(kind, rooms.Random("test")(kind), 2)[0]:
                if sentence.intent:
                    self.assertIn(sentence.template, grammar["intents"][sentence.intent]["phrases"])
                    for slot, value in sentence.slots.items():
                        self.assertIn(value, [one["id"] for one in grammar["lists"][slot]])

    def described(self):
        return {kind: one for kind, one in phrases.read_yaml(rooms.HERE / "assistants.yaml").items() if kind != "excluded"}

    def declared(self, code, **others):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**others, "Wake": code}.items():
                (Path(folder) / f"{name}.swift").write_text(text)
            return phrases.declared_phrases([Path(folder) / "Wake.swift"])

    def test_a_phrase_that_ends_with_an_optional_word_in_parentheses_does_not_end_the_list(self):
        code = 'IntentDefinition(Wake.self, phrases: ["(wake me [up])", "wake [me] at \\(\\.$time)"])'
        self.assertEqual(self.declared(code), [("Wake", "(wake me [up])"), ("Wake", "wake [me] at {time}")])

    def test_phrases_are_read_from_every_form_of_declaration(self):
        comment = 'IntentDefinition(\n  // In rooms, "up" is not heard.\n  Wake.self,\n  phrases: [\n    // Not "up".\n    "wake me",\n  ])'
        self.assertEqual(self.declared(comment), [("Wake", "wake me")])
        self.assertEqual(self.declared('common(\n  Wake.self, phrases: ["wake me"])'), [("Wake", "wake me")])
        named = 'intent("Wake", title: "Wake me", phrases: ["wake {\\(parameter)}"], parameters: [])'
        self.assertEqual(self.declared(named, Guide='static let parameter = "person"'), [("Wake", "wake {person}")])
        example = '/// IntentDefinition(Sleep.self, phrases: ["sleep"])\n'
        self.assertEqual(self.declared(example + 'common(Wake.self, phrases: ["wake me"])'), [("Wake", "wake me")])

    def test_a_declaration_in_an_unknown_form_is_a_fault(self):
        with self.assertRaisesRegex(SystemExit, "Wake.swift: read 1 of 2 lists of phrases"):
            self.declared('common(Wake.self, phrases: ["wake me"])\nintent(named: name, phrases: ["sleep"])')

    def test_every_pair_of_opposites_is_included_and_differs_in_one_slot(self):
        said, _ = rooms.sentences_of("opposites", rooms.Random("test")("opposites"), 2)
        pairs = {}
        for sentence in said:
            if sentence.intent:
                pairs.setdefault((sentence.pair, sentence.intent), []).append(sentence)
        seen = set()
        for some in pairs.values():
            for one, other in zip(some[::2], some[1::2]):
                different = [slot for slot in one.slots if one.slots[slot] != other.slots[slot]]
                self.assertEqual(len(different), 1, (one, other))
                seen.add((different[0], frozenset((one.slots[different[0]], other.slots[different[0]]))))
        opposites = phrases.read_yaml(rooms.HERE / "opposites.yaml")
        lists = phrases.read_yaml(rooms.HERE / "house.intents.yaml")["lists"]
        identifiers = {slot: phrases.spoken_values(values) for slot, values in lists.items()}
        wanted = {
            (slot, frozenset(identifiers.get(slot, {}).get(value, value) for value in pair))
            for slot, some in opposites.items() if slot != "excluded" for pair in some
        }
        self.assertEqual(seen, wanted)

    def test_two_words_for_the_same_value_have_the_same_label(self):
        said, _ = rooms.sentences_of("opposites", rooms.Random("test")("opposites"), 2)
        answers = {sentence.text: sentence.slots for sentence in said if sentence.intent == "Answer"}
        self.assertEqual(answers["i said yeah"], {"answer": "yes"})
        self.assertEqual(answers["i said nope"], {"answer": "no"})

    def test_every_pair_of_opposite_words_is_said_or_excluded_with_a_reason(self):
        words = rooms.ROOT / "Sources/Tools/VocativeEvaluation/Verdicts/OppositeWords.swift"
        pairs = {frozenset(pair) for pair in re.findall(r'\("(\w+)", "(\w+)"\)', words.read_text())}
        self.assertGreater(len(pairs), 50)
        said, _ = rooms.sentences_of("opposites", rooms.Random("test")("opposites"), 2)
        commands = [sentence.text.split() for sentence in said if sentence.intent]
        seen = set()
        for one, other in zip(commands[::2], commands[1::2]):
            different = [pair for pair in zip(one, other) if pair[0] != pair[1]]
            if len(one) == len(other) and len(different) == 1:
                seen.add(frozenset(different[0]))
        excluded = phrases.read_yaml(rooms.HERE / "opposites.yaml")["excluded"]
        self.assertTrue(all(excluded.values()))
        self.assertEqual(pairs - seen, {frozenset(words.split()) for words in excluded})

    def test_pairs_with_a_sentence_in_common_have_names_of_their_own(self):
        said, _ = rooms.sentences_of("opposites", rooms.Random("test")("opposites"), 2)
        commands = [sentence for sentence in said if sentence.intent]
        names = [one.pair for one, other in zip(commands[::2], commands[1::2]) if one.text != other.text]
        self.assertEqual(len(names), len(set(names)))

    def test_sentences_to_be_rejected_are_not_commands(self):
        for kind in rooms.KINDS:
            said, _ = rooms.sentences_of(kind, rooms.Random("test")(kind), 4)
            commands = {sentence.text for sentence in said if sentence.intent}
            self.assertFalse(commands & {sentence.text for sentence in said if not sentence.intent})


class Voices(unittest.TestCase):
    def lines(self, *command):
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()

    def test_every_english_voice_of_the_installed_programs_is_included_or_excluded_with_a_reason(self):
        flite = self.lines("flite", "-lv")[0].split(":")[1].split()
        festival = re.findall(r"\w+", " ".join(self.lines("festival", "-b", "(print (voice.list))")))
        # The voices of MBROLA are not in Debian main, and a variant is not a voice.
        espeak = [line.split()[1] for line in self.lines("espeak-ng", "--voices=en")[1:] if not re.search(r" (mb/|!v/)", line)]
        self.assertGreater(len(espeak), 5)
        programs = (("flite", flite), ("festival", festival), ("espeak-ng", espeak))
        found = {f"{program}-{name}" for program, names in programs for name in names}
        included = {voice.label for voice in voices.ROOM_VOICES}
        self.assertEqual(found - included, set(voices.EXCLUDED))

    def test_no_unheard_voice_is_among_those_of_the_training(self):
        self.assertEqual({voice.group for voice in voices.VOICES}, {"a", "b"})
        self.assertEqual({voice.group for voice in voices.UNHEARD}, {"c"})
        self.assertFalse(set(voices.UNHEARD) & set(voices.VOICES))

    def test_reports_of_accuracy_mark_exactly_the_voices_of_the_training(self):
        fitted = (rooms.ROOT / "Sources/Tools/VocativeEvaluation/Bench/FittedSets.swift").read_text()
        marked = re.findall(r'"((?:flite|festival|espeak-ng)-[^"]+)"', fitted)
        self.assertEqual(sorted(marked), sorted(voice.label for voice in voices.VOICES))


class Cache(unittest.TestCase):
    def test_an_interrupted_run_leaves_no_sentence_in_the_cache(self):
        def interrupted(command, limit=0):
            named = next((str(part) for part in command if ".wav" in str(part)), None)
            # Festival gets the name in a script.
            Path(named or re.search(r'"([^"]*\.wav[^"]*)"', Path(command[-1]).read_text())[1]).write_bytes(b"RIFF")
            raise KeyboardInterrupt

        with tempfile.TemporaryDirectory() as folder:
            speech = rooms.voices.Speech(folder)
            for program in ("flite", "festival", "espeak-ng"):
                voice = next(voice for voice in rooms.VOICES if voice.program == program)
                with mock.patch.object(speech, "_run", interrupted), self.assertRaises(KeyboardInterrupt):
                    speech.speak([(voice, "hello", 1.0)])
                self.assertFalse(speech.path(voice, "hello", 1.0).exists(), program)
            # Another run completes only its own sentences.
            speech.speak([(voice, "goodbye", 1.0)])
            self.assertTrue(speech.path(voice, "goodbye", 1.0).exists())
            self.assertEqual(len(list(Path(folder).glob("*.wav"))), 1)
            self.assertGreater(len(speech.samples(voice, "hello")), RATE // 5)


class Files(unittest.TestCase):
    def test_file_names_are_unique(self):
        taken = set()
        self.assertEqual(rooms.file_name("flite-slt-hall-what's on", taken), "flite-slt-hall-whats-on.flac")
        self.assertEqual(rooms.file_name("flite-slt-hall-what's on", taken), "flite-slt-hall-whats-on-2.flac")

    def test_each_recording_of_a_manifest_has_its_own_copy(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            for name, seconds in (("computer/1", 1), ("jarvis/1", 4)):
                rooms.write_audio(folder / f"{name}.wav", np.sin(np.arange(seconds * RATE) / 8))
            lines = [{"audio": "computer/1.wav", "intent": "A"}, {"audio": "jarvis/1.wav", "intent": "B"}]
            rooms.write_lines(folder / "m.jsonl", lines)
            with mock.patch.object(rooms, "SATELLITE_ROOMS", ("chime", "clipped")), contextlib.redirect_stdout(io.StringIO()):
                rooms.write_rooms_of(folder / "out", folder / "m.jsonl", 1, None)
            rows = [json.loads(line) for line in (folder / "out" / "manifest.jsonl").read_text().splitlines()]
            self.assertEqual(len({row["audio"] for row in rows}), 4)
            seconds = {row["intent"]: rooms.soundfile.info(folder / "out" / row["audio"]).duration for row in rows}
            self.assertGreater(seconds["B"], seconds["A"] + 1)

    def test_a_silent_recording_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            rooms.write_audio(Path(folder) / "quiet.wav", np.zeros(RATE))
            with self.assertRaisesRegex(SystemExit, "quiet.wav is silent"):
                rooms.speech_of(Path(folder) / "quiet.wav")

    def test_copies_inherit_the_use_the_kind_the_voices_and_the_grammar_of_their_set(self):
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "home"
            source.mkdir()
            self.assertEqual(rooms.inherited(source), {"from": "home"})
            (source / "home.intents.yaml").write_text("intents: {}")
            self.assertEqual(rooms.inherited(source), {"from": "home", "intents": "home.intents.yaml"})
            (source / "set.json").write_text('{"assistant": "money", "use": "tuning", "seed": 1, "intents": null}')
            self.assertEqual(rooms.inherited(source), {"from": "home", "assistant": "money", "use": "tuning"})
            (source / "set.yaml").write_text("from: first\nintents: b.intents.yaml")
            self.assertEqual(rooms.inherited(source), {"from": "first", "intents": "b.intents.yaml"})
            (source / "set.yaml").write_text("kind: opposites\nvoices: [flite-rms]\nintents: b.intents.yaml")
            expected = {"from": "home", "kind": "opposites", "voices": ["flite-rms"], "intents": "b.intents.yaml"}
            self.assertEqual(rooms.inherited(source), expected)

    def test_written_samples_are_read_unchanged(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "audio" / "a.flac"
            rooms.write_audio(path, np.array([0.0, 0.5, -0.5, 1.0, -1.0]))
            samples, rate = rooms.soundfile.read(path)
            self.assertEqual(rate, RATE)
            np.testing.assert_allclose(samples, [0, 0.5, -0.5, 1, -1], atol=1e-4)


if __name__ == "__main__":
    unittest.main()

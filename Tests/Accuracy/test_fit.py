"""Tests of fit.py, which "make accuracy" runs: .build/fit/bin/python Tests/Accuracy/test_fit.py after its set-up."""

import contextlib
import io
import json
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import fit


def line(name, grammar=None):
    return fit.Line({"set": name, "grammar": grammar or name}, None, None)


class LeavingOut(unittest.TestCase):
    examples = [line("home"), line("rooms"), line("orders"), line("orders", "home"), line("orders", "rooms")]

    def names(self, name, together=(), keeps_grammars=False):
        return [f"{one.set} {one.grammar}" for one in fit.training_without(name, self.examples, together, keeps_grammars)]

    def test_a_set_is_left_out_with_what_was_played_to_its_grammar(self):
        self.assertEqual(self.names("home"), ["rooms rooms", "orders orders", "orders rooms"])
        self.assertEqual(self.names("home", keeps_grammars=True), ["rooms rooms", "orders orders", "orders home", "orders rooms"])

    def test_copies_of_its_recordings_are_left_out_with_it(self):
        together = [{"home", "rooms"}]
        self.assertEqual(self.names("home", together), ["orders orders"])
        self.assertEqual(self.names("rooms", together), ["orders orders"])
        self.assertEqual(self.names("orders", together), ["home home", "rooms rooms"])

    def test_sets_of_one_origin_are_copies_of_each_other(self):
        lines = [fit.Line({"set": name, "origin": origin}, None, None) for name, origin in (
            ("home", None), ("rooms", "home"), ("hall", "home"), ("orders", None), ("garden", "sheds"))]
        self.assertEqual(fit.copies(lines), [{"home", "rooms", "hall"}, {"sheds", "garden"}])


class Outcome(unittest.TestCase):
    def test_a_rejection_for_another_reason_stays_with_any_confidence(self):
        def rejected(confidence):
            command = {"intent": "A", "slots": {}}
            return fit.Line({
                "set": "home", "confidence": confidence, "rejection": "not-a-phrase", "expected": command, "heard": command}, None, None)

        half, unsure = rejected(0.9), rejected(0.2)
        found = fit.outcome([half, unsure], {id(half): 0.95, id(unsure): 0.95}, 0.3)
        self.assertEqual((found["right"], found["rejected"]), (0.5, 0.5))

    def test_a_sentence_with_a_rival_is_asked_about_with_enough_confidence_and_rejected_with_less(self):
        command = {"intent": "A", "slots": {}}
        fields = {"set": "home", "expected": command, "heard": command, "rival_margin": 3}
        asked = fit.Line({**fields, "confidence": 0.6, "verdict": "asked"}, None, None)
        rejected = fit.Line({**fields, "confidence": 0.4, "verdict": "rejected", "rejection": "low-confidence"}, None, None)
        for confidence, share in ((0.4, 0), (0.6, 1)):
            found = fit.outcome([asked, rejected], {id(asked): confidence, id(rejected): confidence}, 0.3)
            self.assertEqual((found["asked"], found["rejected"]), (share, 1 - share))


class Appending(unittest.TestCase):
    @staticmethod
    def recording(name, advantage, is_right, **fields):
        expected, other = {"intent": "A", "slots": {}}, {"intent": "B", "slots": {}}
        evidence = {"phrase_advantage": advantage, "worst_stretch_advantage": advantage, "phone_loop_score": -118, "word_count": 3}
        return {
            "audio": "a.wav", "set": name, "grammar": name, "expected": expected, "heard": expected if is_right else other,
            "verdict": "correct" if is_right else "wrong", "confidence": 0.6, "evidence": evidence, **fields}

    def appended(self, recordings):
        with tempfile.TemporaryDirectory() as folder:
            lines, table = Path(folder) / "lines.jsonl", Path(folder) / "table.md"
            lines.write_text("\n".join(map(json.dumps, recordings)))
            table.write_text(f"# Accuracy\n\n{fit.HEADING}\n\nNot computed: an earlier reason.\n")
            with mock.patch("sys.argv", ["fit.py", str(lines), "--append-to", str(table)]), contextlib.redirect_stdout(io.StringIO()):
                fit.main()
            text = table.read_text()
        self.assertNotIn("earlier", text)
        self.assertTrue(text.startswith("# Accuracy\n\n## Weights of the confidence with one set left out\n\n"))
        return text

    def test_each_set_and_condition_has_a_row_for_each_kind_of_weights(self):
        right, wrong = dict(advantage=-5.0, is_right=True), dict(advantage=9.0, is_right=False)
        text = self.appended([
            *(self.recording(name, **one) for name in ("home", "orders") for one in (right, wrong)),
            self.recording("home", **right, snr=6, noise="kitchen"),
            self.recording("home", **wrong, grammar="orders"),
        ])
        self.assertIn("| home | quiet | of the program | – | 2 | 50.0 | 50.0 | 0.0 | 0.0 | 1 | 0.0 |", text)
        self.assertIn("| home | quiet | this set left out | 1, 1 | 2 | 50.0 | 0.0 | 50.0 | 0.0 | 1 | 100.0 |", text)
        self.assertIn("| home | kitchen 6 dB | this set left out | 1, 1 | 1 | 100.0 | 0.0 | 0.0 | 0.0 | 0 | – |", text)
        self.assertEqual(text.count("| orders | quiet |"), 2)
        self.assertNotIn("no weights", text)

    def test_a_set_that_cannot_be_left_out_is_named(self):
        text = self.appended(
            [self.recording("home", -5.0, True), self.recording("orders", -5.0, True), self.recording("orders", 9.0, False)])
        self.assertIn("Without orders, no weights were fitted", text)
        self.assertNotIn("| orders | quiet | this set left out |", text)
        self.assertIn("| home | quiet | this set left out |", text)

    def test_a_report_with_one_set_states_the_reason(self):
        text = self.appended([self.recording("home", -5.0, True), self.recording("home", 9.0, False)])
        self.assertIn("Not computed: leaving a set out needs at least two sets", text)
        self.assertNotIn("| home |", text)
        self.assertIn("Not computed: fitting needs evidence of both", self.appended(
            [self.recording("home", -5.0, True), self.recording("orders", -5.0, True)]))


class Reading(unittest.TestCase):
    def read(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "lines.jsonl"
            path.write_text(text)
            return fit.read(str(path))

    def test_lines_and_reports_are_read(self):
        recording = json.dumps({"audio": "a.wav", "set": "home"})
        for text, count in ((recording, 1), (f"{recording}\n{recording}\n", 2), (f'{{"recordings": [{recording}]}}', 1)):
            self.assertEqual([one.set for one in self.read(text)], ["home"] * count)

    def test_a_report_without_recordings_is_refused(self):
        with self.assertRaisesRegex(SystemExit, "create it with --details"):
            self.read('{"conditions": []}')


if __name__ == "__main__":
    unittest.main()

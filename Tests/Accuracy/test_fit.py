"""Tests of fit.py: run .build/fit/bin/python Tests/Accuracy/test_fit.py after its set-up."""

import json
import tempfile
import unittest
from pathlib import Path

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

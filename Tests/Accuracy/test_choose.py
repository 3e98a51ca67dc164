"""Tests of choose.py: .build/fit/bin/python Tests/Accuracy/test_choose.py after the set-up of fit.py."""

import contextlib
import io
import json
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import choose

COMMAND = {"intent": "A", "slots": {}}
OTHER = {"intent": "B", "slots": {}}


def figures(cost):
    return {"cost": cost, "count": 10, "right": 1 - cost, "wrong": 0, "rejected": cost, "asked": 0}


class Choosing(unittest.TestCase):
    values = {
        "usual": {"home": figures(0.1), "rooms": figures(0.4), "orders": figures(0.2)},
        "quick": {"home": figures(0.5), "rooms": figures(0.1), "orders": figures(0.1)}}

    def test_a_value_is_chosen_by_the_other_sets_only(self):
        rows = choose.choose(self.values, [])
        self.assertEqual({name: row["value"] for name, row in rows.items()}, {"home": "quick", "rooms": "usual", "orders": "usual"})
        self.assertEqual(rows["home"]["now"]["cost"], 0.1)
        self.assertEqual(rows["home"]["left_out"]["cost"], 0.5)

    def test_copies_of_a_set_have_no_part_in_its_choice(self):
        rows = choose.choose(self.values, [{"home", "rooms"}])
        self.assertEqual({name: row["value"] for name, row in rows.items()}, {"home": "quick", "rooms": "quick", "orders": "usual"})

    def test_the_value_of_the_program_is_chosen_if_another_one_costs_the_same(self):
        same = {"home": figures(0.1), "rooms": figures(0.2)}
        self.assertEqual([row["value"] for row in choose.choose({"usual": same, "quick": same}, []).values()], ["usual", "usual"])

    def test_a_set_is_missing_if_all_others_are_its_copies(self):
        self.assertEqual(choose.choose({"usual": {"home": figures(0), "rooms": figures(0)}}, [{"home", "rooms"}]), {})


class Costs(unittest.TestCase):
    def cost_of(self, **fields):
        line = {"audio": "a.wav", "set": "home", "grammar": "home", "expected": COMMAND, "heard": COMMAND, "confidence": 0.9, **fields}
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "lines.jsonl"
            path.write_text(json.dumps(line) + "\n")
            return choose.results(choose.read(str(path)))["home"]["cost"]

    def test_a_question_costs_least_and_the_opposite_of_a_command_most(self):
        self.assertEqual(self.cost_of(verdict="correct"), 0)
        self.assertEqual(self.cost_of(verdict="asked"), 0.5)
        self.assertEqual(self.cost_of(verdict="rejected", confidence=0.2), 1)
        self.assertEqual(self.cost_of(verdict="wrong", heard=OTHER), 2)
        self.assertEqual(self.cost_of(verdict="wrong", heard=OTHER, is_opposite=True), 3)

    def test_an_accepted_sentence_that_is_not_a_command_costs_as_much_as_a_wrong_one(self):
        self.assertEqual(self.cost_of(verdict="wrong", expected=None), 2)
        self.assertEqual(self.cost_of(verdict="correct", expected=None, confidence=0.1), 0)


class Program(unittest.TestCase):
    def run_with(self, *files):
        with tempfile.TemporaryDirectory() as folder:
            arguments = ["choose.py", "--setting", "patience"]
            for value, lines in files:
                path = Path(folder) / f"{value}.jsonl"
                path.write_text("".join(json.dumps(line) + "\n" for line in lines))
                arguments.append(f"{value}={path}")
            output = io.StringIO()
            with mock.patch("sys.argv", arguments), contextlib.redirect_stdout(output):
                choose.main()
            return output.getvalue()

    @staticmethod
    def line(name, heard=COMMAND, **fields):
        verdict = "correct" if heard == COMMAND else "wrong"
        return {
            "audio": "a.wav", "set": name, "grammar": name, "expected": COMMAND, "heard": heard, "verdict": verdict, "confidence": 0.9,
            **fields}

    def test_the_table_shows_each_set_with_both_values(self):
        table = self.run_with(
            ("usual", [self.line("home"), self.line("orders", OTHER)]), ("quick", [self.line("home", OTHER), self.line("orders")]))
        self.assertIn("| home | 1 | 100.0, 0.0, 0.0 | quick | 0.0, 100.0, 0.0 |", table)
        self.assertIn("| orders | 1 | 0.0, 100.0, 0.0 | usual | 0.0, 100.0, 0.0 |", table)
        self.assertIn("| all | 2 | 50.0, 50.0, 0.0 | – | 0.0, 100.0, 0.0 |", table)

    def test_a_value_may_have_a_file_for_each_set(self):
        with tempfile.TemporaryDirectory() as folder:
            arguments = ["choose.py"]
            for value in ("usual", "quick"):
                for name in ("home", "orders"):
                    path = Path(folder) / f"{value}-{name}.jsonl"
                    path.write_text(json.dumps({**self.line(None), "set": None, "grammar": None}) + "\n")
                    arguments.append(f"{value}:{name}={path}")
            output = io.StringIO()
            with mock.patch("sys.argv", arguments), contextlib.redirect_stdout(output):
                choose.main()
        self.assertIn("| home | 1 | 100.0, 0.0, 0.0 | usual |", output.getvalue())
        self.assertIn("| orders | 1 | 100.0, 0.0, 0.0 | usual |", output.getvalue())

    def test_plain_pocketsphinx_and_commands_for_other_assistants_have_no_part(self):
        more = [self.line("home", OTHER, is_baseline=True), self.line("home", OTHER, grammar="orders")]
        table = self.run_with(("usual", [self.line("home"), self.line("orders"), *more]))
        self.assertIn("| home | 1 | 100.0, 0.0, 0.0 | usual |", table)

    def test_files_with_different_recordings_are_an_error(self):
        with self.assertRaisesRegex(SystemExit, "quick: home has another number of recordings than with usual"):
            self.run_with(
                ("usual", [self.line("home"), self.line("orders")]), ("quick", [self.line("home"), self.line("home"), self.line("orders")]))
        with self.assertRaisesRegex(SystemExit, "quick: the sets are home, but usual has home, orders"):
            self.run_with(("usual", [self.line("home"), self.line("orders")]), ("quick", [self.line("home")]))


if __name__ == "__main__":
    unittest.main()

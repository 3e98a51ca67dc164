#!/usr/bin/env python3
"""Chooses a setting of recognition with one set of recordings left out at a time.

Usage:

    vocative evaluate home/manifest.jsonl --intents home/home.intents.yaml --recordings usual-home.jsonl
    vocative evaluate home/manifest.jsonl --intents home/home.intents.yaml --recordings quick-home.jsonl --patience quick
    (the same for the set orders)
    .build/fit/bin/python Tests/Accuracy/choose.py usual:home=usual-home.jsonl usual:orders=usual-orders.jsonl \\
        quick:home=quick-home.jsonl quick:orders=quick-orders.jsonl [options]

Each input is VALUE:SET=FILE.jsonl, the recordings of a set with one value of the setting, as written by `vocative evaluate --recordings`, or
VALUE=FILE.jsonl, the recordings of all sets, as written with `--bench`. The first input has the value of the program. For a setting without
an option, build the program with each value.

Options:

    --together A,B      leaves these sets out together, because one has copies of the other's recordings; may be repeated. Sets whose
                        lines have the same "origin" are left out together without this option.
    --setting NAME      the name of the setting in the table
    --json OUT          writes the results as JSON

For each set, the value with the lowest cost for the other sets is chosen. A rejected command costs 1, a question 0.5, as one word answers
it, a wrong recording 2, as it causes an action, and the opposite of a command 3. A recording that is not a command is wrong if it is
accepted. Each set has the same weight, and a condition of noise counts as a part of its set. If the costs are equal, the value that comes
first is chosen.

The output is a Markdown table. It shows the results of each set with the value of the program and with the value that was chosen
without the set. The last row counts the recordings of all sets.
"""

import argparse
import json
import sys
from collections import defaultdict

from fit import MINIMUM, copies, outcome, read


def cost(figures):
    """Return the mean cost of a recording; an opposite is also wrong."""
    return figures["rejected"] + 0.5 * figures["asked"] + 2 * figures["wrong"] + figures["opposite"]


def results(lines):
    """Return the shares of each set and their cost."""
    sets = defaultdict(list)
    for line in lines:
        sets[line.set].append(line)
    found = {}
    for name, members in sorted(sets.items()):
        found[name] = outcome(members, {id(line): line.confidence for line in members}, MINIMUM)
        found[name]["opposite"] = sum(line.is_opposite for line in members) / len(members)
        found[name]["cost"] = cost(found[name])
    return found


def chosen_without(name, values, together):
    """Return the value with the lowest mean cost for the sets that are not copies of this one; None if there are no such sets."""
    left_out = {name}.union(*(group for group in together if name in group))
    costs = {}
    for value, sets in values.items():
        others = [figures["cost"] for other, figures in sets.items() if other not in left_out]
        if not others:
            return None
        costs[value] = sum(others) / len(others)
    # Values are in the order of the inputs, and min returns the first of equal ones.
    return min(costs, key=lambda value: round(costs[value], 9))


def choose(values, together):
    """Return for each set the value that was chosen without it, with its results and those of the first value."""
    first = next(iter(values))
    rows = {}
    for name, current in values[first].items():
        value = chosen_without(name, values, together)
        if value is not None:
            rows[name] = {"value": value, "now": current, "left_out": values[value][name]}
    return rows


def total(rows):
    """Return a row for the recordings of all sets together."""
    count = sum(row["now"]["count"] for row in rows.values())

    def shares(key):
        parts = ("right", "wrong", "asked")
        return {"count": count, **{part: sum(row[key][part] * row[key]["count"] for row in rows.values()) / count for part in parts}}

    return {"value": "–", "now": shares("now"), "left_out": shares("left_out")}


def markdown(rows, setting, first):
    lines = [
        f"| Set | Count | {setting} {first}: right, wrong, asked % | Chosen without this set | Right, wrong, asked % |", "|" + "---|" * 5]

    def shares(figures):
        return ", ".join(f"{100 * figures[part]:.1f}" for part in ("right", "wrong", "asked"))

    for name, row in {**rows, "all": total(rows)}.items():
        lines.append(f"| {name} | {row['now']['count']} | {shares(row['now'])} | {row['value']} | {shares(row['left_out'])} |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("inputs", nargs="+")
    parser.add_argument("--setting", default="setting")
    parser.add_argument("--together", type=lambda names: set(names.split(",")), action="append", default=[])
    parser.add_argument("--json")
    options = parser.parse_intermixed_args()
    values, together = {}, list(options.together)
    recordings = defaultdict(list)
    for argument in options.inputs:
        label, separator, path = argument.partition("=")
        if not separator:
            sys.exit(f"{argument}: specify VALUE:SET=FILE.jsonl or VALUE=FILE.jsonl")
        value, _, name = label.partition(":")
        recordings[value] += [
            line for line in read(f"{name}={path}" if name else path) if line.is_command and line.is_own and not line.is_baseline]
    for value, lines in recordings.items():
        together += copies(lines)
        values[value] = results(lines)
    first = next(iter(values))
    for value, sets in values.items():
        if sets.keys() != values[first].keys():
            sys.exit(f"{value}: the sets are {', '.join(sets)}, but {first} has {', '.join(values[first])}")
        counts = [name for name in sets if sets[name]["count"] != values[first][name]["count"]]
        if counts:
            sys.exit(f"{value}: {', '.join(counts)} has another number of recordings than with {first}")
    rows = choose(values, together)
    if not rows:
        sys.exit("leaving a set out needs at least two sets that are not copies of each other")
    print(markdown(rows, options.setting, first))
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=2)


if __name__ == "__main__":
    main()

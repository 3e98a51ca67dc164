#!/usr/bin/env python3
"""Fits the weights of Sources/Stages/VocativeUnderstanding/ConfidenceModel.swift, with one set of recordings left out at a time.

Set-up, once:

    python3 -m venv .build/fit && .build/fit/bin/pip install numpy scipy

Usage:

    vocative evaluate --bench FOLDER --recordings lines.jsonl
    .build/fit/bin/python Tests/Accuracy/fit.py lines.jsonl [more.jsonl ...] [options]

Each input is one of:

    FILE.jsonl      one JSON object on each line, as written by `vocative evaluate --recordings`
    NAME=FILE       the same, or a report of `vocative evaluate --details --json FILE`; its recordings belong to the set NAME
    NAME@GRAMMAR=FILE   the same for recordings of the set NAME played to the grammar of the set GRAMMAR, as commands to
                    another assistant: their manifest has "intent": null

Options:

    --threshold 0.3     the minimum confidence
    --right-share 0.5   weights the examples of each set so that this share of them is right; by default they are not weighted
    --shift X           adds X to the fitted intercept, as the default weights do, before the table is printed (default 0)
    --ridge 0.001       strength of the penalty on standardized weights, a guard against redundant features
    --snr clean,6,10    uses these conditions only
    --only A,B          uses these sets only
    --together A,B      leaves these sets out together, because one has copies of the other's recordings; may be repeated. Sets whose
                        lines have the same "origin", as from a set.json with "from", are left out together without this option.
    --keep-grammars     only leaves out a set's own recordings, not those of other sets that were played to its grammar: with two
                        or three sets, hardly any wrong sentence would be left to fit
    --json OUT          writes the tables and the weights as JSON
    --append-to OUT.md  appends a Markdown table with the results of each set and condition, or replaces it; states the reason if no
                        weights can be fitted, which is then no error

An example is a recording whose nearest sentence has evidence, accepted or not. It is right if the sentence has the expected intent
and slots. A recording that the recognizer rejects without a sentence has no evidence: it is not an example, but counts as rejected.

A set is left out completely: its recordings, and every recording played to its grammar (but see --keep-grammars). Each set has the
same weight in a fit, however many recordings it has, and within a set each example has the same weight unless --right-share is given.

For each set that is left out the output has two lines, "now" (the confidence in the file, with the weights that wrote it) and
"left out" (the weights fitted without this set). The columns are the calibration (expected calibration error in ten bins, Brier
score, log loss), the right, wrong, rejected and asked shares of its own commands at the threshold, and the share of its recordings that is
refused by other grammars. Then come the bins of each set, and the final weights fitted to all sets, as Swift.

A recording that was rejected although its confidence was high enough, as half of a phrase, counts as rejected with any weights.
The figures reuse the recognized sentence. A different confidence also changes when a command is answered in a
pause; only a new run of `vocative evaluate` shows that effect.
"""

import argparse
import json
import math
import sys
from collections import defaultdict

import numpy as np
from scipy.optimize import minimize

# The properties of ConfidenceModel and their factors, as in confidence(for:). A new feature is one more line.
FEATURES = {
    "phraseAdvantageWeight": lambda evidence: evidence["phrase_advantage"],
    "worstStretchAdvantageWeight": lambda evidence: evidence["worst_stretch_advantage"],
    "phoneLoopScoreWeight": lambda evidence: evidence["phone_loop_score"] + 118,
    "singleWordWeight": lambda evidence: float(evidence["word_count"] == 1),
}

# The default minimum confidence of Vocative, and what is added to it for a question between two sentences.
MINIMUM = 0.3
ADDED_FOR_QUESTION = 0.2
HEADING = "## Weights of the confidence with one set left out"
NEEDS_BOTH = "fitting needs evidence of both right and wrong sentences"


class Line:
    """One recording in one condition, played to one grammar."""

    def __init__(self, fields, name, grammar):
        self.set = name or fields.get("set") or "all"
        self.grammar = grammar or fields.get("grammar") or self.set
        self.origin = fields.get("origin")
        self.noise = fields.get("noise")
        self.snr = fields.get("snr")
        self.expected = fields.get("expected")
        self.heard = fields.get("heard")
        self.confidence = fields.get("confidence")
        self.evidence = fields.get("evidence")
        # A sentence with a rival is asked about, or is rejected because its confidence is too low for a question.
        self.has_rival = fields.get("rival_margin") is not None
        self.is_asked = fields.get("verdict") == "asked" or self.has_rival
        self.is_opposite = bool(fields.get("is_opposite"))
        # The confidence is not the reason for this rejection, so it stays with other weights.
        minimum = MINIMUM + ADDED_FOR_QUESTION if self.has_rival else MINIMUM
        self.is_rejected = fields.get("rejection") is not None and (self.confidence or 0) >= minimum
        self.is_baseline = bool(fields.get("is_baseline"))
        self.is_command = "phrases" not in fields
        if self.evidence:
            self.features = [feature(self.evidence) for feature in FEATURES.values()]

    @property
    def is_right(self):
        """Return whether the nearest sentence, accepted or not, is the expected one."""
        if not self.expected or not self.heard or self.expected["intent"] != self.heard["intent"]:
            return False
        heard = self.heard.get("slots") or {}
        slots = self.expected.get("slots") or {}
        return all(heard.get(name) is not None and heard[name].strip() == value.strip() for name, value in slots.items())

    @property
    def is_own(self):
        return self.set == self.grammar

    @property
    def condition(self):
        """Return the condition's name, as in the table of the program."""
        return "quiet" if self.snr is None else f"{self.noise or 'noise'} {self.snr:g} dB"

    def is_accepted(self, confidence, threshold):
        added = ADDED_FOR_QUESTION if self.has_rival else 0
        return confidence is not None and confidence >= threshold + added and not self.is_rejected


def read(argument):
    """Return the lines of one input."""
    name, path = (None, argument) if "=" not in argument else argument.split("=", 1)
    name, grammar = name.split("@", 1) if name and "@" in name else (name, None)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        objects = json.loads(text)
    except json.JSONDecodeError:
        objects = [json.loads(line) for line in text.splitlines() if line.strip()]
    else:
        # A file of one line is an object too.
        objects = objects.get("recordings", [objects] if "audio" in objects else None)
    if objects is None:
        sys.exit(f"{path}: the report has no recordings; create it with --details")
    return [Line(fields, name, grammar) for fields in objects]


def copies(lines):
    """Return the sets with the recordings of one origin, which are left out together."""
    groups = defaultdict(set)
    for line in lines:
        if line.origin:
            groups[line.origin] |= {line.origin, line.set}
    return list(groups.values())


def training_without(name, examples, together, keeps_grammars):
    """Return the examples of other sets, without copies of its recordings and without recordings that were played to its grammar."""
    left_out = {name}.union(*(group for group in together if name in group))
    return [line for line in examples if line.set not in left_out and (keeps_grammars or line.grammar not in left_out)]


def weights_of(lines, right_share):
    """Return a weight for each example: every set has the same sum, and --right-share of it is right."""
    groups = defaultdict(list)
    for index, line in enumerate(lines):
        groups[line.set].append(index)
    weights = np.zeros(len(lines))
    for members in groups.values():
        right = [index for index in members if lines[index].is_right]
        wrong = [index for index in members if not lines[index].is_right]
        if right_share is None or not right or not wrong:
            weights[members] = 1 / len(members)
        else:
            weights[right] = right_share / len(right)
            weights[wrong] = (1 - right_share) / len(wrong)
    return weights / weights.sum()


def fit(lines, right_share, ridge):
    """Return the intercept and the weights, in the order of FEATURES."""
    features = np.array([line.features for line in lines])
    target = np.array([1.0 if line.is_right else -1.0 for line in lines])
    weights = weights_of(lines, right_share)
    mean = weights @ features
    scale = np.sqrt(weights @ (features - mean) ** 2)
    scale[scale < 1e-9] = 1
    standard = np.column_stack([np.ones(len(lines)), (features - mean) / scale])

    def loss(parameters):
        margin = target * (standard @ parameters)
        value = weights @ np.logaddexp(0, -margin) + ridge / 2 * parameters[1:] @ parameters[1:]
        slope = -weights * target / (1 + np.exp(np.clip(margin, -500, 500)))
        gradient = standard.T @ slope
        gradient[1:] += ridge * parameters[1:]
        return value, gradient

    result = minimize(loss, np.zeros(standard.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 2000, "ftol": 1e-12})
    slopes = result.x[1:] / scale
    return np.concatenate([[result.x[0] - slopes @ mean], slopes])


def confidences(lines, model):
    if not lines:
        return np.array([])
    log_odds = model[0] + np.array([line.features for line in lines]) @ model[1:]
    return 1 / (1 + np.exp(-np.clip(log_odds, -500, 500)))


def bins_of(confidence, right):
    bins = []
    for index in range(10):
        members = np.minimum((confidence * 10).astype(int), 9) == index
        if members.any():
            bins.append((float(confidence[members].mean()), float(right[members].mean()), int(members.sum())))
    return bins


def calibration(confidence, right):
    """Return the expected calibration error, Brier score and log loss, and the bins."""
    if not len(confidence):
        return dict(ece=None, brier=None, log_loss=None, bins=[])
    bins = bins_of(confidence, right)
    inside = np.clip(confidence, 1e-6, 1 - 1e-6)
    return dict(
        ece=sum(abs(mean - share) * count for mean, share, count in bins) / len(confidence),
        brier=float(((confidence - right) ** 2).mean()),
        log_loss=float(-(right * np.log(inside) + (1 - right) * np.log(1 - inside)).mean()), bins=bins)


def outcome(lines, confidence_of, threshold):
    """Return the shares of right, wrong and rejected own commands, and the share refused by other grammars."""
    own = [line for line in lines if line.is_own]
    others = [line for line in lines if not line.is_own]
    right = wrong = rejected = asked = refused = 0
    for line in own:
        confidence = confidence_of.get(id(line))
        if not line.is_accepted(confidence, threshold):
            # A sentence that is not a command is right if it is refused.
            right += line.expected is None
            rejected += line.expected is not None
        elif line.is_asked:
            asked += 1
        elif line.is_right:
            right += 1
        else:
            wrong += 1
    for line in others:
        refused += not line.is_accepted(confidence_of.get(id(line)), threshold)
    return dict(
        count=len(own), right=right / max(len(own), 1), wrong=wrong / max(len(own), 1), rejected=rejected / max(len(own), 1),
        asked=asked / max(len(own), 1), others=len(others), refused=refused / len(others) if others else None)


def report(lines, confidence, threshold):
    examples = [line for line in lines if line.evidence]
    right = np.array([float(line.is_right) for line in examples])
    of = {id(line): value for line, value in zip(examples, confidence)}
    conditions = defaultdict(list)
    for line in lines:
        conditions[line.condition].append(line)
    return {
        **calibration(np.asarray(confidence), right), **outcome(lines, of, threshold),
        "conditions": {name: outcome(members, of, threshold) for name, members in conditions.items()}}


def show(name, kind, found):
    def number(value, form):
        return "-" if value is None else format(value, form)

    print(
        f"{name:14} {kind:9} {found['count']:6} {100 * found['right']:7.1f} {100 * found['wrong']:7.1f} "
        f"{100 * found['rejected']:8.1f} {100 * found['asked']:7.1f} {found['others']:7} "
        f"{number(None if found['refused'] is None else 100 * found['refused'], '8.1f'):>8} "
        f"{number(found['ece'], '6.3f'):>6} {number(found['brier'], '6.3f'):>6} {number(found['log_loss'], '8.3f'):>8}")


def obstacle(examples):
    """Return the reason why no set can be left out; None if one can."""
    if len({line.set for line in examples}) < 2:
        return "leaving a set out needs at least two sets of commands with evidence"
    return None if has_both(examples) else NEEDS_BOTH


def has_both(examples):
    return len({line.is_right for line in examples}) == 2


def markdown(found, threshold):
    """Return the results of each set and condition, with the weights of the program and with those that do not know the set."""
    lines = [
        "In the rows \"this set left out\", the weights were fitted to the other sets of this report: without the set, without copies "
        f"of its recordings, and without recordings that were played to its grammar. The minimum confidence is {threshold:g}. All "
        "settings, such as the beams and the margin for questions, are those of the program. They are not chosen with one set left out.",
        "",
        "| Set | Condition | Weights | Fitted to right, wrong | Count | Right % | Wrong % | Rejected % | Asked % | Commands for others | "
        "Refused % |",
        "|" + "---|" * 11]
    unfitted = []
    for name, results in found.items():
        conditions = list(next(iter(results.values()))["conditions"]) if results else []
        for condition in conditions:
            for key, weights in (("now", "of the program"), ("left_out", "this set left out")):
                if key not in results:
                    continue
                figures = results[key]["conditions"][condition]
                own = [f"{100 * figures[part]:.1f}" if figures["count"] else "–" for part in ("right", "wrong", "rejected", "asked")]
                refused = f"{100 * figures['refused']:.1f}" if figures["others"] else "–"
                sentences = results[key].get("fitted_to")
                fitted_to = f"{sentences['right']}, {sentences['wrong']}" if sentences else "–"
                cells = [name, condition, weights, fitted_to, str(figures["count"]), *own, str(figures["others"]), refused]
                lines.append("| " + " | ".join(cells) + " |")
        if "left_out" not in results:
            unfitted.append(name)
    if unfitted:
        names = ", ".join(unfitted)
        lines += ["", f"Without {names}, no weights were fitted: the rest has no evidence of right or none of wrong sentences."]
    return "\n".join(lines)


def append(path, text):
    """Append the section to a report, or replace it: it is always the last one."""
    with open(path, encoding="utf-8") as file:
        report = file.read().split(f"\n{HEADING}\n")[0]
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"{report}\n{HEADING}\n\n{text}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("inputs", nargs="+")
    parser.add_argument("--threshold", type=float, default=MINIMUM)
    parser.add_argument("--right-share", type=float)
    parser.add_argument("--shift", type=float, default=0.0)
    parser.add_argument("--ridge", type=float, default=0.001)
    parser.add_argument("--snr")
    parser.add_argument("--only")
    parser.add_argument("--together", type=lambda names: set(names.split(",")), action="append", default=[])
    parser.add_argument("--keep-grammars", action="store_true")
    parser.add_argument("--json")
    parser.add_argument("--append-to")
    options = parser.parse_intermixed_args()

    lines = [line for argument in options.inputs for line in read(argument)]
    lines = [line for line in lines if line.is_command and not line.is_baseline]
    if options.snr:
        wanted = {None if text == "clean" else float(text) for text in options.snr.split(",")}
        lines = [line for line in lines if line.snr in wanted]
    if options.only:
        names = set(options.only.split(","))
        lines = [line for line in lines if line.set in names and line.grammar in names]
    examples = [line for line in lines if line.evidence]
    if options.append_to and (reason := obstacle(examples)):
        append(options.append_to, f"Not computed: {reason}.")
        print(f"No weights were fitted: {reason}.")
        return
    if not has_both(examples):
        sys.exit(NEEDS_BOTH)
    together = options.together + copies(lines)

    sets = sorted({line.set for line in lines})
    print(f"{len(lines)} lines, {len(examples)} with evidence, {sum(line.is_right for line in examples)} of them right\n")
    print(
        f"{'set':14} {'weights':9} {'count':>6} {'right %':>7} {'wrong %':>7} {'reject %':>8} {'asked %':>7} {'others':>7} {'refuse %':>8} "
        f"{'ECE':>6} {'Brier':>6} {'log loss':>8}")
    found = {}
    for name in sets:
        tested = [line for line in lines if line.set == name]
        test_examples = [line for line in tested if line.evidence]
        found[name] = {}
        if all(line.confidence is not None for line in test_examples):
            found[name]["now"] = report(tested, [line.confidence for line in test_examples], options.threshold)
            show(name, "now", found[name]["now"])
        training = training_without(name, examples, together, options.keep_grammars)
        if not has_both(training):
            print(f"{name:14} left out  the other sets do not have evidence of both right and wrong sentences")
            continue
        model = fit(training, options.right_share, options.ridge)
        model[0] += options.shift
        found[name]["left_out"] = report(tested, confidences(test_examples, model), options.threshold)
        right = sum(line.is_right for line in training)
        found[name]["left_out"]["fitted_to"] = {"right": right, "wrong": len(training) - right}
        found[name]["left_out"]["weights"] = dict(zip(["intercept", *FEATURES], map(float, model)))
        show(name, "left out", found[name]["left_out"])

    print("\nCalibration with the set left out: mean confidence, share right, count")
    for name in sets:
        bins = found[name].get("left_out", {}).get("bins", [])
        print(f"{name:14} " + ", ".join(f"{mean:.2f}: {right:.2f} of {count}" for mean, right, count in bins))

    model = fit(examples, options.right_share, options.ridge)
    model[0] += options.shift
    print("\nWeights fitted to all sets; their range with one set left out, in brackets")
    for index, name in enumerate(["intercept", *FEATURES]):
        moved = [found[of]["left_out"]["weights"][name] for of in sets if "left_out" in found[of]]
        spread = f"[{min(moved):.3f} to {max(moved):.3f}]" if moved else ""
        print(f"  public var {name} = {model[index]:.3f}  // {spread}")
    for name in sets:
        tested = [line for line in lines if line.set == name]
        found[name]["all"] = report(tested, confidences([line for line in tested if line.evidence], model), options.threshold)
    print("\nThe same weights on their own training data")
    for name in sets:
        show(name, "all", found[name]["all"])
    if options.append_to:
        append(options.append_to, markdown(found, options.threshold))
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({"sets": found, "weights": dict(zip(["intercept", *FEATURES], map(float, model)))}, file, indent=2)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Copies the DocC catalogue with links in DocC's own form.

    catalogue.py CATALOGUE COPY

The articles link to each other as files, as in [Tuning](Tuning.md#A-session), which GitHub follows and DocC does not
resolve. In the copy, these links are <doc:…> links, pictures stand beside the articles, and links to other files of the
repository are plain text. Exit status 65 if the target of a link is missing.
"""
import pathlib
import re
import shutil
import sys

LINK = re.compile(r"(?P<mark>!?)\[(?P<words>(?:[^\]\\]|\\.)*)\]\((?P<address>[^)\s]+)\)")
CODE_OR_LINK = re.compile(r"(?P<code>`[^`\n]*`)|" + LINK.pattern)
FENCE = re.compile(r"^\s*(```|~~~)")
HEADING = re.compile(r"^#{1,6}\s+(.*)$")


def parts(text):
    """Returns the prose and the code blocks of a text, each with whether it is code."""
    found = [([], False)]
    for line in text.split("\n"):
        is_fence, is_code = FENCE.match(line), found[-1][1]
        if is_fence and not is_code:
            found.append(([], True))
        found[-1][0].append(line)
        if is_fence and is_code:
            found.append(([], False))
    return [("\n".join(lines), is_code) for lines, is_code in found if lines]


def anchor(heading):
    """Returns a heading's anchor on GitHub."""
    words = re.sub(r"[`*_]", "", LINK.sub(r"\g<words>", heading)).strip().lower()
    return re.sub(r"[^\w\- ]", "", words).replace(" ", "-")


def headings(page):
    """Returns a page's headings by their anchors."""
    found = {}
    for part, is_code in parts(page.read_text(encoding="utf-8")):
        for line in [] if is_code else part.split("\n"):
            match = HEADING.match(line)
            if match:
                found[anchor(match.group(1))] = match.group(1)
    return found


class Copy:
    def __init__(self, catalogue, copy):
        self.catalogue = catalogue.resolve()
        self.copy = copy
        self.faults = []

    def run(self):
        shutil.rmtree(self.copy, ignore_errors=True)
        self.copy.mkdir(parents=True)
        for page in sorted(self.catalogue.glob("*.md")):
            text = "\n".join(
                part if is_code else self.prose(part, page) for part, is_code in parts(page.read_text(encoding="utf-8")))
            (self.copy / page.name).write_text(text, encoding="utf-8")
        return self.faults

    def prose(self, text, page):
        # A link may have code in its words; a link inside of code is an example.
        return re.sub(
            CODE_OR_LINK, lambda match: match.group(0) if match.group("code") else self.link(match, page), text)

    def link(self, match, page):
        mark, words, address = match.group("mark", "words", "address")
        if re.match(r"[a-z]+:", address):
            return match.group(0)
        name, _, fragment = address.partition("#")
        target = (page.parent / name).resolve() if name else page
        if not target.exists():
            self.faults.append(f"{page.name}: there is no {address}")
            return words
        if mark:
            shutil.copy(target, self.copy / target.name)
            return f"![{words}]({target.name})"
        if target.suffix == ".md" and fragment and fragment not in headings(target):
            self.faults.append(f"{page.name}: {name or page.name} has no heading #{fragment}")
            return words
        if target.parent != self.catalogue:
            return words
        if not fragment:
            return f"[{words}](doc:{target.stem})" if not self.is_title(words, target) else f"<doc:{target.stem}>"
        # DocC's anchors keep the capitals of the heading.
        heading = re.sub(r"[`*_]", "", headings(target)[fragment])
        docc = re.sub(r"\s+", "-", re.sub(r"[^\w\s\-]", "", heading).strip())
        return f"[{words}](doc:{target.stem}#{docc})"

    def is_title(self, words, target):
        return next(iter(headings(target).values()), None) == words


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    faults = Copy(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])).run()
    for fault in faults:
        print(f"catalogue: {fault}", file=sys.stderr)
    sys.exit(65 if faults else 0)

#!/usr/bin/env python3
"""Measures sixty spoken sentences from the microphone to the state in a real Home Assistant, beside the same sentences typed there.

    measure.py PROGRAMS RECORDINGS FOLDER

RECORDINGS is the output of record.py; FOLDER receives the configuration, the logs and results.json. Python must be that of a virtual
environment with Home Assistant. Prints a table in Markdown.
"""

import asyncio
import json
import shutil
import statistics
import sys
import time
from collections import Counter
from pathlib import Path

import home_assistant_intents
from boxes import RATE, Box, samples
from home_assistant import HomeAssistant
from homeassistant.const import __version__
from sentences import SENTENCES, is_opposite

TYPED_PATIENCE = 2.0


class Measurement:
    def __init__(self, programs, recordings, folder):
        self.recordings = Path(recordings)
        self.folder = Path(folder).resolve()
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self.home = HomeAssistant(self.folder / "home-assistant")
        self.box = Box(Path(programs).resolve(), self.folder / "box")
        self.file = self.folder / "home.intents.yaml"

    async def run(self):
        try:
            await self.home.start()
            sentences = Path(home_assistant_intents.__file__).parent / "data" / "en.json"
            self.box.run(
                "import", "--quiet", "--force", "--home-assistant", self.home.address, "--token-file", self.home.token_file, "--output",
                self.file, sentences)
            about = json.loads((self.recordings / "recordings.json").read_text())
            results = []
            for number, (sentence, recording) in enumerate(zip(SENTENCES, about)):
                assert sentence.text == recording["text"], "the recordings are of other sentences; make them again"
                typed, answer = await self.type(sentence)
                spoken = await self.speak(sentence, recording, answer)
                results.append({**recording, "typed": typed, **spoken})
                seconds = f"{spoken['seconds']:.1f} s" if spoken["seconds"] is not None else ""
                print(f"{number + 1:2d} {spoken['outcome']:10} {seconds:6} typed {typed:6} {sentence.text}", file=sys.stderr, flush=True)
            (self.folder / "results.json").write_text(json.dumps(results, indent=1))
            self.report(results)
        finally:
            await self.home.close()

    async def prepare(self, sentence):
        for service, entity, *data in sentence.before:
            await self.home.call(service, entity_id=entity, **(data[0] if data else {}))
        if sentence.is_question:
            return
        end = time.monotonic() + 40
        # The covers and locks of the demo house take some seconds.
        while sentence.is_done(await self.home.get(f"/api/states/{sentence.entity}")) or await self.is_moving(sentence):
            assert time.monotonic() < end, f"the effect of \"{sentence.text}\" cannot be undone"
            await asyncio.sleep(0.2)

    async def is_moving(self, sentence):
        return (await self.home.state(sentence.entity)) in ("opening", "closing", "locking", "unlocking")

    async def type(self, sentence):
        """Return whether Home Assistant does a typed sentence right, and its answer."""
        await self.prepare(sentence)
        response = (await self.home.say(sentence.text))["response"]
        answer = response["speech"]["plain"]["speech"]
        if sentence.is_question:
            return ("right" if response["response_type"] == "query_answer" else "wrong"), answer
        end = time.monotonic() + TYPED_PATIENCE + (10 if sentence.entity.startswith(("cover", "lock")) else 0)
        while time.monotonic() < end:
            if sentence.is_done(await self.home.get(f"/api/states/{sentence.entity}")):
                return "right", answer
            await asyncio.sleep(0.1)
        return "wrong", answer

    async def speak(self, sentence, recording, answer):
        """Play a recording in real time, and return what happened."""
        await self.prepare(sentence)
        program = await asyncio.create_subprocess_exec(
            self.box.programs / "vocative", "replay", "--json", "--intents", self.file, "--home-assistant-uri", self.home.address,
            "--home-assistant-token-file", self.home.token_file, "-", env=self.box.environment, stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE, stderr=open(self.box.log, "ab"))
        sound = samples(self.recordings / recording["audio"])
        events, changed = [], asyncio.get_running_loop().create_future()

        async def listen():
            async for line in program.stdout:
                events.append({**json.loads(line), "at": time.monotonic()})

        async def watch(connection):
            while True:
                event = (await connection.event())["data"]
                state = event["new_state"]
                begins = {"open": "opening", "closed": "closing", "locked": "locking", "unlocked": "unlocking"}
                if event["entity_id"] != sentence.entity or not state or changed.done():
                    continue
                # Covers and locks begin to move at once.
                if sentence.is_done(state) or (sentence.state in begins and state["state"] == begins[sentence.state]):
                    changed.set_result(time.monotonic())

        async with self.home.connection() as connection:
            await connection.command("subscribe_events", event_type="state_changed")
            tasks = [asyncio.create_task(listen()), asyncio.create_task(watch(connection))]
            step = RATE // 50 * 2
            begin = time.monotonic()
            for number, start in enumerate(range(0, len(sound), step)):
                program.stdin.write(sound[start : start + step])
                await program.stdin.drain()
                await asyncio.sleep(max(0, begin + (number + 1) * 0.02 - time.monotonic()))
                if start / 2 / RATE > recording["end"] + 1 and (sentence.is_question or changed.done()) and any(
                    event["event"] == "responded" for event in events):
                    break
            program.stdin.close()
            await program.wait()
            await tasks[0]
            tasks[1].cancel()
        spoken_end = begin + recording["end"]
        understood = next((event for event in events if event["event"] == "understood"), None)
        responded = next((event for event in events if event["event"] == "responded"), None)
        if sentence.is_question:
            is_right = understood and understood["text"] == sentence.text and responded and responded["dialog"] == answer
            seconds = responded["at"] - spoken_end if is_right else None
        else:
            is_right = changed.done() and responded is not None
            seconds = changed.result() - spoken_end if changed.done() else None
        return {
            "outcome": "right" if is_right else self.fault(sentence, understood, events), "seconds": seconds,
            "understood": understood and understood["text"], "dialog": responded and responded["dialog"],
        }

    @staticmethod
    def fault(sentence, understood, events):
        kinds = [event["event"] for event in events]
        if understood:
            if is_opposite(sentence.text, understood["text"]):
                return "opposite"
            return "not done" if understood["text"] == sentence.text else "other"
        if "asked" in kinds:
            return "asked"
        return "rejected" if "rejected" in kinds else "not heard"

    def report(self, results):
        count = len(results)
        outcomes = Counter(result["outcome"] for result in results)
        typed = sum(result["typed"] == "right" for result in results)
        seconds = sorted(result["seconds"] for result in results if result["outcome"] == "right")
        print(f"Home Assistant {__version__}, {count} sentences\n")
        print("| result | spoken to Vocative | typed to Home Assistant |")
        print("|---|---:|---:|")
        print(f"| right | {outcomes['right']} ({outcomes['right'] / count:.0%}) | {typed} ({typed / count:.0%}) |")
        names = {
            "opposite": "the opposite", "other": "another request", "not done": "understood, not done", "asked": "asked back",
            "rejected": "\"I didn't catch that\"", "not heard": "wake phrase not heard"}
        for outcome, name in names.items():
            print(f"| {name} | {outcomes[outcome]} | |")
        if seconds:
            print(
                f"\nFrom the end of speech to the state, or to the answer of a question: median {statistics.median(seconds):.1f} s, "
                f"95 % within {seconds[int(0.95 * (len(seconds) - 1))]:.1f} s, maximum {seconds[-1]:.1f} s.")
        for background in sorted({result["background"] or "quiet" for result in results}):
            those = [result for result in results if (result["background"] or "quiet") == background]
            right = sum(result["outcome"] == "right" for result in those)
            print(f"- {background}: {right} of {len(those)} right")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    asyncio.run(Measurement(*sys.argv[1:]).run())

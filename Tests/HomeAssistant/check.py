#!/usr/bin/env python3
"""Checks Vocative with a real Home Assistant, over Home Assistant's own interfaces.

    check.py PROGRAMS FOLDER

PROGRAMS is the folder of vocative and vocatived; FOLDER receives the configuration and the logs. Python must be that of a virtual
environment with Home Assistant. Requires flite, mosquitto and ffmpeg.
"""

import asyncio
import shutil
import subprocess
import sys
from pathlib import Path

from boxes import Box, ListeningBox, silence, speak
from discovery import LocalDiscovery
from home_assistant import HomeAssistant, eventually, free_port
from homeassistant.const import __version__

WAIT = 30
# The time within which a renamed lamp can be said under its new name.
RENAMING = 5.0


def done(what):
    print(f"ok      {what}", flush=True)


def fail(what):
    raise SystemExit(f"FAILED  {what}")


class Check:
    def __init__(self, programs, folder):
        self.programs, self.folder = Path(programs).resolve(), Path(folder).resolve()
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self.home = HomeAssistant(self.folder / "home-assistant")
        self.boxes = []
        self.broker = None
        self.discovery = LocalDiscovery(self.folder / "discovery")

    def box(self, kind, name):
        box = kind(self.programs, self.folder / name)
        self.boxes.append(box)
        return box

    @property
    def server_options(self):
        return ["--home-assistant-uri", self.home.address, "--home-assistant-token-file", self.home.token_file]

    async def is_on(self, entity, state="on"):
        return await self.home.state(entity) == state

    async def reach(self, entity, state, what, seconds=WAIT):
        _, took = await eventually(lambda: self.is_on(entity, state), seconds, what)
        return took

    # MARK: The checks

    async def run(self):
        try:
            seconds = await self.home.start()
            done(f"Home Assistant {__version__} starts after {seconds:.0f} s, with a user and a token made over its REST API")
            imported = await self.importing()
            await self.acting(imported)
            server, port = await self.serving(imported)
            pipeline = await self.pipeline()
            await self.hearing(pipeline)
            await self.satellite(pipeline)
            await self.following()
            await self.local_discovery()
            await self.broker_discovery()
            await self.restarts(server, port, pipeline, imported)
        finally:
            for box in self.boxes:
                box.stop()
            if self.broker:
                self.broker.terminate()
            self.discovery.stop()
            await self.home.close()

    async def importing(self):
        """Import the house once, as a file."""
        box = self.box(Box, "import")
        file = self.folder / "home.intents.yaml"
        result = box.run(
            "import", "--quiet", "--force", "--home-assistant", self.home.address, "--token-file", self.home.token_file, "--output", file,
            self.sentences)
        done(f"the demo house is imported over the WebSocket API: {result.stderr.strip().splitlines()[-1]}")
        return file

    @property
    def sentences(self):
        import home_assistant_intents
        return Path(home_assistant_intents.__file__).parent / "data" / "en.json"

    async def acting(self, imported):
        """Act by the conversation agent and by a service, and hear the faults."""
        box = self.box(Box, "acting")

        def ask(file, *texts, options=self.server_options, status=(0, 1)):
            return box.run("ask", "--intents", file, *options, "--", *texts, status=status).stdout

        await self.home.call("light.turn_on", entity_id="light.kitchen_lights")
        answer = ask(imported, "turn off the kitchen lights")
        await self.reach("light.kitchen_lights", "off", f"the kitchen lights are off: {answer}")
        done("an imported sentence is handed to the conversation agent, whose answer is spoken: " + answer.splitlines()[-1].strip())

        file = self.folder / "service.intents.yaml"
        file.write_text("""\
intents:
  Dim:
    title: Dimming
    phrases: ["dim the {lamp} to {0..100,10:level} percent"]
    handler: { home-assistant: { service: light.turn_on, target: { entity_id: "{lamp}" }, data: { brightness_pct: "{level}" } } }
    response: "The {{lamp}} is at {{level}} percent."
lists:
  lamp: [{ id: light.bed_light, spoken: bed light }, { id: light.moon, spoken: moon }]
""")
        answer = ask(file, "dim the bed light to forty percent")
        brightness = (await self.home.get("/api/states/light.bed_light"))["attributes"]["brightness"]
        if brightness != 102 or "The bed light is at 40 percent." not in answer:
            fail(f"a service dims the bed light to 102 of 255, not {brightness}: {answer}")
        done("a service is called with a number of the sentence")
        if "doesn't know that device" not in ask(file, "dim the moon to ten percent"):
            fail("an unknown entity is reported")
        wrong = self.folder / "wrong-token"
        wrong.write_text("wrong\n")
        wrong.chmod(0o600)
        refused = ["--home-assistant-uri", self.home.address, "--home-assistant-token-file", wrong]
        if "doesn't let me in" not in ask(file, "dim the moon to ten percent", options=refused):
            fail("an invalid token is reported")
        absent = ["--home-assistant-uri", f"http://127.0.0.1:{free_port()}", "--home-assistant-token-file", wrong]
        if "can't reach Home Assistant" not in ask(file, "dim the moon to ten percent", options=absent):
            fail("an absent Home Assistant is reported")
        done("an unknown entity, an invalid token and an absent Home Assistant are sentences")

    async def serving(self, imported):
        """Add the Wyoming server by the config flow."""
        server, port = self.box(Box, "server"), free_port()
        server.start("vocative", "wyoming", "--intents", imported, "--uri", f"tcp://127.0.0.1:{port}")
        await eventually(lambda: server.logged("tcp://"), WAIT, "the Wyoming server is ready")
        flow = await self.home.add("wyoming", host="127.0.0.1", port=port)
        if flow["type"] != "create_entry":
            fail(f"the config flow adds the server: {flow}")
        for entity in ("stt.vocative", "tts.vocative", "wake_word.vocative"):
            await eventually(lambda: self.home.state(entity), WAIT, f"{entity} exists")
        done("the config flow adds the server: stt.vocative, tts.vocative and wake_word.vocative exist")
        return server, port

    async def pipeline(self):
        voices = await self.home.command("tts/engine/voices", engine_id="tts.vocative", language="en")
        pipeline = await self.home.command(
            "assist_pipeline/pipeline/create", name="Vocative", language="en", conversation_engine="homeassistant",
            conversation_language="en", stt_engine="stt.vocative", stt_language="en", tts_engine="tts.vocative", tts_language="en",
            tts_voice=(voices["voices"] or [{}])[0].get("voice_id"), wake_word_entity="wake_word.vocative",
            wake_word_id="hey_assistant")
        await self.home.command("assist_pipeline/pipeline/set_preferred", pipeline_id=pipeline["id"])
        done("a pipeline of its wake word, speech to text and text to speech with Home Assistant's conversation agent is created")
        return pipeline["id"]

    async def hearing(self, pipeline):
        """Run the pipeline: wake word, speech to text, conversation agent, text to speech."""
        wake = speak("hey assistant", self.folder / "wake.wav")
        for words, said, seconds in (
            ("a pause", wake + silence(1.0) + speak("turn off the bed light", self.folder / "off.wav"), 3),
            ("no pause", speak("hey assistant turn on the bed light", self.folder / "breath.wav"), 20),
        ):
            on = "on" if words == "no pause" else "off"
            async with self.home.connection() as connection:
                events = await connection.run_pipeline(pipeline, silence(1.0) + said + silence(seconds))
            heard = events.get("stt-end", {}).get("stt_output", {}).get("text")
            if heard != f"turn {on} the bed light":
                fail(f"after {words}, the pipeline hears \"turn {on} the bed light\", not \"{heard}\": {events}")
            await self.reach("light.bed_light", on, f"the bed light is {on} after {words}")
            url = events["tts-end"]["tts_output"]["url"]
            async with self.home.session.get(self.home.address + url) as response:
                size = len(await response.read())
            if response.status != 200 or size < 1000:
                fail(f"the answer is audio, not {size} bytes with status {response.status}")
            done(f"wake word, {words}, \"{heard}\", conversation agent, and its answer as {size // 1024} KiB of audio")

    async def satellite(self, pipeline):
        """Hand what the box does not understand to Home Assistant."""
        box, port = self.box(ListeningBox, "satellite"), free_port()
        box.listen("--assistant", "clock", "--satellite-uri", f"tcp://127.0.0.1:{port}")
        await eventually(lambda: box.logged("state: idle"), WAIT, "the satellite listens")
        flow = await self.home.add("wyoming", host="127.0.0.1", port=port)
        if flow["type"] != "create_entry":
            fail(f"the config flow adds the satellite: {flow}")
        await eventually(lambda: box.logged("Home Assistant"), WAIT, "Home Assistant connects to the satellite")
        await asyncio.sleep(3)
        await self.home.call("light.turn_on", entity_id="light.ceiling_lights")
        wake = speak("hey assistant", self.folder / "wake.wav")
        box.play(wake + silence(1.0) + speak("turn off the ceiling lights", self.folder / "ceiling.wav"))
        await self.reach("light.ceiling_lights", "off", f"the satellite's request is performed; see {box.log}", 60)
        await eventually(
            lambda: [event for event in box.events() if event["event"] == "responded"], WAIT, "the satellite plays the answer")
        done("the config flow adds the satellite; what it does not understand is performed by Home Assistant, and answered")
        box.stop()

    async def following(self):
        """Follow changes while the daemon runs."""
        self.follower = box = self.box(ListeningBox, "following")
        self.port = free_port()
        # The settings of the documentation; the sentences are those of the package in the virtual environment.
        (box.folder / "config.yaml").write_text(
            f"home-assistant-uri: {self.home.address}\n"
            f"home-assistant-token-file: {self.home.token_file}\n"
            "home-assistant-import: true\n")
        box.environment["VIRTUAL_ENV"] = sys.prefix
        box.environment |= self.discovery.start()
        box.listen("--config", box.folder / "config.yaml", "--room", "kitchen", *self.broker_options(), *self.announced_options())
        await eventually(lambda: box.logged("state: idle"), WAIT, "the daemon listens")

        def understands(text):
            return any(event["event"] == "responded" and event["code"] == "success" for event in box.type(text))

        _, took = await eventually(lambda: understands("turn on the ceiling lights"), 60, "the daemon serves the imported house")
        await self.reach("light.ceiling_lights", "on", "the ceiling lights are on")
        done("the daemon serves the house as an assistant")
        wake = speak("hey assistant", self.folder / "wake.wav")
        box.play(wake + silence(1.0) + speak("turn off the ceiling lights", self.folder / "ceiling.wav"))
        await self.reach("light.ceiling_lights", "off", f"the spoken request is performed; see {box.log}", 60)
        done("a spoken request switches the ceiling lights off")
        for name in ("Moon Lamp", "Star Lamp"):
            reloads = box.count("reloaded because Home Assistant has changed")
            await self.home.command("config/entity_registry/update", entity_id="light.bed_light", name=name)
            # Requests that fail until then would delay the reload.
            _, took = await eventually(
                lambda: box.count("reloaded because Home Assistant has changed") > reloads, WAIT, f"the name \"{name}\" is served")
            if not understands(f"turn on the {name.lower()}"):
                fail(f"the new name \"{name}\" is understood")
            if took > RENAMING:
                fail(f"the new name is understood after {took:.1f} s; the limit is {RENAMING} s")
            done(f"a lamp renamed to \"{name}\" can be said after {took:.1f} s")
        await self.home.command(
            "homeassistant/expose_entity", assistants=["conversation"], entity_ids=["light.bed_light"], should_expose=False)
        await eventually(lambda: not understands("turn on the star lamp"), WAIT, "a lamp that is not exposed is not understood")
        done("a lamp that is no longer exposed to voice is not understood")
        await self.home.command(
            "homeassistant/expose_entity", assistants=["conversation"], entity_ids=["light.bed_light"], should_expose=True)

    # MARK: Discovery

    def announced_options(self):
        self.announced_port = free_port()
        return ["--wyoming-uri", f"tcp://0.0.0.0:{self.announced_port}", "--wyoming-zeroconf"]

    async def local_discovery(self):
        """Find the daemon's Wyoming server over mDNS, and add it by one confirmation."""
        async def flow():
            flows = await self.home.command("config_entries/flow/progress")
            return next((flow for flow in flows if (flow["handler"], flow["context"]["source"]) == ("wyoming", "zeroconf")), None)

        found, took = await eventually(flow, 60, "Home Assistant discovers the announced Wyoming server", 0.5)
        result = await self.home.post(f"/api/config/config_entries/flow/{found['flow_id']}", {})
        if result["type"] != "create_entry" or not self.follower.logged(f":{self.announced_port}"):
            fail(f"the discovered server is added: {result}")
        await eventually(lambda: self.home.state("stt.vocative_2"), WAIT, "stt.vocative_2 exists")
        done(f"the daemon's Wyoming server is discovered over mDNS after {took:.1f} s, and added: {result['title']}")

    # MARK: MQTT

    def broker_options(self):
        self.broker_port = free_port()
        configuration = self.folder / "mosquitto.conf"
        configuration.write_text(f"listener {self.broker_port} 127.0.0.1\nallow_anonymous true\npersistence false\n")
        log = open(self.folder / "mosquitto.log", "ab")
        self.broker = subprocess.Popen(["mosquitto", "-c", configuration], stdout=log, stderr=log)
        return ["--mqtt-uri", f"mqtt://127.0.0.1:{self.broker_port}"]

    async def broker_discovery(self):
        """Find the device over MQTT."""
        flow = await self.home.add("mqtt", broker="127.0.0.1", port=self.broker_port)
        if flow["type"] != "create_entry":
            fail(f"the config flow adds the broker: {flow}")

        async def switch():
            states = await self.home.get("/api/states")
            own = [state for state in states if "vocative_kitchen" in state["entity_id"]]
            return own if len(own) >= 3 and all(state["state"] != "unavailable" for state in own) else None

        own, _ = await eventually(switch, WAIT, "the device is discovered over MQTT")
        done("a device is discovered over MQTT: " + ", ".join(sorted(state["entity_id"] for state in own)))
        mute = next(state["entity_id"] for state in own if state["entity_id"].startswith("switch."))
        await self.home.call("switch.turn_on", entity_id=mute)
        await eventually(
            lambda: "muted" in self.follower.run("status", "--socket", self.follower.socket).stdout, WAIT, "its switch mutes")
        await self.home.call("switch.turn_off", entity_id=mute)
        done("its switch mutes the microphone")

    # MARK: Restarts

    async def restarts(self, server, port, pipeline, imported):
        server.stop()
        server.start("vocative", "wyoming", "--intents", imported, "--uri", f"tcp://127.0.0.1:{port}")
        await asyncio.sleep(3)
        wake = speak("hey assistant", self.folder / "wake.wav")
        said = silence(1.0) + wake + silence(1.0) + speak("turn on the kitchen lights", self.folder / "on.wav") + silence(3)
        await self.home.call("light.turn_off", entity_id="light.kitchen_lights")
        async with self.home.connection() as connection:
            await connection.run_pipeline(pipeline, said)
        await self.reach("light.kitchen_lights", "on", "the pipeline works after a restart of the server")
        done("after a restart of the Wyoming server, the pipeline works")

        self.home.stop()
        answers = [event.get("dialog") for event in self.follower.type("turn off the kitchen lights")]
        if "I can't reach Home Assistant." not in answers:
            fail(f"without Home Assistant, the daemon says so: {answers}")
        seconds = await self.home.start()
        await eventually(
            lambda: any(event.get("code") == "success" for event in self.follower.type("turn off the kitchen lights")), WAIT,
            "the daemon acts after a restart of Home Assistant", 0.5)
        await self.reach("light.kitchen_lights", "off", "the kitchen lights are off")
        await self.home.command("config/entity_registry/update", entity_id="light.bed_light", name="Sun Lamp")
        _, took = await eventually(
            lambda: any(event.get("code") == "success" for event in self.follower.type("turn on the sun lamp")), 90,
            "the daemon follows Home Assistant after its restart", 0.5)
        done(f"Home Assistant restarts in {seconds:.0f} s; the daemon says that it is away, acts again, and follows it after {took:.1f} s")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    asyncio.run(Check(sys.argv[1], sys.argv[2]).run())

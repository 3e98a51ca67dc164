"""Simulates Whisper, Piper or openWakeWord with the server of Wyoming's reference implementation.

usage: service.py URI BEHAVIOUR    prints "ready" when it can be reached, and serves until its standard input ends

BEHAVIOUR: "say TEXT" answers audio with this transcript, and a text with half a second of a tone: of 440 Hz,
or, with the voice "tones", of 660 Hz, or of 880 Hz for its speaker "high". "hang" does not answer. "fail" answers
with an error. "leave" disconnects. "babble" answers with bytes that are not an event. "wake NAME SECONDS" has one wake word, as openWakeWord
does, and detects it after this much audio, or never for 0. "wake-hang NAME SECONDS" describes its wake word until audio arrives, and then
does not answer any more.
"""

import asyncio
import math
import struct
import sys

from wyoming.asr import Transcript
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.error import Error
from wyoming.info import Attribution, Describe, Info, WakeModel, WakeProgram
from wyoming.server import AsyncEventHandler, AsyncServer
from wyoming.tts import Synthesize
from wyoming.wake import Detect, Detection

RATE = 22050
FORMAT = {"rate": RATE, "width": 2, "channels": 1}


def wake_info(name):
    attribution = Attribution(name="test", url="https://example.org")
    model = WakeModel(
        name=name, attribution=attribution, installed=True, description=None, version=None, languages=[], phrase=None
    )
    program = WakeProgram(
        name="wake", attribution=attribution, installed=True, description=None, version=None, models=[model]
    )
    return Info(wake=[program])


class Handler(AsyncEventHandler):
    has_audio = False
    wanted = None
    has_heard = False

    async def find_wake_words(self, event):
        behaviour, name, seconds = BEHAVIOUR.split(" ")
        if Describe.is_type(event.type) and (behaviour == "wake" or not self.has_audio):
            await self.write_event(wake_info(name).event())
        elif Detect.is_type(event.type):
            self.wanted = Detect.from_event(event).names
        elif AudioStart.is_type(event.type):
            self.has_heard = False
        elif AudioChunk.is_type(event.type):
            self.has_audio = True
            if float(seconds) == 0 or self.has_heard:
                return True
            chunk = AudioChunk.from_event(event)
            assert (chunk.rate, chunk.width, chunk.channels, self.wanted) == (16000, 2, 1, [name])
            if chunk.timestamp >= float(seconds) * 1000:
                self.has_heard = True
                await self.write_event(Detection(name=name, timestamp=chunk.timestamp).event())
        return True

    async def handle_event(self, event):
        if BEHAVIOUR.startswith("wake"):
            return await self.find_wake_words(event)
        if not (AudioStop.is_type(event.type) or Synthesize.is_type(event.type)):
            return True
        behaviour, _, text = BEHAVIOUR.partition(" ")
        if behaviour == "fail":
            await self.write_event(Error(text="no model is loaded", code="model").event())
        elif behaviour == "leave":
            return False
        elif behaviour == "babble":
            self.writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        elif behaviour == "say" and AudioStop.is_type(event.type):
            await self.write_event(Transcript(text=text).event())
        elif behaviour == "say":
            voice = Synthesize.from_event(event).voice
            tones = {("tones", None): 660, ("tones", "high"): 880}
            frequency = tones.get((voice.name, voice.speaker), 440) if voice else 440
            tone = [int(10000 * math.sin(2 * math.pi * frequency * n / RATE)) for n in range(RATE // 2)]
            await self.write_event(AudioStart(**FORMAT).event())
            for start in range(0, len(tone), 1024):
                samples = tone[start : start + 1024]
                await self.write_event(AudioChunk(audio=struct.pack(f"<{len(samples)}h", *samples), **FORMAT).event())
            await self.write_event(AudioStop().event())
        return True


async def main():
    server = AsyncServer.from_uri(sys.argv[1])
    await server.start(Handler)
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)


BEHAVIOUR = sys.argv[2]
asyncio.run(main())

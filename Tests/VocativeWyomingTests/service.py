"""A Wyoming service made with the server of the reference implementation, which stands for Whisper or Piper.

usage: service.py URI BEHAVIOUR    says "ready" on standard output when it can be reached, and serves until its standard input ends

BEHAVIOUR: "say TEXT" answers audio with that transcript, and texts with half a second of a tone; "hang" answers nothing; "fail" answers
with an error; "leave" hangs up; "babble" answers with bytes that are no event.
"""

import asyncio
import math
import struct
import sys

from wyoming.asr import Transcript
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.error import Error
from wyoming.server import AsyncEventHandler, AsyncServer
from wyoming.tts import Synthesize

RATE = 22050
FORMAT = {"rate": RATE, "width": 2, "channels": 1}


class Handler(AsyncEventHandler):
    async def handle_event(self, event):
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
            tone = [int(10000 * math.sin(2 * math.pi * 440 * n / RATE)) for n in range(RATE // 2)]
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

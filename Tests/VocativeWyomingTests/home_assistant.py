"""Simulates Home Assistant at a Wyoming satellite with the client of the reference implementation. Prints the satellite's events, one JSON
object per line. The audio of an utterance is one object with the number of its bytes.

usage: home_assistant.py URI BEHAVIOUR    prints {"type": "ready"} after it has sent run-satellite, and ends with its standard input

BEHAVIOUR: "answer TEXT" runs a pipeline as Home Assistant does and answers with half a second of a tone. "tell TEXT" does the same without
the tone, as if speech had failed. "deaf" gives an empty transcript. "fail CODE" runs a pipeline that fails. "silent" does not answer.

Each line of standard input is an order: "announce" plays half a second of another tone, and "say TYPE JSON" sends any event.
"""

import asyncio
import json
import math
import struct
import sys

from wyoming.asr import Transcribe, Transcript
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.client import AsyncClient
from wyoming.error import Error
from wyoming.event import Event
from wyoming.info import Describe, Info
from wyoming.pipeline import PipelineStage, RunPipeline
from wyoming.satellite import RunSatellite
from wyoming.snd import Played
from wyoming.tts import Synthesize, SynthesizeVoice
from wyoming.vad import VoiceStarted, VoiceStopped
from wyoming.wake import Detection

RATE = 22050
FORMAT = {"rate": RATE, "width": 2, "channels": 1}


async def play(client, frequency):
    tone = [int(10000 * math.sin(2 * math.pi * frequency * n / RATE)) for n in range(RATE // 2)]
    await client.write_event(AudioStart(timestamp=0, **FORMAT).event())
    for start in range(0, len(tone), 1024):
        samples = tone[start : start + 1024]
        await client.write_event(AudioChunk(audio=struct.pack(f"<{len(samples)}h", *samples), **FORMAT).event())
    await client.write_event(AudioStop().event())


async def run_pipeline(client):
    behaviour, _, text = BEHAVIOUR.partition(" ")
    if behaviour == "silent":
        return
    if behaviour == "fail":
        await client.write_event(Error(text="it went wrong", code=text).event())
        return
    await client.write_event(Transcribe(language="en").event())
    await client.write_event(VoiceStarted(timestamp=100).event())
    await client.write_event(VoiceStopped(timestamp=900).event())
    await client.write_event(Transcript(text="" if behaviour == "deaf" else "turn on the light").event())
    if behaviour == "deaf":
        return
    await client.write_event(Synthesize(text=text, voice=SynthesizeVoice(name="amy", language="en")).event())
    if behaviour == "answer":
        await play(client, 440)


def show(**fields):
    print(json.dumps(fields), flush=True)


async def listen(client):
    byte_count = 0
    while (event := await client.read_event()) is not None:
        # The reference implementation must be able to parse the event.
        for kind in [Info, Detection, Played, RunPipeline, AudioStart, AudioStop, Error]:
            if kind.is_type(event.type):
                kind.from_event(event)
        if RunPipeline.is_type(event.type):
            assert RunPipeline.from_event(event).start_stage == PipelineStage.ASR
        if AudioChunk.is_type(event.type):
            byte_count += len(AudioChunk.from_event(event).audio)
            continue
        show(type=event.type, data=event.data, payload=byte_count if AudioStop.is_type(event.type) else 0)
        if AudioStop.is_type(event.type):
            byte_count = 0
            await run_pipeline(client)
    show(type="closed")


async def obey(client):
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        command, _, rest = line.strip().partition(" ")
        if command == "announce":
            await play(client, 880)
        elif command == "say":
            kind, _, data = rest.partition(" ")
            await client.write_event(Event(type=kind, data=json.loads(data or "{}")))


async def main():
    async with AsyncClient.from_uri(URI) as client:
        await client.write_event(RunSatellite().event())
        await client.write_event(Describe().event())
        show(type="ready")
        listening = asyncio.create_task(listen(client))
        try:
            await obey(client)
        except ConnectionError:
            await listening
        listening.cancel()


URI, BEHAVIOUR = sys.argv[1], sys.argv[2]
asyncio.run(main())

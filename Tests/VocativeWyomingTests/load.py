"""Simulates many satellites at a Wyoming server. Each one sends a recording repeatedly in real time, with silence in between.

usage: load.py PROGRAM SATELLITES SECONDS WAV [HOSTILE]    starts "PROGRAM wyoming", with HOSTILE misbehaving clients in addition

Prints the time from the end of the audio to the transcript, the time from the end of the wake phrase to the detection, and the server's
memory. Ends with status 1 if a satellite was not served correctly, or if a misbehaving client was disconnected without an error.
"""

import asyncio
import collections
import json
import random
import statistics
import sys
import time
import wave

from wyoming.asr import Transcribe, Transcript
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.client import AsyncClient
from wyoming.wake import Detect, Detection, NotDetected

PROGRAM, SATELLITES, SECONDS, WAV = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), sys.argv[4]
HOSTILE = int(sys.argv[5]) if len(sys.argv) > 5 else 0
CHUNK_SAMPLES = 1024
FORMAT = {"rate": 16000, "width": 2, "channels": 1}
# The maximum number of seconds before the first request of a satellite and between two requests. The minimum after a request is half of it.
MOST_SILENCE = 100
# The number of seconds after which a satellite without an answer counts as not served.
PATIENCE = 30
with wave.open(WAV, "rb") as recording:
    AUDIO = recording.readframes(recording.getnframes())


def memory(pid, name="VmRSS"):
    with open(f"/proc/{pid}/status", encoding="utf-8") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(name))


async def send(client, start):
    """Sends the recording as a microphone would, and returns the time at which its last sample was due."""
    await client.write_event(AudioStart(**FORMAT).event())
    for offset in range(0, len(AUDIO), CHUNK_SAMPLES * 2):
        due = start + (offset + CHUNK_SAMPLES * 2) / 32000
        await asyncio.sleep(max(0, due - time.monotonic()))
        await client.write_event(
            AudioChunk(audio=AUDIO[offset : offset + CHUNK_SAMPLES * 2], timestamp=offset // 32, **FORMAT).event()
        )
    await client.write_event(AudioStop().event())
    return start + len(AUDIO) / 32000


class Satellites:
    """The satellites and their results."""

    def __init__(self, uri):
        self.uri = uri
        self.detections, self.transcripts, self.failures = [], [], collections.Counter()
        self.texts = collections.Counter()

    async def run(self, until):
        try:
            async with AsyncClient.from_uri(self.uri) as wake, AsyncClient.from_uri(self.uri) as asr:
                await wake.write_event(Detect().event())
                await self.pause(0, MOST_SILENCE, until)
                while time.monotonic() < until:
                    await asyncio.wait_for(self.detect(wake), PATIENCE)
                    await asyncio.wait_for(self.transcribe(asr), PATIENCE)
                    # People are silent most of the time.
                    await self.pause(MOST_SILENCE / 2, MOST_SILENCE, until)
        except (ConnectionError, asyncio.TimeoutError, AssertionError) as error:
            self.failures[repr(error)] += 1

    @staticmethod
    async def pause(least, most, until):
        await asyncio.sleep(max(0, min(random.uniform(least, most), until - time.monotonic())))

    async def detect(self, client):
        start = time.monotonic()
        sending = asyncio.create_task(send(client, start))
        event = await client.read_event()
        assert event is not None, "the server has hung up"
        if Detection.is_type(event.type):
            self.detections.append(time.monotonic() - start - Detection.from_event(event).timestamp / 1000)
        else:
            self.failures[f"{event.type} {event.data.get('text', '')}"] += 1
        await sending

    async def transcribe(self, client):
        await client.write_event(Transcribe().event())
        end = await send(client, time.monotonic())
        while not Transcript.is_type((event := await client.read_event()).type):
            assert event.type.startswith("transcript-"), event.data
        self.transcripts.append(time.monotonic() - end)
        self.texts[Transcript.from_event(event).text] += 1


class Hostile:
    """Misbehaving clients, and the reasons why they were disconnected."""

    def __init__(self, uri):
        self.host, port = uri.removeprefix("tcp://").rsplit(":", 1)
        self.port = int(port)
        self.reasons = collections.Counter()
        self.kinds = [self.silent, self.slow, self.endless, self.lying, self.babbling, self.deaf]

    async def run(self, number, until):
        kind = self.kinds[number % len(self.kinds)]
        while time.monotonic() < until:
            reader, writer = await asyncio.open_connection(self.host, self.port)
            try:
                answer = await asyncio.wait_for(kind(reader, writer), max(1, until - time.monotonic()))
                self.reasons[f"{kind.__name__}: {self.code(answer)}"] += 1
            except asyncio.TimeoutError:
                self.reasons[f"{kind.__name__}: still connected at the end"] += 1
            except ConnectionError:
                self.reasons[f"{kind.__name__}: disconnected without an error"] += 1
            finally:
                writer.transport.abort()
            await asyncio.sleep(1)

    @staticmethod
    def code(answer):
        for line in answer.split(b"\n"):
            if line.startswith(b'{"code"'):
                return "disconnected with the error " + json.JSONDecoder().raw_decode(line.decode())[0]["code"]
        return "disconnected without an error"

    async def silent(self, reader, writer):
        """Connects and sends nothing."""
        return await reader.read()

    async def slow(self, reader, writer):
        """Sends one byte per second."""
        writer.write(b'{"type":"audio-chunk","payload_length":500000}\n')
        answer = asyncio.create_task(reader.read())
        while not answer.done():
            writer.write(b"\0")
            await asyncio.sleep(1)
        return await answer

    async def endless(self, reader, writer):
        """Sends a line without an end."""
        writer.write(b"x" * 100_000)
        return await reader.read()

    async def lying(self, reader, writer):
        """Announces a thousand gigabytes of data."""
        writer.write(b'{"type":"ping","data_length":1000000000000}\n')
        return await reader.read()

    async def babbling(self, reader, writer):
        """Sends bytes that are not an event."""
        writer.write(random.randbytes(2000) + b"\n")
        return await reader.read()

    async def deaf(self, reader, writer):
        """Sends requests repeatedly and never reads the answers."""
        while True:
            writer.write(b'{"type":"describe"}\n' * 1000)
            await writer.drain()


def line(name, values):
    if not values:
        return f"{name}: none"
    p95 = statistics.quantiles(values, n=20)[-1] if len(values) > 1 else values[0]
    return f"{name}: {len(values)}, {statistics.median(values):.2f} s median, {p95:.2f} s 95th percentile"


async def main():
    server = await asyncio.create_subprocess_exec(
        PROGRAM, "wyoming", "--sample", "--uri", "tcp://127.0.0.1:0", "--json", stdout=asyncio.subprocess.PIPE
    )
    try:
        uri = json.loads(await server.stdout.readline())["uri"]
        before = memory(server.pid)
        satellites, hostile = Satellites(uri), Hostile(uri)
        until = time.monotonic() + SECONDS
        await asyncio.gather(
            *(satellites.run(until) for _ in range(SATELLITES)), *(hostile.run(number, until) for number in range(HOSTILE))
        )
        after, most = memory(server.pid), memory(server.pid, "VmHWM")
    finally:
        server.kill()
    print(line("detections", satellites.detections))
    print(line("transcripts", satellites.transcripts))
    print("texts:", dict(satellites.texts))
    print("not served:", dict(satellites.failures) or "none")
    each = (after - before) / max(1, SATELLITES * 2)
    print(f"memory: {before} kB before, {after} kB after, {most} kB at most; {each:.0f} kB per satellite connection")
    for reason, count in sorted(hostile.reasons.items()):
        print(f"misbehaving, {reason}: {count}")
    # A client that reads nothing cannot receive an error.
    unexplained = [reason for reason in hostile.reasons if "without an error" in reason and not reason.startswith("deaf")]
    sys.exit(1 if satellites.failures or len(satellites.texts) != 1 or unexplained else 0)


asyncio.run(main())

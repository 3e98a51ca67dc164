"""Many satellites at a Wyoming server, in one process: each sends a recording over and over, at the speed it was made.

usage: load.py URI SATELLITES SECONDS WAV [PID]    PID is the server's, whose memory is printed

Prints how long after the end of its audio a satellite had its transcript, and after the end of the wake phrase its detection.
"""

import asyncio
import random
import statistics
import sys
import time
import wave

from wyoming.asr import Transcribe, Transcript
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.client import AsyncClient
from wyoming.wake import Detect, Detection

URI, SATELLITES, SECONDS, WAV = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), sys.argv[4]
PID = sys.argv[5] if len(sys.argv) > 5 else None
CHUNK_SAMPLES = 1024
FORMAT = {"rate": 16000, "width": 2, "channels": 1}
with wave.open(WAV, "rb") as recording:
    AUDIO = recording.readframes(recording.getnframes())


def memory():
    if PID is None:
        return 0
    with open(f"/proc/{PID}/status", encoding="utf-8") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


async def send(client, start):
    """Sends the recording as a microphone would; gives when its last sample was due."""
    await client.write_event(AudioStart(**FORMAT).event())
    for offset in range(0, len(AUDIO), CHUNK_SAMPLES * 2):
        due = start + (offset + CHUNK_SAMPLES * 2) / 32000
        await asyncio.sleep(max(0, due - time.monotonic()))
        await client.write_event(
            AudioChunk(audio=AUDIO[offset : offset + CHUNK_SAMPLES * 2], timestamp=offset // 32, **FORMAT).event()
        )
    await client.write_event(AudioStop().event())
    return start + len(AUDIO) / 32000


async def satellite(until, transcripts, detections):
    await asyncio.sleep(random.uniform(0, 10))
    async with AsyncClient.from_uri(URI) as wake, AsyncClient.from_uri(URI) as asr:
        await wake.write_event(Detect().event())
        while time.monotonic() < until:
            start = time.monotonic()
            sending = asyncio.create_task(send(wake, start))
            event = await wake.read_event()
            if Detection.is_type(event.type):
                heard = start + Detection.from_event(event).timestamp / 1000
                detections.append(time.monotonic() - heard)
            await sending
            await asr.write_event(Transcribe().event())
            end = await send(asr, time.monotonic())
            while not Transcript.is_type((event := await asr.read_event()).type):
                pass
            transcripts.append((time.monotonic() - end, Transcript.from_event(event).text))
            # People are silent most of the time.
            await asyncio.sleep(random.uniform(20, 40))


def line(name, values):
    if not values:
        return f"{name}: none"
    p95 = statistics.quantiles(values, n=20)[-1] if len(values) > 1 else values[0]
    return f"{name}: {len(values)}, {statistics.median(values):.2f} s in the middle, {p95:.2f} s for 95 %"


async def main():
    before = memory()
    transcripts, detections = [], []
    until = time.monotonic() + SECONDS
    await asyncio.gather(*(satellite(until, transcripts, detections) for _ in range(SATELLITES)))
    print(line("detections", detections))
    print(line("transcripts", [latency for latency, _ in transcripts]))
    print("texts:", {text: sum(1 for _, other in transcripts if other == text) for _, text in transcripts})
    print(f"memory: {before} kB before, {memory()} kB after, {(memory() - before) / SATELLITES:.0f} kB a satellite")


asyncio.run(main())

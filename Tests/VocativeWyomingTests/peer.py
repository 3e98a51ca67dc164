"""Talks to a Wyoming server with the client of the reference implementation, and prints the events it receives, one JSON object per line.

usage: peer.py URI describe | ping TEXT | recognize TEXT… | handle CONVERSATION TEXT… | synthesize TEXT [VOICE]
       peer.py URI stream VOICE TEXT…                     (streams a text in pieces; waits for the audio after each piece but the last)
       peer.py URI transcribe WAV… | detect NAMES WAV…    (NAMES separated by commas, or "any")
       peer.py URI events TYPE JSON …                     (sends any events, each with its data; prints events until a pong or the end)
"""

import asyncio
import json
import sys
import wave

from wyoming.asr import Transcribe, Transcript, TranscriptStop
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.client import AsyncClient
from wyoming.error import Error
from wyoming.event import Event
from wyoming.handle import Handled, NotHandled
from wyoming.info import Describe, Info
from wyoming.intent import Intent, NotRecognized, Recognize
from wyoming.ping import Ping, Pong
from wyoming.tts import Synthesize, SynthesizeChunk, SynthesizeStart, SynthesizeStop, SynthesizeStopped, SynthesizeVoice
from wyoming.wake import Detect, Detection, NotDetected

# The size of Home Assistant's chunks.
CHUNK_SAMPLES = 1024
KNOWN = [Transcript, AudioStart, AudioChunk, AudioStop, Error, Handled, NotHandled, Info, Intent, NotRecognized, Pong]
KNOWN += [Detection, NotDetected, SynthesizeStopped]


async def receive(client, *until, is_error_last=True):
    """Prints events until one of these kinds or, if it is the last event, an error arrives."""
    while True:
        event = await client.read_event()
        if event is None:
            print(json.dumps({"type": "closed"}))
            return
        # The reference implementation must be able to parse the event.
        for kind in KNOWN:
            if kind.is_type(event.type):
                kind.from_event(event)
        print(json.dumps({"type": event.type, "data": event.data, "payload": len(event.payload or b"")}))
        if (is_error_last and Error.is_type(event.type)) or any(kind.is_type(event.type) for kind in until):
            return


async def send_audio(client, path):
    with wave.open(path, "rb") as recording:
        rate, width, channels = recording.getframerate(), recording.getsampwidth(), recording.getnchannels()
        await client.write_event(AudioStart(rate=rate, width=width, channels=channels).event())
        sent = 0
        while audio := recording.readframes(CHUNK_SAMPLES):
            timestamp = sent * 1000 // rate
            chunk = AudioChunk(rate=rate, width=width, channels=channels, audio=audio, timestamp=timestamp)
            await client.write_event(chunk.event())
            sent += CHUNK_SAMPLES
        await client.write_event(AudioStop(timestamp=sent * 1000 // rate).event())


async def main(uri, command, *arguments):
    async with AsyncClient.from_uri(uri) as client:
        if command == "describe":
            await client.write_event(Describe().event())
            await receive(client, Info)
        elif command == "ping":
            await client.write_event(Ping(text=arguments[0]).event())
            await receive(client, Pong)
        elif command == "recognize":
            for text in arguments:
                await client.write_event(Recognize(text=text, context={"n": 1}).event())
                await receive(client, Intent, NotRecognized)
        elif command == "handle":
            for text in arguments[1:]:
                context = {"conversation_id": arguments[0], "device_id": "kitchen"} if arguments[0] else None
                await client.write_event(Transcript(text=text, language="en", context=context).event())
                await receive(client, Handled, NotHandled)
        elif command == "synthesize":
            voice = SynthesizeVoice(name=arguments[1]) if len(arguments) > 1 else None
            await client.write_event(Synthesize(text=arguments[0], voice=voice).event())
            await receive(client, AudioStop)
        elif command == "stream":
            await client.write_event(SynthesizeStart(voice=SynthesizeVoice(name=arguments[0])).event())
            for number, text in enumerate(arguments[1:]):
                await client.write_event(SynthesizeChunk(text=text).event())
                if number + 2 < len(arguments):
                    await receive(client, AudioStop)
            # Home Assistant sends this for servers that do not support streaming.
            await client.write_event(Synthesize(text="".join(arguments[1:])).event())
            await client.write_event(SynthesizeStop().event())
            await receive(client, SynthesizeStopped)
            await client.write_event(Synthesize(text="after").event())
            await receive(client, AudioStop)
        elif command == "transcribe":
            for path in arguments:
                await client.write_event(Transcribe(language="en", context={"n": 2}).event())
                await send_audio(client, path)
                await receive(client, TranscriptStop)
        elif command == "detect":
            names = None if arguments[0] == "any" else arguments[0].split(",")
            await client.write_event(Detect(names=names, context={"n": 3}).event())
            for path in arguments[1:]:
                await send_audio(client, path)
                await receive(client, Detection, NotDetected)
        elif command == "events":
            for kind, data in zip(arguments[::2], arguments[1::2]):
                await client.write_event(Event(type=kind, data=json.loads(data)))
            await receive(client, Pong, is_error_last=False)


asyncio.run(main(*sys.argv[1:]))

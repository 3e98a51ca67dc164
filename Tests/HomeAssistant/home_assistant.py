"""A real Home Assistant with its demo house, in a folder, and its REST and WebSocket APIs."""

import asyncio
import os
import signal
import subprocess
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from free_port import free_port

# The components of the house; "mqtt", "wyoming" and "demo" load the rest.
CONFIGURATION = """\
homeassistant:
  name: Vocative
  unit_system: metric
  country: US
http:
  server_host: 127.0.0.1
  server_port: {port}
api:
config:
auth:
onboarding:
websocket_api:
conversation:
assist_pipeline:
media_source:
tts:
stt:
wake_word:
zeroconf:
demo:
logger:
  default: warning
"""
START = 300


async def eventually(check, seconds, what, interval=0.1):
    """Wait until a check returns something, and return it with the seconds that it took."""
    loop = asyncio.get_running_loop()
    start = loop.time()
    while True:
        found = check()
        if asyncio.iscoroutine(found):
            found = await found
        if found:
            return found, loop.time() - start
        if loop.time() - start > seconds:
            raise SystemExit(f"FAILED  {what}: not within {seconds} s")
        await asyncio.sleep(interval)


class HomeAssistant:
    """A process of Home Assistant; its folder keeps users, tokens and entities across restarts."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.token_file = self.folder / "token"
        self.process = None
        self.session = None
        # The access token of the owner while the owner signs up.
        self.owner = None
        (self.folder / "configuration.yaml").write_text(CONFIGURATION.format(port=self.port))

    async def start(self):
        self.session = self.session or aiohttp.ClientSession()
        log = open(self.folder / "output.log", "ab")
        hass = Path(sys.executable).parent / "hass"
        # In a session of its own, a signal for this script does not end it before its entities are stored.
        self.process = subprocess.Popen([hass, "--config", self.folder], stdout=log, stderr=log, start_new_session=True)
        _, seconds = await eventually(self.is_running, START, f"Home Assistant runs; see {self.folder}/output.log", 0.5)
        return seconds

    async def is_running(self):
        if self.process.poll() is not None:
            raise SystemExit(f"FAILED  Home Assistant ended: see {self.folder}/output.log")
        try:
            if not self.token_file.exists():
                async with self.session.get(f"{self.address}/api/onboarding") as response:
                    if response.status != 200:
                        return False
                await self.sign_up()
            return (await self.get("/api/config"))["state"] == "RUNNING"
        except (aiohttp.ClientError, AssertionError):
            return False

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    async def close(self):
        self.stop()
        if self.session:
            await self.session.close()

    async def sign_up(self):
        """Create the owner, and store a long-lived access token; a step that fails is repeated by the next call."""
        client = self.address + "/"
        if not self.owner:
            user = {"client_id": client, "name": "Test", "username": "test", "password": "test", "language": "en"}
            async with self.session.post(f"{self.address}/api/onboarding/users", json=user) as response:
                code = (await response.json())["auth_code"]
            grant = {"client_id": client, "grant_type": "authorization_code", "code": code}
            async with self.session.post(f"{self.address}/auth/token", data=grant) as response:
                self.owner = (await response.json())["access_token"]
        token = self.owner
        headers = {"Authorization": f"Bearer {token}"}
        async with self.session.get(f"{self.address}/api/onboarding") as response:
            done = {step["step"] for step in await response.json() if step["done"]}
        for step, data in (("core_config", None), ("analytics", None), ("integration", {"client_id": client, "redirect_uri": client})):
            if step in done:
                continue
            # At the first start, a step may fail while the requirements of a component are being installed.
            async with self.session.post(f"{self.address}/api/onboarding/{step}", json=data, headers=headers) as response:
                assert response.status == 200, (step, response.status)
        async with self.connection(token) as connection:
            token = await connection.command("auth/long_lived_access_token", client_name="Vocative", lifespan=3650)
        descriptor = os.open(self.token_file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(descriptor, "w") as file:
            file.write(token + "\n")

    # MARK: REST

    @property
    def headers(self):
        return {"Authorization": f"Bearer {self.token_file.read_text().strip()}"}

    async def get(self, path):
        async with self.session.get(self.address + path, headers=self.headers) as response:
            assert response.status == 200, (path, response.status)
            return await response.json()

    async def post(self, path, data):
        async with self.session.post(self.address + path, json=data, headers=self.headers) as response:
            assert response.status == 200, (path, response.status, await response.text())
            return await response.json()

    async def state(self, entity):
        async with self.session.get(f"{self.address}/api/states/{entity}", headers=self.headers) as response:
            return (await response.json())["state"] if response.status == 200 else None

    async def call(self, service, **data):
        return await self.post("/api/services/" + service.replace(".", "/"), data)

    async def say(self, text):
        """Type a sentence to the conversation agent."""
        return await self.post("/api/conversation/process", {"text": text, "language": "en"})

    async def add(self, integration, **data):
        """Add an integration through its config flow, and return the result of the flow."""
        flow = await self.post("/api/config/config_entries/flow", {"handler": integration})
        if flow["type"] != "form":
            return flow
        return await self.post(f"/api/config/config_entries/flow/{flow['flow_id']}", data)

    # MARK: WebSocket

    @asynccontextmanager
    async def connection(self, token=None):
        async with self.session.ws_connect(f"{self.address}/api/websocket", max_msg_size=0) as socket:
            await socket.receive_json()
            await socket.send_json({"type": "auth", "access_token": token or self.token_file.read_text().strip()})
            answer = await socket.receive_json()
            assert answer["type"] == "auth_ok", answer
            yield Connection(socket)

    async def command(self, kind, **data):
        async with self.connection() as connection:
            return await connection.command(kind, **data)


class Connection:
    """A connection to the WebSocket API."""

    def __init__(self, socket):
        self.socket = socket
        self.last = 0
        self.events = []

    async def command(self, kind, **data):
        self.last += 1
        number = self.last
        await self.socket.send_json({"id": number, "type": kind, **data})
        while True:
            message = await self.socket.receive_json()
            if message.get("type") == "event":
                self.events.append(message)
            elif message.get("id") == number:
                assert message["success"], (kind, message)
                return message["result"]

    async def event(self):
        """Return the next event."""
        if self.events:
            return self.events.pop(0)["event"]
        while True:
            message = await self.socket.receive_json()
            if message.get("type") == "event":
                return message["event"]

    async def run_pipeline(self, pipeline, samples, start="wake_word", rate=16000, timeout=60):
        """Run a pipeline with audio in real time, and return its events by type."""
        settings = {"sample_rate": rate, "timeout": 10} if start == "wake_word" else {"sample_rate": rate}
        await self.command(
            "assist_pipeline/run", start_stage=start, end_stage="tts", pipeline=pipeline, input=settings, timeout=timeout)
        events, handler, sender = {}, None, None

        async def send():
            due = asyncio.get_running_loop().time()
            step = rate // 50 * 2
            for start in range(0, len(samples), step):
                await self.socket.send_bytes(bytes([handler]) + samples[start : start + step])
                due += 0.02
                await asyncio.sleep(max(0, due - asyncio.get_running_loop().time()))

        try:
            while "run-end" not in events:
                event = await asyncio.wait_for(self.event(), timeout)
                events[event["type"]] = event["data"]
                if event["type"] == "run-start":
                    handler = event["data"]["runner_data"]["stt_binary_handler_id"]
                    sender = asyncio.create_task(send())
        finally:
            if sender:
                sender.cancel()
        return events

#!/usr/bin/env python3
"""Drives the page of the real programs in headless Chromium, and checks its accessibility with axe-core.

usage: page.py VOCATIVE [SCREENSHOTS]    vocatived is in the folder of VOCATIVE; SCREENSHOTS is an optional folder for screenshots
"""

import os
import queue
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import wave
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from free_port import free_port
from playwright.sync_api import expect, sync_playwright

VOCATIVE = Path(sys.argv[1]).resolve()
SCREENSHOTS = Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None
AUDIO = Path(__file__).resolve().parent.parent / "Audio"
RECORDING = AUDIO / "money/slt-breath-vacation-goal.wav"
RATE = 16000
FRAME = RATE // 50 * 2
WAIT = 60_000


class Microphone:
    """Feeds raw samples to a program like a microphone: speech, with silence before and after it."""

    def __init__(self, pipe):
        self.pipe = pipe
        self.frames = queue.Queue()
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        due = time.monotonic()
        try:
            while True:
                try:
                    frame = self.frames.get_nowait()
                except queue.Empty:
                    frame = b"\x02\x00\xfe\xff" * (FRAME // 4)
                self.pipe.write(frame)
                self.pipe.flush()
                due += 0.02
                time.sleep(max(due - time.monotonic(), 0))
        except (BrokenPipeError, ValueError):
            pass

    def play(self, path):
        with wave.open(str(path)) as file:
            assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (RATE, 1, 2), path
            samples = file.readframes(file.getnframes())
        for start in range(0, len(samples), FRAME):
            self.frames.put(samples[start : start + FRAME].ljust(FRAME, b"\0"))


def speak(text, path, voice="slt"):
    """Synthesizes a text with flite, at the programs' sample rate."""
    subprocess.run(["flite", "-voice", voice, "-t", text, "-o", str(path)], check=True, stdout=subprocess.DEVNULL)
    return path


def wait_for(port):
    for _ in range(600):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise SystemExit("the page is not served on its port")


def token(environment):
    """Returns the token that the program creates at its first start."""
    return (Path(environment["XDG_STATE_HOME"]) / "vocative/page-token").read_text().strip()


def done(what):
    print(f"ok    {what}", flush=True)


def check_accessibility(page, what):
    results = Axe().run(page)
    assert results.violations_count == 0, f"{what}:\n{results.generate_report()}"
    done(f"axe-core finds no violation: {what}")


def wait_for_script(page, expression):
    """Waits until an expression is true; the page's content security policy can prevent Playwright's own wait."""
    for _ in range(600):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"never true: {expression}")


def set_hidden(page, is_hidden):
    """Makes a page believe that its tab is hidden or shown; without a window, the browser shows all tabs."""
    page.evaluate(
        "isHidden => { Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });"
        " document.dispatchEvent(new Event('visibilitychange')); }",
        is_hidden,
    )


def picture(page, name, **options):
    if SCREENSHOTS:
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SCREENSHOTS / f"{name}.png", **options)


def test_listening(browser, folder, environment):
    port = free_port()
    program = subprocess.Popen(
        [VOCATIVE, "page", "--port", str(port), "--replay", "-"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=environment)
    try:
        wait_for(port)
        microphone = Microphone(program.stdin)
        url = f"http://127.0.0.1:{port}/"
        link = f"{url}?token={token(environment)}"
        first, second = browser.new_page(), browser.new_page()
        kiosk = browser.new_page(viewport={"width": 800, "height": 480})
        complaints = []
        for page in (first, second, kiosk):
            page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
            page.on("pageerror", lambda error: complaints.append(str(error)))
        # Records every state of the page, because a short state may be over before it is checked.
        first.add_init_script(
            "window.states = []; document.addEventListener('DOMContentLoaded', () => new MutationObserver(() =>"
            " states.push(document.querySelector('#state p').dataset.state)).observe(document.getElementById('state'),"
            " {childList: true, subtree: true}))")
        stranger = browser.new_page()
        assert stranger.goto(url).status == 401
        expect(stranger.locator("label")).to_have_text("Page token")
        check_accessibility(stranger, "the page that asks for the token")
        stranger.get_by_label("Page token").fill(token(environment))
        stranger.get_by_role("button").click()
        expect(stranger.locator("#card")).to_contain_text("Nothing was asked yet.")
        stranger.close()
        done("the page requires the token, and opens with it")
        first.goto(link)
        assert "token" not in first.url, first.url
        second.goto(link)
        kiosk.goto(url + f"kiosk?token={token(environment)}")
        assert kiosk.url == url + "kiosk", kiosk.url
        done("a link with the token redirects to the page without it")
        expect(first.locator("#card")).to_contain_text("Nothing was asked yet.")
        expect(first.locator("#meter")).to_be_visible(timeout=WAIT)
        check_accessibility(first, "the page before anything was asked")

        microphone.play(RECORDING)
        for page in (first, second, kiosk):
            expect(page.locator("#card h3")).to_have_text("🏖 Summer Vacation", timeout=WAIT)
            expect(page.locator("#card progress")).to_have_attribute("value", "62")
        expect(first.locator("#heard .spotted").first).to_contain_text("strong, score")
        expect(first.locator("#heard .understood").first).to_contain_text("GoalProgress(goal: summer-vacation)")
        expect(first.locator("#timeline tbody tr").first).to_contain_text("Goal progress: summer vacation")
        expect(first.locator("#state")).to_contain_text("Waiting for", timeout=WAIT)
        states = first.evaluate("states")
        assert "awake" in states or "listening" in states, states
        assert "answering" in states, states
        done(f"two tabs and a kiosk show the card of a recording; the states are {' '.join(states)}")
        for scheme in ("light", "dark"):
            first.emulate_media(color_scheme=scheme)
            check_accessibility(first, f"the page with a card, {scheme}")
            picture(first, f"page-{scheme}")
            kiosk.emulate_media(color_scheme=scheme)
            check_accessibility(kiosk, f"the kiosk, {scheme}")
            picture(kiosk, f"kiosk-{scheme}")
        first.emulate_media(color_scheme="light")

        # With the keyboard alone, like a user without a mouse.
        phrase = "give me the big picture"
        field = first.get_by_label("Safe to spend: Phrase")
        field.focus()
        field.fill(phrase)
        first.keyboard.press("Tab")
        first.keyboard.press("Enter")
        expect(first.locator("#message")).to_have_text("Shortcut added.", timeout=WAIT)
        expect(first.locator("#message")).to_be_focused()
        expect(first.locator(".added")).to_contain_text(phrase)
        expect(second.locator(".added")).to_contain_text(phrase)
        check_accessibility(first, "the page with a shortcut")
        done("a suggestion can be added with the keyboard, and the other tab shows it")
        microphone.play(speak(f"hey assistant. {phrase}.", folder / "shortcut.wav"))
        expect(first.locator("#card h3")).to_have_text("Safe to spend", timeout=WAIT)
        expect(first.locator("#heard .understood").first).to_contain_text(phrase)
        done("the added shortcut is understood by voice")

        first.get_by_label(f"{phrase}: Phrase").fill("safe to spend")
        first.get_by_role("button", name=f"Save {phrase}").click()
        expect(first.locator("#message.failure")).to_contain_text("safe to spend", timeout=WAIT)
        check_accessibility(first, "the page with a refusal")
        first.get_by_role("button", name=f"Delete {phrase}").click()
        expect(second.locator(".added")).to_have_count(0, timeout=WAIT)
        done("a phrase in use is rejected with a reason, and the shortcut can be deleted")
        # The browser's console reports every response other than 2xx as an error, including an expected rejection.
        complaints = [text for text in complaints if "422" not in text]
        assert not complaints, complaints
        done("the console shows no errors and no violations of the content security policy")

        plain = browser.new_context(java_script_enabled=False).new_page()
        plain.goto(link)
        assert plain.locator("#card h3").inner_text() == "Safe to spend"
        plain.get_by_label("Safe to spend: Phrase").fill(phrase)
        plain.get_by_role("button", name="Add Safe to spend").click()
        assert "Shortcut added." in plain.locator("#message").inner_text()
        plain.get_by_role("button", name=f"Delete {phrase}").click()
        assert "Shortcut deleted." in plain.locator("#message").inner_text()
        done("without JavaScript, the page shows the last card, and adds and deletes shortcuts")
        for page in (first, second, kiosk, plain):
            page.close()
    finally:
        program.kill()
        program.wait()


def test_tuning(browser, folder, environment):
    recordings = folder / "recordings/hey assistant"
    recordings.mkdir(parents=True)
    for voice in ("slt", "rms", "awb"):
        speak("hey assistant", recordings / f"{voice}.wav", voice)
    outcome = subprocess.run(
        [VOCATIVE, "tune", "--recordings", str(recordings.parent), "--negatives", str(AUDIO / "human"), "--no-bundled"],
        env=environment, stdout=subprocess.DEVNULL)
    assert outcome.returncode in (0, 1), outcome.returncode
    port = free_port()
    program = subprocess.Popen(
        [VOCATIVE, "page", "--port", str(port), "--replay", "-"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=environment)
    try:
        wait_for(port)
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{port}/?token={token(environment)}")
        expect(page.locator("#tuning table")).to_contain_text("hey assistant")
        assert page.locator("#tuning img").evaluate("image => image.complete && image.naturalWidth > 0")
        check_accessibility(page, "the page with what was tuned")
        picture(page, "tuning", full_page=True)
        done("the page shows the thresholds and curves of a tuning")
        page.close()
    finally:
        program.kill()
        program.wait()


def start_daemon(port, environment):
    # The daemon waits for a missing microphone, and serves the page meanwhile.
    daemon = subprocess.Popen(
        [f"{VOCATIVE}d", "--page-port", str(port), "--device", "not-there", "--control-socket", environment["VOCATIVE_SOCKET"]],
        stderr=subprocess.DEVNULL, env=environment)
    wait_for(port)
    return daemon


def trigger(text, environment):
    # The playback device is also missing: the exit status reports it, and the card is still shown.
    subprocess.run(
        [VOCATIVE, "trigger", "--socket", environment["VOCATIVE_SOCKET"], text], env=environment, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)


def watch(port, secret, events):
    """Counts the cards that a client receives."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(
            f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {secret}\r\n\r\n".encode())
        data = b""
        while b"Coffee" not in data:
            part = connection.recv(65536)
            if not part:
                return
            data = (data + part)[-200_000:]
        events.append(True)


def test_daemon(browser, folder, environment):
    port = free_port()
    environment = environment | {"VOCATIVE_SOCKET": str(folder / "control")}
    daemon = start_daemon(port, environment)
    try:
        page = browser.new_context().new_page()
        page.goto(f"http://127.0.0.1:{port}/?token={token(environment)}")
        trigger("vacation goal", environment)
        expect(page.locator("#card h3")).to_have_text("🏖 Summer Vacation", timeout=WAIT)
        done("the daemon's page shows triggered requests")

        visitor = page.context.new_page()
        link = f'<a href="http://127.0.0.1:{port}/">page</a>'
        visitor.route("http://other.example/", lambda route: route.fulfill(content_type="text/html", body=link))
        visitor.goto("http://other.example/")
        visitor.get_by_role("link").click()
        expect(visitor.locator("#card h3")).to_have_text("🏖 Summer Vacation", timeout=WAIT)
        visitor.close()
        done("a link on another site leads an admitted browser to the page")
        tabs = [page.context.new_page() for _ in range(8)]
        for tab in tabs:
            tab.goto(f"http://127.0.0.1:{port}/")
            set_hidden(tab, True)
        trigger("coffee expense", environment)
        set_hidden(tabs[0], False)
        expect(tabs[0].locator("#card h3")).to_contain_text("Coffee", timeout=WAIT)
        for tab in tabs:
            tab.close()
        done("more tabs than a browser has connections show the page, and a hidden one is brought up to date when it is shown")
        button = page.locator("#features button").first
        label = button.get_attribute("aria-label")
        button.focus()
        page.keyboard.press("Enter")
        expect(button).not_to_have_attribute("aria-label", label, timeout=WAIT)
        expect(button).to_be_focused()
        page.keyboard.press("Enter")
        expect(button).to_have_attribute("aria-label", label, timeout=WAIT)
        done("the focus stays on a button that is replaced after it was pressed")

        # Every answer updates the shortcuts. The update arrives while the user types, and the button takes the focus.
        phrase = "give me the big picture"
        page.locator("#new-phrase").fill(phrase)
        page.locator("#new-requests").fill("vacation goal")
        trigger("vacation goal", environment)
        wait_for_script(page, "waiting.has('shortcuts')")
        page.locator("form.new button").hover()
        page.mouse.down()
        page.wait_for_timeout(200)
        expect(page.locator("#new-phrase")).to_have_value(phrase)
        page.mouse.up()
        expect(page.locator("#message")).to_have_text("Shortcut added.", timeout=WAIT)
        expect(page.locator("#shortcuts")).to_contain_text(f"“{phrase}”")
        expect(page.locator("#new-phrase")).to_have_value("")
        done("an update of the shortcuts waits until their form is submitted")
        page.locator("#new-phrase").fill(phrase)
        page.get_by_role("link", name="Settings").focus()
        trigger("vacation goal", environment)
        wait_for_script(page, "waiting.has('shortcuts')")
        expect(page.locator("#new-phrase")).to_have_value(phrase)
        page.locator("#new-phrase").fill("")
        page.get_by_role("link", name="Settings").focus()
        wait_for_script(page, "!waiting.has('shortcuts')")
        done("an update of the shortcuts waits while their form is filled in, and appears when it is empty")
        page.get_by_role("link", name="Settings").click()
        check_accessibility(page, "the settings")
        for _ in range(2):
            # The second time, the browser checks the volume of the form as it is.
            if page.get_by_label("Volume in percent").input_value() != "72":
                page.get_by_label("Volume in percent").fill("72")
            page.get_by_label("Volume in percent").press("Enter")
            expect(page).to_have_url(re.compile("done=voice"), timeout=WAIT)
            expect(page.get_by_label("Volume in percent")).to_have_value("72")
            page.goto(f"http://127.0.0.1:{port}/settings")
        done("a volume of 72 percent can be chosen and submitted again")
        picture(page, "settings", full_page=True)
        page.get_by_role("button", name="Record and tune").click()
        expect(page.get_by_role("log")).to_contain_text("The tuning has ended", timeout=WAIT)
        check_accessibility(page, "the page of a recording")
        done("a recording without a microphone shows the reason")
        page.get_by_role("link", name="Back to the settings").click()
        page.get_by_role("link", name="Back to the answers").click()
        expect(page.locator("#card h3")).to_have_text("🏖 Summer Vacation", timeout=WAIT)

        html = "<p>It isn&#39;t &quot;new&quot;.</p>"
        # One script, because the card of the daemon may arrive between two.
        show_twice = "show('card', html); const shown = part('card').firstChild; show('card', html);"
        assert page.evaluate(f"html => {{ {show_twice} return part('card').firstChild === shown; }}", html)
        done("an update that changes nothing keeps the elements of the page")

        start = time.monotonic()
        daemon.send_signal(signal.SIGTERM)
        daemon.wait(timeout=10)
        assert daemon.returncode == 0, daemon.returncode
        done(f"the daemon exits in {time.monotonic() - start:.1f} s with the page open")
        expect(page.locator("#connection")).to_have_text(re.compile("lost"), timeout=WAIT)
        daemon = start_daemon(port, environment)
        expect(page.locator("#connection")).to_have_text("", timeout=WAIT)
        expect(page.locator("#card")).to_contain_text("Nothing was asked yet.", timeout=WAIT)
        trigger("vacation goal", environment)
        expect(page.locator("#card h3")).to_have_text("🏖 Summer Vacation", timeout=WAIT)
        done("the page reconnects after a restart of the daemon")
        page.route("**/events", lambda route: route.fulfill(status=503), times=1)
        page.reload()
        expect(page.locator("#connection")).to_have_text(re.compile("lost"), timeout=WAIT)
        expect(page.locator("#connection")).to_have_text("", timeout=WAIT)
        done("the page connects again after the server refused it")
        page.route("**/events", lambda route: route.fulfill(status=401), times=1)
        page.reload()
        page.context.clear_cookies()
        expect(page.get_by_label("Page token")).to_be_visible(timeout=WAIT)
        page.goto(f"http://127.0.0.1:{port}/?token={token(environment)}")
        done("a page whose session is not valid any more asks for the token")

        events = []
        clients = [threading.Thread(target=watch, args=(port, token(environment), events), daemon=True) for _ in range(200)]
        for client in clients:
            client.start()
        time.sleep(2)
        start = time.monotonic()
        trigger("coffee expense", environment)
        expect(page.locator("#card h3")).to_contain_text("Coffee", timeout=WAIT)
        for client in clients:
            client.join(timeout=60)
        assert len(events) == 200, len(events)
        done(f"200 more clients receive the card after {time.monotonic() - start:.1f} s")
        page.close()
    finally:
        daemon.kill()
        daemon.wait()


def main():
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("VOCATIVE", "XDG_"))}
        for variable in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"):
            environment[variable] = str(folder / variable)
        # The requests are about the sample data.
        subprocess.run([VOCATIVE, "money", "import", "--local", "--sample"], env=environment, check=True)
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        test_listening(browser, folder, environment)
        test_tuning(browser, folder, environment)
        test_daemon(browser, folder, environment)
        browser.close()


main()

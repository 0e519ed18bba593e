"""Real Chromium without a window, driven by its own protocol: what a page logs, fetches, measures and looks like."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import websocket

NAMES = ("chromium", "chromium-browser", "google-chrome")
Json = dict[str, Any]


def program() -> str | None:
    """The browser's path, None where there is none."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Browser:
    """One tab. log: what pages wrote to the console or threw; fetched: every address asked for."""

    def __init__(self, address: str) -> None:
        self._socket = websocket.create_connection(address, timeout=30, suppress_origin=True)
        self._last = 0
        self.log: list[str] = []
        self.fetched: list[str] = []
        self._loaded = False
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")

    def ask(self, method: str, **values: Any) -> Json:
        """One command and its answer; what happens meanwhile is noted."""
        self._last += 1
        self._socket.send(json.dumps({"id": self._last, "method": method, "params": values}))
        while True:
            message = json.loads(self._socket.recv())
            if message.get("id") == self._last:
                assert "error" not in message, message
                return dict(message["result"])
            self._note(message)

    def _note(self, message: Json) -> None:
        method, values = message.get("method"), message.get("params", {})
        if method in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"):
            self.log.append(json.dumps(values))
        elif method == "Network.requestWillBeSent":
            self.fetched.append(values["request"]["url"])
        elif method == "Page.loadEventFired":
            self._loaded = True

    def open(self, file: Path, width: int = 1280, height: int = 900, dark: bool = False, mobile: bool = False) -> Browser:
        """Load a file in a window of that size."""
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=mobile)
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self._loaded = False
        self.ask("Page.navigate", url=file.resolve().as_uri())
        until = time.monotonic() + 30
        while not self._loaded:
            assert time.monotonic() < until, "the page does not load"
            self._note(json.loads(self._socket.recv()))
        return self

    def value(self, expression: str) -> Any:
        """The value of an expression in the page."""
        found = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def press(self, key: str, code: int) -> None:
        """A key, down and up."""
        for kind in ("keyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code)

    def picture(self, target: Path, whole: bool = True) -> Path:
        """A PNG of the page, or of what the window shows of it."""
        data = self.ask("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        target.write_bytes(base64.b64decode(data))
        return target


@contextlib.contextmanager
def started(scratch: Path) -> Iterator[Browser]:
    """A browser with a profile of its own, ended at the end."""
    path = program()
    assert path, "no Chromium is installed; Debian's package is chromium"
    profile = scratch / "profile"
    words = [path, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-port=0", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--hide-scrollbars", f"--user-data-dir={profile}", "about:blank"]
    env = {"PATH": os.environ.get("PATH", ""), "HOME": str(scratch), "LANG": "C.UTF-8"}
    process = subprocess.Popen(words, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        port = profile / "DevToolsActivePort"
        until = time.monotonic() + 60
        while not (port.exists() and port.read_text().strip()):
            assert process.poll() is None and time.monotonic() < until, "Chromium does not start"
            time.sleep(0.05)
        number = port.read_text().split()[0]
        with urllib.request.urlopen(f"http://127.0.0.1:{number}/json/list", timeout=10) as answer:
            tabs = json.loads(answer.read())
        yield Browser(next(tab["webSocketDebuggerUrl"] for tab in tabs if tab["type"] == "page"))
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(15)

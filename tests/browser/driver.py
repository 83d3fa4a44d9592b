"""A browser driven through ChromeDriver, which speaks plain HTTP and JSON: no library is needed."""

import base64
import json
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any, Final

from tests.helpers.postgres import free_port

_FLAGS: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)
_START_S: Final = 30
WAIT_S: Final = 20.0
"""Longest wait for a page to show something; only a failing test takes so long."""


class Browser:
    """One window of a headless Chromium with a profile of its own."""

    def __init__(self, folder: Path, width: int = 1920, height: int = 1080) -> None:
        self._port = free_port()
        self._driver = subprocess.Popen(
            ["chromedriver", f"--port={self._port}"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        profile = tempfile.mkdtemp(prefix="profile-", dir=folder)
        options = {"args": [*_FLAGS, f"--user-data-dir={profile}"]}
        wanted = {
            "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        }
        self._until_it_answers()
        said = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self._session = f"/session/{said['sessionId']}"
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        command = {"cmd": "Emulation.setDeviceMetricsOverride", "params": size}
        self._ask("POST", f"{self._session}/goog/cdp/execute", command)
        self.open("about:blank")
        self.requested()  # what the browser's own first page asked for

    def _until_it_answers(self) -> None:
        deadline = time.monotonic() + _START_S
        while True:
            try:
                self._ask("GET", "/status")
            except OSError:
                assert time.monotonic() < deadline, "chromedriver does not answer"
                time.sleep(0.05)
            else:
                return

    def _ask(self, method: str, path: str, said: Any = None) -> Any:
        body = None if said is None else json.dumps(said).encode()
        url = f"http://127.0.0.1:{self._port}{path}"
        request = urllib.request.Request(
            url, body, {"Content-Type": "application/json"}, method=method
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]

    def open(self, url: str) -> None:
        self._ask("POST", f"{self._session}/url", {"url": url})

    def run(self, script: str) -> Any:
        """What a script in the page returns."""
        return self._ask("POST", f"{self._session}/execute/sync", {"script": script, "args": []})

    def text(self, selector: str) -> str:
        """What people read there; empty where there is nothing."""
        return str(
            self.run(f"return document.querySelector({json.dumps(selector)})?.innerText ?? ''")
        )

    def texts(self, selector: str) -> list[str]:
        found = self.run(
            f"return [...document.querySelectorAll({json.dumps(selector)})].map(n => n.innerText)"
        )
        return [str(text) for text in found]

    def until(self, script: str) -> Any:
        """Wait until a script in the page returns something true."""
        deadline = time.monotonic() + WAIT_S
        while not (found := self.run(f"return {script}")):
            assert time.monotonic() < deadline, f"{script}\n{self.text('body')}"
            time.sleep(0.02)
        return found

    def complaints(self) -> list[str]:
        """What the page wrote on its console since the last time: errors and warnings."""
        return [entry["message"] for entry in self._log("browser")]

    def requested(self) -> set[str]:
        """Every address that was asked for since the last time."""
        events = [json.loads(entry["message"])["message"] for entry in self._log("performance")]
        sent = (e for e in events if e["method"] == "Network.requestWillBeSent")
        return {event["params"]["request"]["url"] for event in sent}

    def _log(self, kind: str) -> Any:
        return self._ask("POST", f"{self._session}/se/log", {"type": kind})

    def picture(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(self._ask("GET", f"{self._session}/screenshot")))

    def close(self) -> None:
        try:
            self._ask("DELETE", self._session)
        finally:
            self._driver.terminate()
            self._driver.wait(30)

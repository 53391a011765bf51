"""Finds the daemon of a home, starts it, and asks it. See packages/squirrel/protocol in the sources of Squirrel."""

from __future__ import annotations

import hashlib
import hmac
import http.client
import json
import os
import secrets
import stat
import subprocess
from pathlib import Path
from typing import Any, Dict, Mapping, Optional, Sequence
from urllib.parse import urlencode

from .errors import MemoryProblem

PROTOCOL = 1
_HELLO_SECONDS = 1.5
_START_SECONDS = 60
_START_HINT = "Start it with `sqrl start`, or pass start=True."


class _Gone(Exception):
    """No daemon answers, or another one does; a late answer is no sign of that."""


class Daemon:
    """The daemon of one home, for one project."""

    def __init__(self, home: Path, project: Path, *, start: bool, command: Sequence[str], timeout: float) -> None:
        self.home = home
        self.timeout = timeout
        self._query = urlencode({"project": str(project)})
        self._command = list(command)
        self._file: Dict[str, Any] = self._reach(start)

    def call(self, verb: str, given: Mapping[str, Any], timeout: Optional[float] = None) -> Any:
        """Any verb. Where the daemon was restarted meanwhile, the new one is asked once."""
        seconds = self.timeout if timeout is None else min(timeout, self.timeout)
        path = f"/v1/{verb}?{self._query}"
        try:
            return self._said(self._file, path, given, seconds)
        except _Gone:
            self._file = self._reach(False)
        try:
            return self._said(self._file, path, given, seconds)
        except _Gone as gone:
            raise MemoryProblem(f"Lost the connection to the daemon: {gone}.", _START_HINT, "store") from gone

    def _reach(self, start: bool) -> Dict[str, Any]:
        found = _read(self.home)
        if found is None or not _is_daemon(found):
            if not start:
                raise MemoryProblem(f"No daemon runs for {self.home}.", _START_HINT, "store")
            self._start()
            found = _read(self.home)
        if found is None or not _is_daemon(found):
            raise MemoryProblem(f"The daemon of {self.home} does not answer.", "Run `sqrl doctor`.", "store")
        if found["protocol"] != PROTOCOL:
            hint = "Update the older of the two: `npm install --global squirrel-memory`, `pip install --upgrade squirrel-memory`."
            raise MemoryProblem(f"The daemon speaks protocol {found['protocol']}, this package {PROTOCOL}.", hint, "store")
        return found

    def _start(self) -> None:
        try:
            done = subprocess.run(
                [*self._command, "start"],
                env={**os.environ, "SQRL_HOME": str(self.home)},
                capture_output=True,
                text=True,
                timeout=_START_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            hint = "Install it with `npm install --global squirrel-memory`, or pass command=[...]."
            raise MemoryProblem(f"The daemon could not be started: {error}.", hint, "store") from error
        if done.returncode != 0:
            raise MemoryProblem(f"`sqrl start` exited with status {done.returncode}: {done.stderr.strip()}", "", "store")

    @staticmethod
    def _said(file: Mapping[str, Any], path: str, given: Mapping[str, Any], seconds: float) -> Any:
        status, said = _ask(file, "POST", path, json.dumps(given).encode(), seconds)
        if status == 401:
            raise _Gone("its token is out of date")
        error = said.get("error")
        if error is not None:
            raise MemoryProblem(error.get("message", f"HTTP {status}"), error.get("hint", ""), error.get("code", "unexpected"))
        return said.get("output", said)


def _read(home: Path) -> Optional[Dict[str, Any]]:
    """The file that names the daemon; None where there is none, or another user could have written it."""
    path = home / "daemon.json"
    try:
        if hasattr(os, "getuid"):
            found = path.stat()
            if found.st_uid != os.getuid() or stat.S_IMODE(found.st_mode) & 0o077:
                return None
        said = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    is_whole = (
        isinstance(said, dict)
        and said.get("host") == "127.0.0.1"
        and isinstance(said.get("port"), int)
        and isinstance(said.get("token"), str)
        and len(said["token"]) >= 32
        and isinstance(said.get("protocol"), int)
    )
    return said if is_whole else None


def _is_daemon(file: Mapping[str, Any]) -> bool:
    """Whether the program on that port knows the token: it is asked before it is shown."""
    nonce = secrets.token_hex(16)
    try:
        status, said = _ask({**file, "token": None}, "GET", f"/v1/hello?nonce={nonce}", None, _HELLO_SECONDS)
    except (_Gone, MemoryProblem):
        return False
    proof = hmac.new(file["token"].encode(), f"sqrl\0{nonce}".encode(), hashlib.sha256).hexdigest()
    return status == 200 and hmac.compare_digest(str(said.get("proof")), proof)


def _ask(
    file: Mapping[str, Any], method: str, path: str, body: Optional[bytes], seconds: float
) -> "tuple[int, Dict[str, Any]]":
    headers = {"content-type": "application/json"} if body is not None else {}
    if file["token"] is not None:
        headers["authorization"] = f"Bearer {file['token']}"
    connection = http.client.HTTPConnection(file["host"], file["port"], timeout=seconds)
    try:
        connection.request(method, path, body=body, headers=headers)
        answer = connection.getresponse()
        said = json.loads(answer.read())
        return answer.status, said if isinstance(said, dict) else {}
    except TimeoutError as error:
        verb = path.split("?")[0].rsplit("/", 1)[-1]
        raise MemoryProblem(f"Memory did not answer `{verb}` within {seconds} s.", "Run `sqrl doctor`.", "cancelled") from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise _Gone(str(error) or type(error).__name__) from error
    finally:
        connection.close()

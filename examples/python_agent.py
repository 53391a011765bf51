"""Squirrel in the loop of an agent in Python: the HTTP API of the daemon, with the standard library alone.

    $ sqrl start
    $ python3 examples/python_agent.py /path/to/project

No model is needed: what the agent does is written down here. It runs a command that fails, finds what works instead, and
its second session is told so before it begins. GET /v1/openapi.json describes every call.
"""

import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from pathlib import Path


class Memory:
    """The memory of one project, through the daemon that runs on this machine."""

    def __init__(self, project, home=None):
        home = Path(home or os.environ.get("SQRL_HOME") or Path.home() / ".sqrl")
        try:
            daemon = json.loads((home / "daemon.json").read_text())
        except FileNotFoundError:
            sys.exit(f"No daemon runs for {home}. Start it with: sqrl start")
        self.address = f"http://{daemon['host']}:{daemon['port']}"
        self.token = daemon["token"]
        self.query = urllib.parse.urlencode({"project": str(Path(project).resolve())})

    def call(self, verb, **given):
        """Any verb of the command line; raises where the daemon refuses it. Three seconds, then the agent goes on."""
        return self._send(f"/v1/{verb}?{self.query}", json.dumps(given).encode())

    def described(self):
        """The OpenAPI document."""
        return self._send("/v1/openapi.json")

    def _send(self, path, body=None):
        headers = {"authorization": f"Bearer {self.token}", "content-type": "application/json"}
        request = urllib.request.Request(self.address + path, data=body, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=float(os.environ.get("SQRL_TIMEOUT", "3"))) as response:
                said = json.load(response)
        except urllib.error.HTTPError as refused:
            raise RuntimeError(f"{path}: {refused.read().decode()}") from refused
        return said.get("output", said)


class Session:
    """One session of an agent: it is told what memory knows, and observed."""

    def __init__(self, memory, task):
        self.memory, self.id, self.steps = memory, str(uuid.uuid4()), []
        self._observe(kind="prompt", text=task)

    def system_prompt(self):
        """To be appended to the system prompt; empty if there is nothing to tell."""
        return self._tell({"point": "session start"})

    def after_command(self, command, output, exit_code):
        """Observes a command, and returns what to append to its output."""
        step = {"tool": "run", "toolName": "bash", "call": str(len(self.steps)), "command": command}
        ended = {"outcome": "failed" if exit_code else "ok", "exitCode": exit_code, "text": output}
        self._observe(kind="call", **step)
        self._observe(kind="result", **step, **ended)
        return self._tell({"point": "after", "tool": "run", "command": command, **ended})

    def finish(self):
        """Sends what was observed, and learns from it."""
        self.memory.call("observe", session=self.id, run=self.id, steps=self.steps, settle=True)
        self.memory.call("learn")

    def _observe(self, **step):
        self.steps.append({"place": len(self.steps), "at": int(time.time() * 1000), **step})

    def _tell(self, moment):
        return self.memory.call("deliver", client="sdk", session=self.id, moment=moment)["text"]


def main(project):
    memory = Memory(project)
    paths = memory.described()["paths"]
    assert all(f"/v1/{verb}" in paths for verb in ("deliver", "observe", "learn", "list"))

    first = Session(memory, "Check the project")
    print(f"first session is told: {first.system_prompt() or 'nothing'}")
    for _ in range(2):
        first.after_command("rtk make check", "bash: line 1: rtk: command not found", 127)
    first.after_command("make check", "ok", 0)
    first.finish()
    for learned in memory.call("list")["memories"]:
        print(f"learned: {learned['text']}")

    second = Session(memory, "Check the project again")
    print(f"second session is told: {second.system_prompt()}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else ".")

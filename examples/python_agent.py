"""Squirrel in the loop of an agent in Python, with the package of clients-sdk/python.

    $ sqrl start
    $ PYTHONPATH=clients-sdk/python/src python3 examples/python_agent.py /path/to/project

No model is needed: what the agent does is written down here. It runs a command that fails, finds what works instead, and
its second session is told so before it begins.
"""

import os
import sys

from squirrel_memory import open_memory


def command(session, n, line, output, exit_code):
    """Runs nothing: this is what a command said, as the agent's loop would hand it on."""
    call = (str(n), "bash", {"command": line})
    before = session.before_tool_call(*call)
    return before.text if before.stop else output + session.after_tool_call(*call, output, exit_code=exit_code)


def main(project):
    seconds = float(os.environ.get("SQRL_TIMEOUT", "3"))
    points = {"system_prompt": seconds, "tool_result": seconds} if "SQRL_TIMEOUT" in os.environ else {}
    with open_memory(project, timeout=seconds) as memory:
        first = memory.session("Check the project", limits=points)
        print(f"first session is told: {first.system_prompt() or 'nothing'}")
        for n in range(2):
            command(first, n, "rtk make check", "bash: line 1: rtk: command not found", 127)
        command(first, 2, "make check", "ok", 0)
        first.finish("success")
        for learned in memory.list():
            print(f"learned: {learned.text}")

        second = memory.session("Check the project again", limits=points)
        print(f"second session is told: {second.system_prompt()}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else ".")

"""Against a real daemon: SQRL_HOME names its home and PROJECT a folder. `test/python-client.test.ts` starts both."""

import json
import os
import stat
import unittest
from pathlib import Path

from squirrel_memory import MemoryProblem, open_memory

PROJECT = Path(os.environ["PROJECT"])
HOME = Path(os.environ["SQRL_HOME"])
COMMAND = json.loads(os.environ["SQRL_COMMAND"])
#: On a busy machine memory must not count as late.
UNHURRIED = {"system_prompt": 600, "first_message": 600, "tool_result": 600, "between_steps": 600}


def opened(**given):
    return open_memory(PROJECT, timeout=600, **given)


class Client(unittest.TestCase):
    def test_1_is_started_where_that_is_asked_for(self):
        with self.assertRaisesRegex(MemoryProblem, "No daemon runs for .* Start it with `sqrl start`"):
            opened()
        with self.assertRaisesRegex(MemoryProblem, "could not be started"):
            opened(start=True, command=["/nowhere/sqrl"])
        with opened(start=True, command=COMMAND) as memory:
            self.assertEqual(memory.list(), [])

    def test_2_keeps_memories_of_users_apart(self):
        memory, tea = opened(), "Drinks green tea in the morning"
        ann = memory.add(tea, user="ann@example.com", agent="waiter", tags=["drink"])
        bob = memory.add(tea, user="bob")
        memory.add("The kitchen closes at ten")
        self.assertEqual([ann.did, bob.did, ann.user, ann.agent, ann.tags], ["added", "added", "ann@example.com", "waiter", ("drink",)])
        asked = "what to drink in the morning"
        self.assertEqual([found.id for found in memory.search(asked, user="bob")], [bob.id])
        self.assertEqual([found.id for found in memory.search(asked, agent="waiter", tags=["drink"])], [ann.id])
        self.assertEqual([found.text for found in memory.list()], ["The kitchen closes at ten"])
        changed = memory.update(bob.id, text="Drinks coffee", tags=["hot"])
        self.assertEqual((changed.text, changed.user, changed.tags), ("Drinks coffee", "bob", ("hot",)))
        self.assertEqual(memory.delete(ann.id), 1)
        self.assertEqual(memory.delete(user="bob"), 1)
        self.assertEqual(memory.list(user="bob"), [])
        with self.assertRaisesRegex(MemoryProblem, "No user, agent or run is named"):
            memory.delete()

    def test_3_has_blocks_that_a_session_of_the_user_is_told(self):
        memory = opened()
        blocks = memory.blocks(user="ann")
        blocks.set("profile", "Name: Ann")
        blocks.append("profile", "Table: 4")
        blocks.replace("profile", "Table: 4", "Table: 7")
        self.assertEqual([block.text for block in blocks.list()], ["Name: Ann\nTable: 7"])
        with self.assertRaisesRegex(MemoryProblem, "has these words 0 times"):
            blocks.replace("profile", "Table: 9", "")
        told = memory.session("Set the table", user="ann", agent="waiter", limits=UNHURRIED).system_prompt()
        self.assertIn('<memory_block label="profile">\nName: Ann\nTable: 7\n</memory_block>', told)
        self.assertNotIn("Ann", memory.session("Set the table", user="bob", limits=UNHURRIED).system_prompt())
        blocks.set("profile", "")
        self.assertEqual(blocks.text(), "")

    def test_4_learns_from_a_session_and_tells_the_next(self):
        memory = opened()
        first = memory.session("Check the project", limits=UNHURRIED)
        for i in range(2):
            call = (str(i), "bash", {"command": "rtk make check"})
            self.assertFalse(first.before_tool_call(*call).stop)
            first.after_tool_call(*call, "bash: line 1: rtk: command not found", exit_code=127)
        first.after_tool_call("2", "bash", {"command": "make check"}, "ok", exit_code=0)
        first.note("The check needs a running Redis", type="gotcha", files=["Makefile"])
        self.assertIn("The check needs a running Redis", first.between_steps())
        report = first.finish("success")
        self.assertTrue(report.is_complete)
        self.assertEqual(len(report.promoted), 1)
        learned = [found.text for found in memory.list()]
        self.assertTrue(any("run it without `rtk`" in text for text in learned), learned)
        second = memory.session("Check the project again", limits=UNHURRIED)
        self.assertIn("run it without `rtk`", second.system_prompt())
        self.assertIn("Redis", second.before_first_message("Check the project with Redis"))
        self.assertGreater(second.stop_after(30), 0)

    def test_5_says_what_is_wrong(self):
        memory = opened()
        with self.assertRaises(MemoryProblem) as caught:
            memory.call("get", {"id": "zzzzzzzz"})
        self.assertEqual(caught.exception.code, "not_found")
        with self.assertRaisesRegex(MemoryProblem, "did not answer `find` within"):
            memory.call("find", {"question": "what is drunk in the morning?"}, timeout=0.000001)

    def test_6_does_not_show_its_token_to_a_stranger(self):
        path = HOME / "daemon.json"
        said = path.read_text()
        try:
            path.chmod(0o644)
            with self.assertRaisesRegex(MemoryProblem, "No daemon runs"):
                opened()
            path.chmod(0o600)
            path.write_text(json.dumps({**json.loads(said), "token": "0" * 64}))
            with self.assertRaisesRegex(MemoryProblem, "No daemon runs"):
                opened()
        finally:
            path.write_text(said)
            path.chmod(stat.S_IRUSR | stat.S_IWUSR)

    def test_7_goes_on_without_memory(self):
        memory, told = opened(), []
        session = memory.session("Check the project", limits=UNHURRIED, on_degraded=told.append)
        os.kill(json.loads((HOME / "daemon.json").read_text())["pid"], 9)
        self.assertIn("Go on without it", session.system_prompt())
        self.assertEqual(session.after_tool_call("1", "bash", {"command": "make"}, "ok"), "")
        self.assertFalse(session.finish().is_complete)
        self.assertEqual(len(told), 1)


if __name__ == "__main__":
    unittest.main()

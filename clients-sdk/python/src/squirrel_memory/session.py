"""An agent's session: it is told what memory knows at four points, and observed. The calls are those of the SDK in TypeScript."""

from __future__ import annotations

import json
import re
import time
import uuid
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from .errors import MemoryProblem

#: Seconds that each point may take; an answer that comes later is not told.
DEFAULT_LIMITS: Dict[str, float] = {
    "system_prompt": 0.5,
    "first_message": 2.0,
    "tool_result": 0.1,
    "between_steps": 0.05,
}

_WITHOUT_MEMORY = "Note: the long-term memory does not answer. Go on without it."
_BATCH_STEPS = 20
_MAX_WAITING_STEPS = 5000
_MAX_RESULT_CHARS = 200_000
_FIRST_STEPS = 5


@dataclass(frozen=True)
class ToolUse:
    """What a call does, whatever the tool is called: read, edit, write, search, list, run, fetch, web search, task, ask, plan or other."""

    tool: str
    command: Optional[str] = None
    files: Tuple[str, ...] = ()


ToolTable = Mapping[str, Union[str, Callable[[Mapping[str, Any]], ToolUse]]]


@dataclass(frozen=True)
class Injection:
    """What to tell the agent; mostly nothing."""

    text: str = ""
    memories: Tuple[str, ...] = ()
    #: Of a tool call: do not run it, hand `text` to the agent as the tool's result.
    stop: bool = False


@dataclass(frozen=True)
class Report:
    """What became of a session's notes, and what was learned from all of it."""

    promoted: Tuple[str, ...] = ()
    dropped: Tuple[str, ...] = ()
    learned: Tuple[str, ...] = ()
    is_complete: bool = True


@dataclass
class _Note:
    text: str
    place: int
    draft: Dict[str, Any] = field(default_factory=dict)


class Session:
    """One session of an agent. No method raises because memory is slow or gone: the agent is told so once and goes on."""

    def __init__(
        self,
        call: Callable[..., Any],
        task: str,
        *,
        role: str,
        id: Optional[str],
        cwd: str,
        files: List[str],
        model: Optional[str],
        module: Optional[str],
        planned_steps: Optional[int],
        task_by: str,
        whose: Mapping[str, str],
        blocks: Any,
        tools: ToolTable,
        limits: Mapping[str, float],
        on_degraded: Optional[Callable[[MemoryProblem], None]],
        is_paused: Callable[[], bool],
    ) -> None:
        self.id = id or str(uuid.uuid4())
        self.task = task
        self.role = role
        self.steps = 0
        self.degraded: Optional[MemoryProblem] = None
        self._call, self._cwd, self._files, self._model = call, cwd, files, model
        self._module, self._planned_steps, self._task_by = module, planned_steps, task_by
        self._whose, self._blocks, self._tools, self._limits = dict(whose), blocks, tools, limits
        self._on_degraded, self._is_paused = on_degraded, is_paused
        self._run = str(uuid.uuid4())
        self._next = 0
        self._waiting: List[Dict[str, Any]] = []
        self._notes: List[_Note] = []
        self._unreflected: List[str] = []
        self._seen: List[str] = []
        self._searches: List[str] = []
        self._changed: Counter[str] = Counter()
        self._is_prompted = self._is_finished = self._is_told_of_trouble = False

    def system_prompt(self) -> str:
        """First point: standing rules, commands, known failures, unfinished work, blocks. Append to the system prompt."""
        limit = self._limits["system_prompt"]
        told = self._deliver({"point": "session start", "because": "startup"}, limit)
        blocks = ""
        if self._blocks is not None and not self._is_paused():
            blocks = self._try(lambda: self._blocks.text(limit)) or ""
        return "\n\n".join(part for part in (told.text, blocks) if part)

    def before_first_message(self, message: Optional[str] = None) -> str:
        """Second point: what the role needs for the task, with the files most likely to be read. Add to the first message."""
        text = self.task if message is None else message
        self._observe_first(text)
        return self._context(text[:100_000], self.role, self._limits["first_message"]) or self._silence().text

    def before_tool_call(self, id: str, name: str, input: Mapping[str, Any]) -> Injection:
        """Before a call runs. `stop` is set at most once for the same call."""
        use = self._use(name, input)
        if use.tool in ("search", "list"):
            return Injection()
        moment = {"point": "before", "tool": use.tool, "command": use.command, "files": [*use.files]}
        told = self._deliver(moment, self._limits["tool_result"], is_told=False)
        return Injection(told.text, told.memories, stop=bool(told.memories))

    def after_tool_call(
        self,
        id: str,
        name: str,
        input: Mapping[str, Any],
        output: Any,
        *,
        is_error: Optional[bool] = None,
        exit_code: Optional[int] = None,
        duration_ms: Optional[float] = None,
    ) -> str:
        """Third point: observes call and result, and returns what to append to the result."""
        use = self._use(name, input)
        text = output if isinstance(output, str) else json.dumps(output, ensure_ascii=False, default=str)
        failed = is_error if is_error is not None else bool(exit_code)
        ended = {"outcome": "failed" if failed else "ok", "exitCode": exit_code}
        step = {"tool": use.tool, "toolName": name[:500], "call": id[:500], "command": use.command, "files": [*use.files]}
        self._observe(kind="call", **step)
        self._observe(kind="result", **step, **ended, text=text, durationMs=duration_ms)
        if use.tool in ("read", "edit"):
            self._seen += use.files
        if use.tool in ("edit", "write") and not failed:
            self._changed.update(file[len(self._cwd) + 1 :] if file.startswith(f"{self._cwd}/") else file for file in use.files)
        if use.tool in ("search", "list") and use.command is not None:
            self._searches.append(use.command)
        moment = {"point": "after", "tool": use.tool, "command": use.command, "files": [*use.files], **ended}
        return self._deliver({**moment, "text": _ends(text)}, self._limits["tool_result"]).text

    def between_steps(self) -> str:
        """Fourth point: what to tell before the next step. Never anything in the first five steps but notes."""
        parts = [self._between().text]
        if self._unreflected:
            parts.append("\n".join(["On your scratchpad now:", *(f"- {text}" for text in self._unreflected)]))
            self._unreflected = []
        return "\n".join(part for part in parts if part)

    def observe_step(self, *, text: str = "", reasoning: str = "") -> None:
        """Observes a finished step: what the model thought and said. Calls are observed by `after_tool_call`."""
        self.steps += 1
        if reasoning:
            self._observe(kind="reasoning", text=reasoning)
        if text:
            self._observe(kind="reply", text=text)

    def observe_prompt(self, text: str) -> None:
        """Observes words that a person typed after the first message."""
        self._is_prompted = True
        self._observe(kind="prompt", text=text, by="person")

    def note(
        self, text: str, *, type: Optional[str] = None, files: Sequence[str] = (), tags: Sequence[str] = ()
    ) -> None:
        """Notes something on the scratchpad. It becomes a memory when the session finishes well."""
        if not text.strip() or self._is_paused():
            return
        draft: Dict[str, Any] = {"text": text, "files": [*files], "tags": [*tags]}
        if type is not None:
            draft["type"] = type
        self._notes.append(_Note(text, self._observe(kind="reasoning", text=text), draft))
        self._unreflected.append(text)

    def context(self, role: Optional[str] = None) -> str:
        """What a role (planner, coder or qa) needs to know about the task."""
        return self._context(self.task[:100_000], role or self.role, None) or ""

    def stop_after(self, base_steps: int, *, most: int = 1000) -> int:
        """How many steps the loop may take: the base, multiplied by how long such work took before, at most twice the base."""
        answer = self._ask("calibration", {"methodology": "native"})
        known = (answer or {}).get("calibrations", [])
        module = self._module_of_work()
        near = [each for each in known if each["module"] == module]
        used = near if near or self._module is not None else known
        planned = sum(each["plannedSteps"] * each["samples"] for each in used)
        ratio = sum(each["actualSteps"] * each["samples"] for each in used) / planned if planned else 1
        return max(1, min(-int(-base_steps * min(ratio, 2) // 1), most))

    def checkpoint(self) -> bool:
        """Sends what was observed. False where memory did not take it."""
        return self._flush(settle=False)

    def finish(self, outcome: str = "success") -> Report:
        """Closes (success, failure or abandoned): promotes notes, and learns from what was observed."""
        if self._is_finished:
            return Report()
        self._is_finished = True
        if self._is_paused():
            return Report(is_complete=False)
        is_settled = self._flush(settle=True)
        notes = [
            {"agent": None, "run": self._run, "place": note.place, "subtask": None, "draft": note.draft}
            for note in self._notes
        ]
        work: Dict[str, Any] = {
            **{"methodology": "native", "module": self._module_of_work(), "unit": []},
            **{"plannedSteps": self._planned_steps, "steps": self.steps},
        }
        asked = {"session": self.id, "outcome": outcome, "notes": notes, "work": work}
        report = self._ask("promote", asked)
        learned = self._ask("learn", {}) or {"learned": [], "withdrawn": []}
        return Report(
            promoted=tuple(each["id"] for each in (report or {}).get("promoted", [])),
            dropped=tuple(each["text"] for each in (report or {}).get("dropped", [])),
            learned=tuple(id for id in learned["learned"] if id not in learned["withdrawn"]),
            is_complete=report is not None and is_settled,
        )

    def _between(self) -> Injection:
        if self.steps < _FIRST_STEPS or not (self._seen or self._searches):
            return self._silence() if self.degraded else Injection()
        files, searches = list(dict.fromkeys(self._seen))[-64:], self._searches[-64:]
        self._seen, self._searches = [], []
        moment = {"point": "between", "step": self.steps, "files": files, "searches": searches}
        return self._deliver(moment, self._limits["between_steps"])

    def _context(self, task: str, role: str, limit: Optional[float]) -> Optional[str]:
        if self._is_paused():
            return ""
        whom = role if role in ("planner", "coder", "qa") else "coder"
        asked: Dict[str, Any] = {"task": task, "for": whom, "contents": whom == "coder", "files": self._files}
        if limit is not None:
            asked.update(client="sdk", session=self.id, until=_now() + int(limit * 1000))
        found = self._ask("context", asked, limit)
        return None if found is None else str(found["text"])

    def _deliver(self, moment: Mapping[str, Any], limit: float, *, is_told: bool = True) -> Injection:
        if self._is_paused():
            return Injection()
        at = _now()
        asked: Dict[str, Any] = {"client": "sdk", "session": self.id, "at": at, "moment": moment, "cwd": self._cwd}
        asked["until"] = at + int(limit * 1000)
        if self._whose:
            asked["whose"] = self._whose
        said = self._ask("deliver", asked, limit)
        if said and said["shown"] and said["text"]:
            return Injection(said["text"], tuple(said["memories"]))
        # Before a call only the reason for stopping it is handed on: that memory does not answer would be lost.
        return self._silence() if is_told else Injection()

    def _silence(self) -> Injection:
        if self.degraded is None or self._is_told_of_trouble:
            return Injection()
        self._is_told_of_trouble = True
        return Injection(_WITHOUT_MEMORY)

    def _ask(self, verb: str, given: Mapping[str, Any], limit: Optional[float] = None) -> Optional[Dict[str, Any]]:
        said: Optional[Dict[str, Any]] = self._try(lambda: self._call(verb, given, timeout=limit))
        return said

    def _try(self, ask: Callable[[], Any]) -> Any:
        try:
            return ask()
        except MemoryProblem as problem:
            if self.degraded is None:
                self.degraded = problem
                if self._on_degraded is not None:
                    self._on_degraded(problem)
            return None

    def _observe_first(self, message: str) -> None:
        if not self._is_prompted:
            self._is_prompted = True
            self._observe(kind="prompt", text=message, by=self._task_by)

    def _observe(self, **step: Any) -> int:
        self._observe_first(self.task)
        place, self._next = self._next, self._next + 1
        if not self._is_paused():
            step = {name: value for name, value in step.items() if value is not None}
            self._waiting.append({**step, "place": place, "at": _now()})
            if len(self._waiting) >= _BATCH_STEPS:
                self._flush(settle=False)
        return place

    def _flush(self, *, settle: bool) -> bool:
        while self._waiting or settle:
            steps, self._waiting = self._waiting[:500], self._waiting[500:]
            is_last = not self._waiting
            asked: Dict[str, Any] = {"session": self.id, "run": self._run, "cwd": self._cwd, "steps": steps}
            asked["settle"] = settle and is_last
            if self._model is not None:
                asked["model"] = self._model
            if self._ask("observe", asked) is None:
                # Sent again it is kept once, since every step has its place.
                self._waiting = (steps + self._waiting)[-_MAX_WAITING_STEPS:]
                return False
            if is_last:
                break
        return True

    def _module_of_work(self) -> Optional[str]:
        """The folder in which most was changed, no deeper than two levels."""
        if self._module is not None or not self._changed:
            return self._module
        folders: Counter[str] = Counter()
        for file, times in self._changed.items():
            folders["/".join(file.split("/")[:-1][:2]) or "."] += times
        return min(folders, key=lambda folder: (-folders[folder], folder))

    def _use(self, name: str, input: Mapping[str, Any]) -> ToolUse:
        known = self._tools.get(name)
        if callable(known):
            return known(input)
        tool = known or _tool_named(name)
        command = _text_under(input, _COMMANDS.get(tool, ()))
        if command is None and tool == "run" and isinstance(input.get("command"), (list, tuple)):
            command = " ".join(map(str, input["command"]))
        file = _text_under(input, _FILES) if tool in ("read", "edit", "write") else None
        return ToolUse(tool, command, (file,) if file else ())


def _now() -> int:
    return int(time.time() * 1000)


def _ends(text: str) -> str:
    half = _MAX_RESULT_CHARS // 2
    return text if len(text) <= _MAX_RESULT_CHARS else f"{text[:half]}\n{text[-half:]}"


def _text_under(input: Mapping[str, Any], names: Sequence[str]) -> Optional[str]:
    return next((input[name] for name in names if isinstance(input.get(name), str) and input[name]), None)


def _tool_named(name: str) -> str:
    server = re.fullmatch(r"mcp__(.+?)__(.+)", name, re.DOTALL)
    if server:
        return f"mcp:{server.group(1)}/{server.group(2)}"
    return _TOOL_NAMED.get(re.sub("[^a-z]", "", name.lower()), "other")


#: Names of tools that many agents have, in lower case without anything but letters; as in packages/sdk/tool-use.ts.
_NAMES = {
    "read": "read readfile viewfile openfile catfile getfilecontents view",
    "edit": "edit editfile multiedit strreplace strreplacebasededittool applypatch patch replaceinfile searchreplace",
    "write": "write writefile createfile writetofile savefile",
    "search": "grep search searchfiles codesearch ripgrep searchcode findinfiles",
    "list": "glob ls list listdir listfiles listdirectory findfiles",
    "run": "bash shell run exec execute terminal runcommand runterminalcmd execcommand executecommand localshell",
    "fetch": "fetch webfetch fetchurl httprequest",
    "web search": "websearch searchweb googlesearch",
    "task": "task agent subagent delegate",
    "ask": "ask askuser askuserquestion question",
    "plan": "plan todowrite todoread updateplan writetodos",
}
_TOOL_NAMED = {name: tool for tool, names in _NAMES.items() for name in names.split()}
_COMMANDS: Dict[str, Sequence[str]] = {
    "run": ("command", "cmd", "script"),
    "search": ("pattern", "query", "regex", "q"),
    "list": ("pattern", "glob", "query"),
    "fetch": ("url", "uri"),
    "web search": ("query", "q"),
}
_FILES = ("file_path", "filePath", "path", "file", "filename", "fileName", "target_file", "notebook_path")

from __future__ import annotations

import os
import re
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Type, Union

from .daemon import Daemon
from .errors import MemoryProblem
from .session import DEFAULT_LIMITS, Session, ToolTable

_SCOPE_TAG = re.compile(r"(user|agent|run):(.*)", re.DOTALL)
_BLOCK_KEY = "block."
_MAX_BLOCK_CHARS = 5000


@dataclass(frozen=True)
class KeptMemory:
    """A memory, with the user, agent and run that it is kept for; None where it is kept for no one of them."""

    id: str
    text: str
    type: str
    tags: Tuple[str, ...]
    files: Tuple[str, ...]
    key: Optional[str]
    user: Optional[str]
    agent: Optional[str]
    run: Optional[str]
    #: Milliseconds since 1970.
    created_at: int
    updated_at: int
    #: Of a search: how well it fits. Compare within one answer only.
    score: Optional[float] = None


@dataclass(frozen=True)
class AddedMemory(KeptMemory):
    #: added, known, reinforced (both were there already) or revived.
    did: str = "added"
    #: Kinds of secrets that were taken out of the text.
    redacted: Tuple[str, ...] = ()
    #: Ids of older memories about the same matter that it replaces.
    superseded: Tuple[str, ...] = ()
    #: Why it waits for a person's review; None where it does not.
    review: Optional[str] = None


@dataclass(frozen=True)
class MemoryBlock:
    label: str
    text: str
    id: str
    updated_at: int


def open_memory(
    project: Union[str, "os.PathLike[str]"] = ".",
    *,
    home: Union[str, "os.PathLike[str]", None] = None,
    start: bool = False,
    command: Sequence[str] = ("sqrl",),
    timeout: float = 3.0,
) -> "Memory":
    """Opens the memory of the project that a folder belongs to.

    home: the folder with all data; `SQRL_HOME` or `~/.sqrl` if not given.
    start: whether the daemon is started, by `command`, where none runs; else that raises.
    timeout: seconds that any call may take.
    """
    root = Path(home or os.environ.get("SQRL_HOME") or Path.home() / ".sqrl").resolve()
    folder = Path(project).resolve()
    return Memory(Daemon(root, folder, start=start, command=command, timeout=timeout), folder)


class Memory:
    """The memory of a project. Every method raises MemoryProblem where memory does not answer; sessions never do."""

    def __init__(self, daemon: Daemon, project: Path) -> None:
        self._daemon = daemon
        self.project = project

    def __enter__(self) -> "Memory":
        return self

    def __exit__(
        self, _type: Optional[Type[BaseException]], _value: Optional[BaseException], _trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def close(self) -> None:
        """Nothing is held open; here for programs that close what they open."""

    def call(self, verb: str, given: Optional[Mapping[str, Any]] = None, *, timeout: Optional[float] = None) -> Any:
        """Any verb of the HTTP API (`GET /v1/openapi.json`)."""
        return self._daemon.call(verb, given or {}, timeout)

    def add(
        self,
        text: str,
        *,
        user: Optional[str] = None,
        agent: Optional[str] = None,
        run: Optional[str] = None,
        type: Optional[str] = None,
        tags: Iterable[str] = (),
        files: Iterable[str] = (),
        key: Optional[str] = None,
        by: str = "program",
    ) -> AddedMemory:
        """Keeps a text: without user, agent and run for the project, else for those alone.

        key: the matter; a later memory with the same key, for the same user, agent and run, replaces it.
        by: "person" where a person said it. Only such memories are told unasked at the start of a session.
        """
        draft: Dict[str, Any] = {"text": text, "whose": _whose(user, agent, run), "tags": list(tags), "files": list(files)}
        draft.update({name: value for name, value in (("type", type), ("key", key)) if value is not None})
        if by == "program":
            draft.update(_of_program())
        said = self.call("remember", draft)
        return AddedMemory(
            **_fields(said["memory"]),
            did=said["did"],
            redacted=tuple(said["redacted"]),
            superseded=tuple(said["superseded"]),
            review=said.get("review"),
        )

    def search(
        self,
        question: str,
        *,
        user: Optional[str] = None,
        agent: Optional[str] = None,
        run: Optional[str] = None,
        types: Optional[Iterable[str]] = None,
        tags: Optional[Iterable[str]] = None,
        since: Optional[int] = None,
        limit: int = 10,
    ) -> List[KeptMemory]:
        """Memories about a question, best first; without user, agent and run those kept for none of them."""
        asked = {"question": question, "limit": limit, "filter": _filter(user, agent, run, types, tags, since)}
        return [KeptMemory(**_fields(hit["memory"]), score=hit["score"]) for hit in self.call("find", asked)["hits"]]

    def list(
        self,
        *,
        user: Optional[str] = None,
        agent: Optional[str] = None,
        run: Optional[str] = None,
        types: Optional[Iterable[str]] = None,
        tags: Optional[Iterable[str]] = None,
        since: Optional[int] = None,
        limit: int = 100,
    ) -> List[KeptMemory]:
        """Memories, newest first."""
        asked = {"limit": limit, "filter": _filter(user, agent, run, types, tags, since)}
        return [KeptMemory(**_fields(memory)) for memory in self.call("list", asked)["memories"]]

    def update(
        self,
        id: str,
        *,
        text: Optional[str] = None,
        type: Optional[str] = None,
        tags: Optional[Iterable[str]] = None,
        files: Optional[Iterable[str]] = None,
        key: Optional[str] = None,
    ) -> KeptMemory:
        """Changes what is given; what it said before stays in its history."""
        to: Dict[str, Any] = {
            name: value for name, value in (("text", text), ("type", type), ("key", key)) if value is not None
        }
        if files is not None:
            to["files"] = [*files]
        if tags is not None:
            before = self.call("get", {"id": id})["tags"]
            to["tags"] = [*tags, *(tag for tag in before if _SCOPE_TAG.fullmatch(tag))]
        self.call("change", {"id": id, "to": to})
        return KeptMemory(**_fields(self.call("get", {"id": id})))

    def delete(
        self,
        *ids: str,
        user: Optional[str] = None,
        agent: Optional[str] = None,
        run: Optional[str] = None,
    ) -> int:
        """Deletes memories by their ids, or all of a user, an agent or a run. Returns how many there were."""
        wanted = [*ids]
        if not wanted:
            asked = {"filter": {"whose": _named(user, agent, run), "expired": True}, "limit": 10_000}
            wanted = [memory["id"] for memory in self.call("list", asked)["memories"]]
        return len(self.call("forget", {"ids": wanted})["forgotten"]) if wanted else 0

    def blocks(
        self, *, user: Optional[str] = None, agent: Optional[str] = None, run: Optional[str] = None
    ) -> "Blocks":
        """The editable blocks of a user, an agent or a run."""
        return Blocks(self, _named(user, agent, run))

    def session(
        self,
        task: str,
        *,
        role: str = "coder",
        id: Optional[str] = None,
        files: Sequence[str] = (),
        model: Optional[str] = None,
        module: Optional[str] = None,
        planned_steps: Optional[int] = None,
        task_by: str = "program",
        user: Optional[str] = None,
        agent: Optional[str] = None,
        run: Optional[str] = None,
        tools: Optional[ToolTable] = None,
        limits: Optional[Mapping[str, float]] = None,
        on_degraded: Any = None,
    ) -> Session:
        """Begins a session of an agent. Costs no call.

        task_by: "person" where a person typed the task; only a person's words become rules.
        user, agent, run: for whom the agent works; its system prompt has their blocks.
        tools: what the agent's tools do, by their names; common names are known.
        limits: seconds that the points may take: system_prompt, first_message, tool_result, between_steps.
        on_degraded: called once with the first MemoryProblem; the agent itself is told in the next injection.
        """
        whose = _whose(user, agent, run)
        return Session(
            self.call,
            task,
            role=role,
            id=id,
            cwd=str(self.project),
            files=list(files),
            model=model,
            module=module,
            planned_steps=planned_steps,
            task_by=task_by,
            whose=whose,
            blocks=Blocks(self, whose) if whose else None,
            tools=tools or {},
            limits={**DEFAULT_LIMITS, **(limits or {})},
            on_degraded=on_degraded,
            is_paused=self._is_paused,
        )

    def _is_paused(self) -> bool:
        # Without the file nothing is paused; to whom one applies the daemon knows.
        if not (self._daemon.home / "pauses.json").exists():
            return False
        try:
            return self.call("pause")["paused"] is not None
        except MemoryProblem:
            return False


class Blocks:
    """Texts of one user, agent or run that are edited in place and always stand in the agent's system prompt."""

    def __init__(self, memory: Memory, whose: Mapping[str, str]) -> None:
        self._memory = memory
        self._whose = dict(whose)

    def list(self) -> List[MemoryBlock]:
        return [block for block, is_own in self._within(None) if is_own]

    def get(self, label: str) -> Optional[MemoryBlock]:
        return next((block for block in self.list() if block.label == label), None)

    def set(self, label: str, text: str) -> None:
        """Makes a block, or gives it another text, of at most 5,000 characters. An empty text deletes it."""
        if not re.fullmatch(r"[\w-]{1,64}", label, re.ASCII):
            raise MemoryProblem(f"Invalid block label: “{label}”.", "A label has 1 to 64 letters, digits, - and _.", "invalid")
        if len(text) > _MAX_BLOCK_CHARS:
            message = f"The block {label} would have {len(text)} characters; {_MAX_BLOCK_CHARS} are the limit."
            raise MemoryProblem(message, "Shorten it, or add what is less important as memories.", "invalid")
        block = self.get(label)
        if not text.strip():
            if block:
                self._memory.delete(block.id)
        elif block:
            self._memory.call("change", {"id": block.id, "to": {"text": text}})
        else:
            about = {"key": f"{_BLOCK_KEY}{label}", "type": "preference", **_of_program()}
            self._memory.call("remember", {"text": text, "whose": self._whose, **about})

    def append(self, label: str, text: str) -> None:
        """Adds a line to the end."""
        block = self.get(label)
        self.set(label, f"{block.text}\n{text}" if block else text)

    def replace(self, label: str, words: str, by: str) -> None:
        """Puts other words in the place of some that stand in the block once; raises where they do not."""
        block = self.get(label)
        parts = block.text.split(words) if block and words else []
        if len(parts) != 2:
            message = f"The block {label} has these words {max(0, len(parts) - 1)} times: “{words}”."
            raise MemoryProblem(message, "Give words that stand in it once.", "invalid")
        self.set(label, by.join(parts))

    def text(self, timeout: Optional[float] = None) -> str:
        """The blocks as they stand in the system prompt, with those of the user, the agent or the run alone."""
        return "\n".join(
            f'<memory_block label="{block.label}">\n{block.text}\n</memory_block>' for block, _ in self._within(timeout)
        )

    def _within(self, timeout: Optional[float]) -> List[Tuple[MemoryBlock, bool]]:
        given = {f"{part}:{name}" for part, name in self._whose.items()}
        found: Dict[str, Dict[str, Any]] = {}
        for part, name in self._whose.items():
            asked = {"filter": {"whose": {part: name}}, "limit": 10_000, "order": "oldest"}
            found.update({each["id"]: each for each in self._memory.call("list", asked, timeout=timeout)["memories"]})
        blocks = []
        for each in found.values():
            kept = {tag for tag in each["tags"] if _SCOPE_TAG.fullmatch(tag)}
            if (each["key"] or "").startswith(_BLOCK_KEY) and kept <= given:
                label = each["key"][len(_BLOCK_KEY) :]
                blocks.append((MemoryBlock(label, each["text"], each["id"], each["updatedAt"]), kept == given))
        return blocks


def _of_program() -> Dict[str, Any]:
    """A program's word, which its agent may correct and delete."""
    at = int(time.time() * 1000)
    evidence: Dict[str, Any] = {"proof": "agent_statement", "episode": None, "events": [], "quote": None, "at": at}
    return {"source": "agent_explicit", "evidence": [evidence]}


def _whose(user: Optional[str], agent: Optional[str], run: Optional[str]) -> Dict[str, str]:
    return {part: name for part, name in (("user", user), ("agent", agent), ("run", run)) if name is not None}


def _named(user: Optional[str], agent: Optional[str], run: Optional[str]) -> Dict[str, str]:
    """What holds for nobody in particular is the project's, and is not deleted or edited as a whole."""
    whose = _whose(user, agent, run)
    if not whose:
        raise MemoryProblem("No user, agent or run is named.", 'Pass at least one: `user="ann"`.', "invalid")
    return whose


def _filter(
    user: Optional[str],
    agent: Optional[str],
    run: Optional[str],
    types: Optional[Iterable[str]],
    tags: Optional[Iterable[str]],
    since: Optional[int],
) -> Dict[str, Any]:
    given: Dict[str, Any] = {"whose": _whose(user, agent, run)}
    if types is not None:
        given["types"] = [*types]
    if tags is not None:
        given["tags"] = [*tags]
    if since is not None:
        given["since"] = since
    return given


def _fields(memory: Mapping[str, Any]) -> Dict[str, Any]:
    is_scoped = memory["scope"] == "session"
    scope = [found for found in map(_SCOPE_TAG.fullmatch, memory["tags"]) if found and is_scoped]
    whose = {found.group(1): found.group(2) for found in scope}
    return {
        **{name: memory[name] for name in ("id", "text", "type", "key")},
        **{part: whose.get(part) for part in ("user", "agent", "run")},
        "tags": tuple(tag for tag in memory["tags"] if not (is_scoped and _SCOPE_TAG.fullmatch(tag))),
        "files": tuple(memory["files"]),
        "created_at": memory["createdAt"],
        "updated_at": memory["updatedAt"],
    }

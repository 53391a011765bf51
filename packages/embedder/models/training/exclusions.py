"""Texts that must never be trained on, because models are measured on them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from sentences import words

FEWEST, RUN = 4, 8

Exclusions = frozenset[str]


def read_exclusions(paths: Iterable[Path]) -> Exclusions:
    """Reads evaluation texts: every string inside .json and .jsonl files, every line of others."""
    return exclusions_of(text for path in paths for text in _texts(path))


def exclusions_of(texts: Iterable[str]) -> Exclusions:
    """Notes every run of four to eight words of the texts."""
    return frozenset(run for text in texts for size in range(FEWEST, RUN + 1) for run in _runs(words(text), size))


def is_excluded(sentence: str, exclusions: Exclusions) -> bool:
    """Whether a sentence shares eight words in a row with an evaluation text, or lies in one entirely."""
    if not exclusions:
        return False
    spoken = words(sentence)
    return any(run in exclusions for run in _runs(spoken, min(RUN, len(spoken))))


def _runs(spoken: list[str], size: int) -> Iterator[str]:
    return (" ".join(spoken[at : at + size]) for at in range(len(spoken) - size + 1))


def _texts(path: Path) -> Iterator[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    if path.suffix == ".jsonl":
        for line in lines:
            if line.strip():
                yield from _strings(json.loads(line))
    elif path.suffix == ".json":
        yield from _strings(json.loads("\n".join(lines)))
    else:
        yield from lines


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)

"""Labelled prompts as the statement model reads them: sentences in windows of tokens, and repositories in folds.

Examples are what scripts/statement-examples.ts writes. The windows are those of packages/embedder/statement-model.ts: what is
changed here must change there.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tokenizers import Tokenizer

# In the order of packages/base/model/judgement.ts.
KINDS = ("rule", "decision", "fact", "correction")
HOLDS = ("user", "project", "part", "branch")

MAX_SENTENCE = 120
MAX_WINDOW = 180


@dataclass(frozen=True)
class Label:
    """What a reader said about a sentence that is worth keeping."""

    kind: str
    holds: str
    replaces: bool


@dataclass(frozen=True)
class Example:
    """A prompt; `covers` lists for each marked span the sentences that overlap it, none where it was lost."""

    id: str
    repo: str
    sentences: list[str]
    labels: list[Label | None]
    evidence: list[dict[str, float]]
    covers: list[list[int]]
    pasted: bool
    unsure: bool
    chars: int


@dataclass(frozen=True)
class Window:
    """Some sentences of one prompt as tokens, and where each of them stands: its number, start and end."""

    prompt: int
    ids: list[int]
    sentences: list[tuple[int, int, int]]


def read_examples(paths: list[Path]) -> list[Example]:
    """Reads examples, and says which line is not one."""
    examples: list[Example] = []
    for path in paths:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            try:
                examples.append(_example(json.loads(line)))
            except (ValueError, TypeError) as error:
                raise SystemExit(f"{path}:{number} is not an example of statement-examples.ts: {error}") from None
    return examples


def windows_of(examples: list[Example], tokenizer: Tokenizer) -> list[Window]:
    """Cuts every prompt into windows, which name it by its place among the examples."""
    cls, sep, unknown = (tokenizer.token_to_id(mark) for mark in ("[CLS]", "[SEP]", "[UNK]"))
    windows: list[Window] = []
    for prompt, example in enumerate(examples):
        encoded = tokenizer.encode_batch(example.sentences, add_special_tokens=False)
        tokens = [one.ids[:MAX_SENTENCE] or [unknown] for one in encoded]
        windows += [Window(prompt, [cls, *ids, sep], places) for ids, places in cut_windows(tokens)]
    return windows


def cut_windows(sentences: list[list[int]]) -> list[tuple[list[int], list[tuple[int, int, int]]]]:
    """Groups sentences that are read together; the last one of a window is read again before those of the next.

    Places count the mark of the beginning, which is not part of the ids.
    """
    windows: list[tuple[list[int], list[tuple[int, int, int]]]] = []
    for number, tokens in enumerate(sentences):
        if not windows or 1 + len(windows[-1][0]) + len(tokens) > MAX_WINDOW:
            lead = sentences[number - 1] if number > 0 else []
            windows.append(([*lead] if len(lead) + len(tokens) <= MAX_WINDOW else [], []))
        ids, places = windows[-1]
        start = 1 + len(ids)
        ids += tokens
        places.append((number, start, start + len(tokens)))
    return windows


def folds_of(examples: list[Example], count: int) -> list[set[int]]:
    """Parts of about the same number of prompts; a repository is in one part alone."""
    repositories: dict[str, list[int]] = {}
    for prompt, example in enumerate(examples):
        repositories.setdefault(example.repo, []).append(prompt)
    folds: list[list[int]] = [[] for _ in range(count)]
    for prompts in sorted(repositories.values(), key=len, reverse=True):
        min(folds, key=len).extend(prompts)
    return [set(fold) for fold in folds]


def _example(line: dict) -> Example:
    labels = [label and Label(**label) for label in line.pop("labels")]
    for label in labels:
        if label and (label.kind not in KINDS or label.holds not in HOLDS):
            raise ValueError(f"{label.kind!r} or {label.holds!r} is not a label")
    return Example(labels=labels, **line)

"""Gathers sentences to train on from git repositories and conversations.

Writes one sentence a line, with a blank line between runs of neighbours: train.py joins neighbours into longer texts.
No labels are needed, since the teacher's vectors are the only target.
"""

from __future__ import annotations

import argparse
import json
import lzma
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from random import Random

import repository
import sentences
from exclusions import Exclusions, is_excluded, read_exclusions

RUN = 40

Run = list[str]


def main() -> None:
    args = arguments()
    exclusions = read_exclusions(args.exclude)
    print(f"{len(args.exclude)} files of evaluation texts, {len(exclusions)} runs of words kept out")
    seen: set[int] = set()

    said: list[Run] = []
    gather = partial(gather_repository, exclusions=exclusions, args=args)
    with Pool(args.jobs) as pool:
        for path, commits, docs in pool.imap(gather, checkouts(args)):
            kept = [*some_runs(commits, args.commits, seen), *some_runs(docs, args.docs, seen)]
            print(f"{path}: {count(kept)} of {len(commits)} commit and {len(docs)} doc sentences")
            said += kept
    chance = Random(args.seed)
    chance.shuffle(said)
    said = first_runs(said, args.limit)

    talked = [run for chat in args.chats for run in some_runs(gather_chat(chat, exclusions, args), args.chat, seen)]
    everything = said + talked
    chance.shuffle(everything)
    write_corpus(args.out, everything)
    print(f"{args.out}: {count(said)} sentences from repositories, {count(talked)} from conversations")


def gather_repository(path: Path, exclusions: Exclusions, args: argparse.Namespace) -> tuple[Path, Run, Run]:
    """All usable sentences of a repository: those of its commits, and those of its pages and comments."""
    chance = Random(f"{args.seed} {path.resolve().name}")
    commits: Run = []
    docs: Run = []
    try:
        for passage in repository.commits(path, args.log, chance):
            # Subject and body of a measured commit are question and answer: one gives the other away.
            if not is_excluded(passage[0], exclusions):
                commits += usable(passage, exclusions)
        for passage in repository.pages(path, args.pages, chance):
            docs += usable(passage, exclusions)
        for passage in repository.comments(path, args.sources, chance):
            docs += usable(passage, exclusions)
    except (RuntimeError, OSError, subprocess.TimeoutExpired) as problem:
        print(f"skipped the rest of {path}: {problem}", file=sys.stderr)
    return path, commits, docs


def gather_chat(path: Path, exclusions: Exclusions, args: argparse.Namespace) -> Run:
    """Sentences of a conversation: most of what people said, a little of what assistants answered."""
    chance = Random(f"{args.seed} {path.name}")
    told: Run = []
    for role, text in turns(json.loads(path.read_text(encoding="utf-8"))):
        if chance.random() < (0.9 if role == "user" else 0.12):
            told += usable(sentences.of_turn(text), exclusions)
    return told[: args.chat]


def turns(value: object) -> Iterator[tuple[str, str]]:
    """Every object with a role and a content, however deep it lies."""
    if isinstance(value, dict):
        if "role" in value and "content" in value:
            yield str(value["role"]), str(value["content"])
        else:
            for inner in value.values():
                yield from turns(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from turns(inner)


def usable(passage: Iterable[str], exclusions: Exclusions) -> Run:
    return [text for text in passage if sentences.is_prose(text) and not is_excluded(text, exclusions)]


def some_runs(told: Run, limit: int, seen: set[int]) -> list[Run]:
    """A random choice of runs of neighbours, without sentences seen before, up to a limit."""
    runs = [told[at : at + RUN] for at in range(0, len(told), RUN)]
    Random(1).shuffle(runs)
    kept: list[Run] = []
    for run in runs:
        if count(kept) >= limit:
            break
        fresh = [text for text in run if is_new(text, seen)]
        if fresh:
            kept.append(fresh)
    return kept


def is_new(text: str, seen: set[int]) -> bool:
    key = hash(" ".join(sentences.words(text)))
    known = key in seen
    seen.add(key)
    return not known


def first_runs(runs: list[Run], limit: int | None) -> list[Run]:
    if limit is None:
        return runs
    kept: list[Run] = []
    total = 0
    for run in runs:
        if total >= limit:
            break
        kept.append(run)
        total += len(run)
    return kept


def count(runs: list[Run]) -> int:
    return sum(map(len, runs))


def write_corpus(path: Path, runs: list[Run]) -> None:
    open_text = lzma.open if path.suffix == ".xz" else open
    with open_text(path, "wt", encoding="utf-8") as file:
        file.write("\n\n".join("\n".join(run) for run in runs) + "\n")


def checkouts(args: argparse.Namespace) -> list[Path]:
    listed = args.list.read_text(encoding="utf-8").splitlines() if args.list else []
    return [*args.repositories, *(Path(line.strip()) for line in listed if line.strip())]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repositories", type=Path, nargs="*", help="git checkouts or bare clones, with their history")
    parser.add_argument("--list", type=Path, help="a file naming more of them, one a line")
    parser.add_argument("--chats", type=Path, nargs="*", default=[], help="JSON files with {role, content} objects")
    parser.add_argument("--exclude", type=Path, nargs="*", default=[], help="evaluation texts: .jsonl, .json or lines")
    parser.add_argument("--out", type=Path, required=True, help="the corpus; a name ending in .xz is compressed")
    parser.add_argument("--limit", type=int, help="sentences from repositories, all together (default: no limit)")
    parser.add_argument("--commits", type=int, default=22_000, help="commit sentences a repository (%(default)s)")
    parser.add_argument("--docs", type=int, default=9_000, help="page and comment sentences a repository (%(default)s)")
    parser.add_argument("--chat", type=int, default=2_500, help="sentences a conversation (%(default)s)")
    parser.add_argument("--log", type=int, default=25_000, help="newest commits read a repository (%(default)s)")
    parser.add_argument("--pages", type=int, default=450, help="pages read a repository (%(default)s)")
    parser.add_argument("--sources", type=int, default=500, help="source files read a repository (%(default)s)")
    parser.add_argument("--jobs", type=int, default=2, help="repositories read at a time (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="same seed and repositories, same corpus (%(default)s)")
    args = parser.parse_args()
    if not (args.repositories or args.list or args.chats):
        parser.error("name at least one repository or conversation")
    return args


if __name__ == "__main__":
    main()

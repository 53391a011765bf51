"""Mines pairs of texts that mean the same thing from git repositories and conversations.

Writes one pair a line, left and right with a tab between them, and a blank line between blocks of neighbours: tune.py
tells neighbours apart, which is harder than telling strangers apart.
"""

from __future__ import annotations

import argparse
import json
import lzma
import subprocess
import sys
from collections.abc import Iterable
from functools import partial
from itertools import islice
from multiprocessing import Pool
from pathlib import Path
from random import Random

import pairs
import repository
import sentences
from collect import checkouts, is_new, turns
from exclusions import Exclusions, is_excluded, read_exclusions
from pairs import Pair

BLOCK = 16


def main() -> None:
    args = arguments()
    exclusions = read_exclusions(args.exclude)
    seen: set[int] = set()
    blocks: list[list[Pair]] = []
    mine = partial(mine_repository, exclusions=exclusions, args=args)
    with Pool(args.jobs) as pool:
        for path, kinds in pool.imap(mine, checkouts(args)):
            found = [block for kind in kinds for block in blocks_of(kind, seen)]
            print(f"{path}: {', '.join(str(len(kind)) for kind in kinds)}; {sum(map(len, found))} kept", flush=True)
            blocks += found
    for chat in args.chats:
        told = list(turns(json.loads(chat.read_text(encoding="utf-8"))))
        chance = Random(f"{args.seed} {chat.name}")
        blocks += blocks_of(usable(pairs.of_turns(told, chance), exclusions, chance, args.chat), seen)
    Random(args.seed).shuffle(blocks)
    with (lzma.open if args.out.suffix == ".xz" else open)(args.out, "wt", encoding="utf-8") as file:
        file.write("\n\n".join("\n".join("\t".join(pair) for pair in block) for block in blocks) + "\n")
    print(f"{args.out}: {sum(map(len, blocks))} pairs")


def mine_repository(path: Path, exclusions: Exclusions, args: argparse.Namespace) -> tuple[Path, list[list[Pair]]]:
    """The pairs of a repository by where they come from: commits, headings, documented functions, neighbours."""
    chance = Random(f"{args.seed} {path.resolve()}")
    kinds: list[list[Pair]] = []
    try:
        messages = repository.messages(path, args.log)
        told = (pair for message in messages for pair in pairs.of_commit_message(*message, chance))
        kinds.append(usable(told, exclusions, chance, args.commits))
        pages = list(repository.page_texts(path, args.pages, chance))
        headed = (pair for text in pages for pair in pairs.of_headings(text, chance))
        kinds.append(usable(headed, exclusions, chance, args.headings))
        sources = repository.source_texts(path, args.sources, chance)
        named = (pair for text in sources for pair in pairs.of_documented(text, chance))
        kinds.append(usable(named, exclusions, chance, args.functions))
        beside = (pair for text in pages for pair in pairs.of_neighbours(list(sentences.of_page(text, chance)), chance))
        kinds.append(usable(beside, exclusions, chance, args.neighbours))
    except (RuntimeError, OSError, subprocess.TimeoutExpired) as problem:
        print(f"skipped the rest of {path}: {problem}", file=sys.stderr)
    return path, kinds


def usable(found: Iterable[Pair], exclusions: Exclusions, chance: Random, limit: int) -> list[Pair]:
    """The first pairs that tell something and hold, on either side, nothing that is measured on."""
    good = (
        (left, right)
        for left, right in (tuple(" ".join(text.split()) for text in pair) for pair in found)
        if pairs.is_telling((left, right), chance) and not any(is_excluded(one, exclusions) for one in (left, right))
    )
    return list(islice(good, limit))


def blocks_of(found: list[Pair], seen: set[int]) -> list[list[Pair]]:
    fresh = [pair for pair in found if is_new(pair[1], seen)]
    return [fresh[at : at + BLOCK] for at in range(0, len(fresh), BLOCK)]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repositories", type=Path, nargs="*", help="git checkouts or bare clones, with their history")
    parser.add_argument("--list", type=Path, help="a file naming more of them, one a line")
    parser.add_argument("--chats", type=Path, nargs="*", default=[], help="JSON files with {role, content} objects")
    parser.add_argument("--exclude", type=Path, nargs="*", default=[], help="evaluation texts: .jsonl, .json or lines")
    parser.add_argument("--out", type=Path, required=True, help="the pairs; a name ending in .xz is compressed")
    parser.add_argument("--commits", type=int, default=2_400, help="pairs of commits a repository (%(default)s)")
    parser.add_argument("--headings", type=int, default=1_500, help="pairs of headings a repository (%(default)s)")
    parser.add_argument("--functions", type=int, default=900, help="pairs of functions a repository (%(default)s)")
    parser.add_argument("--neighbours", type=int, default=250, help="pairs of sentences a repository (%(default)s)")
    parser.add_argument("--chat", type=int, default=1_200, help="pairs a conversation (%(default)s)")
    parser.add_argument("--log", type=int, default=9_000, help="newest commits read a repository (%(default)s)")
    parser.add_argument("--pages", type=int, default=350, help="pages read a repository (%(default)s)")
    parser.add_argument("--sources", type=int, default=300, help="source files read a repository (%(default)s)")
    parser.add_argument("--jobs", type=int, default=2, help="repositories read at a time (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="same seed and repositories, same pairs (%(default)s)")
    args = parser.parse_args()
    if not (args.repositories or args.list or args.chats):
        parser.error("name at least one repository or conversation")
    return args


if __name__ == "__main__":
    main()

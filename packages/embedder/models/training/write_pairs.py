"""Turns texts with the questions that were written for them into pairs that tune.py reads.

Eight neighboring texts are of one subject and hard to tell apart: they become one block. Some blocks are kept to check.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random

BLOCK = 8
Written = dict[str, str | list[str]]


def main() -> None:
    args = arguments()
    lines = [json.loads(line) for line in args.questions.read_text(encoding="utf-8").splitlines()]
    blocks = [lines[at : at + BLOCK] for at in range(0, len(lines), BLOCK)]
    Random(args.seed).shuffle(blocks)
    kept = len(blocks) // args.leave
    args.out.write_text("\n\n".join(map(block_of_pairs, blocks[kept:])) + "\n", encoding="utf-8")
    args.check.write_text(
        "".join(json.dumps(line) + "\n" for block in blocks[:kept] for line in block), encoding="utf-8"
    )
    print(f"{args.out}: {len(blocks) - kept} blocks; {args.check}: {kept} blocks to check")


def block_of_pairs(block: list[Written]) -> str:
    """All first questions, then all second ones, each with its text."""
    asked = [(line["questions"][number], line["text"]) for number in (0, 1) for line in block]
    return "\n".join("\t".join(" ".join(side.split()) for side in pair) for pair in asked)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("questions", type=Path, help="JSON lines {domain, text, questions}: questions/questions.jsonl")
    parser.add_argument("--out", type=Path, required=True, help="pairs for tune.py --written")
    parser.add_argument("--check", type=Path, required=True, help="JSON lines that are not trained on")
    parser.add_argument("--leave", type=int, default=7, help="one block in so many is kept to check (%(default)s)")
    parser.add_argument("--seed", type=int, default=2, help="(%(default)s)")
    return parser.parse_args()


if __name__ == "__main__":
    main()

"""Makes pairs without a label out of statements of one subject that share words: what the product asks about.

Reads JSON lines: labelled prompts (`repo`, `spans` with `say` and `quote`) and pairs (`domain`, `old`, `new`). Each
statement is paired with the nearest others of its repository or domain.
"""

from __future__ import annotations

import argparse
import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random


def main() -> None:
    args = arguments()
    pairs = [
        pair
        for files, nearest in ((args.prompts, 4), (args.pairs, 2))
        for texts in subjects(files).values()
        for pair in near(texts, nearest)
    ]
    Random(3).shuffle(pairs)
    chosen = list(dict.fromkeys(pairs))[: args.limit]
    lines = (json.dumps({"old": old, "new": new, "relation": "unrelated", "domain": "none"}) for old, new in chosen)
    args.out.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{args.out}: {len(chosen)} pairs")


def subjects(files: list[Path]) -> dict[str, list[str]]:
    """Different statements of each repository or domain, in their order."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for path in files:
        for text in path.read_text(encoding="utf-8").splitlines():
            line = json.loads(text)
            if "spans" in line:
                said = [span[key] for span in line["spans"] if span.get("say") for key in ("say", "quote")]
            else:
                said = [line["old"], line["new"]]
            found[line.get("repo") or line["domain"]] |= dict.fromkeys(said)
    return {name: list(texts)[:400] for name, texts in found.items()}


def near(texts: list[str], count: int) -> Iterator[tuple[str, str]]:
    """Each text with those that share most of its rare words."""
    words = [set(re.findall(r"[a-z]{3,}", text.lower())) for text in texts]
    holding = Counter(word for some in words for word in some)
    rarity = {word: math.log(1 + len(texts) / times) for word, times in holding.items()}

    def likeness(one: int, other: int) -> float:
        shared = sum(rarity[word] for word in words[one] & words[other])
        return shared / (1 + math.sqrt(len(words[one]) * len(words[other])))

    for one, text in enumerate(texts):
        others = sorted((other for other in range(len(texts)) if other != one), key=lambda x: -likeness(one, x))
        yield from ((texts[other], text) for other in others[:count] if likeness(one, other) > 0)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prompts", type=Path, nargs="*", default=[], help="labelled prompts")
    parser.add_argument("--pairs", type=Path, nargs="*", default=[], help="pairs of statements")
    parser.add_argument("--limit", type=int, default=9000, help="pairs at most (%(default)s)")
    parser.add_argument("--out", type=Path, required=True, help="pairs for distil_relations.py --unlabelled")
    return parser.parse_args()


if __name__ == "__main__":
    main()

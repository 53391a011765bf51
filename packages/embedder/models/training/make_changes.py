"""Writes pairs of statements in which people change what they decided, and pairs that only look like it.

`relations/facts.tsv` has a subject, a sibling of it, two ways of saying the same of either, two values and something to
add; `relations/reversals.tsv` a rule, its opposite and another rule. Chance picks the wordings, with a fixed seed.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path
from random import Random

HERE = Path(__file__).parent / "relations"

CHANGES = (
    "{now}",
    "{now}",
    "{other}",
    "{now} now",
    "{now} from now on",
    "from now on {now}",
    "actually {other}",
    "{now}, not {v1} anymore",
    "{other} after all",
    "we changed our mind, {other}",
    "{s}: {v2} instead of {v1}",
    "{v1} was not enough for {s}, make it {v2}",
    "{v1} is gone, {now}",
    "we switched {s} from {v1} to {v2}",
    "the customer insists: {other}",
    "as discussed with the team {other}",
    "no longer {v1}: {now}",
    "{v2} is what we want for {s}, {v1} was a mistake",
)
AGAIN = ("{before}", "as I said, {same}", "please remember that {before}", "once more: {same}", "still true: {before}")
TRIALS = (
    "should it be so that {now}?",
    "what if {now}?",
    "just for today {now}",
    "let me try {v2} for {s}, nothing is decided",
    "in my last job {now}",
    "{now} only in this branch, for a test",
)
PLACES = (("in production", "on staging"), ("on desktop", "on mobile"), ("for admins", "for guests"), ("in Europe", "in the US"))
REVERSED = ("{now}", "{now}", "we changed that: {now}", "{now}, forget the old rule", "update: {now}")


@dataclass(frozen=True)
class Fact:
    """What is said of a subject, and of its sibling."""

    subject: str
    sibling: str
    frame: str
    other: str
    first: str
    second: str
    more: str

    def says(self, frame: str, value: str, subject: str | None = None) -> str:
        return frame.format(s=subject or self.subject, v=value)


def main() -> None:
    args = arguments()
    rng = Random(args.seed)
    facts = [Fact(*line) for line in rows(HERE / "facts.tsv")]
    pairs = [pair for fact in facts for pair in pairs_of(fact, facts, rng)]
    pairs += [pair for line in rows(HERE / "reversals.tsv") for pair in reversals(line, facts, rng)]
    args.out.write_text("".join(json.dumps(pair, ensure_ascii=False) + "\n" for pair in pairs), encoding="utf-8")
    print(f"{len(pairs)} pairs")


def pairs_of(fact: Fact, facts: list[Fact], rng: Random) -> list[dict[str, str]]:
    frames = [fact.frame, fact.other]
    rng.shuffle(frames)
    frame, other = frames
    old = fact.says(frame, fact.first)
    words = {
        "now": fact.says(frame, fact.second),
        "other": fact.says(other, fact.second),
        "before": fact.says(other, fact.first),
        "same": old,
        "s": fact.subject,
        "v1": fact.first,
        "v2": fact.second,
    }
    others = rng.sample([each for each in facts if each is not fact], 3)
    tail, long = others[0].says(others[0].frame, others[0].first), others[1].says(others[1].other, others[1].first)
    here, there = rng.choice(PLACES)
    found = [("replaces", old, each.format(**words)) for each in rng.sample(CHANGES, 5)]
    found += [
        ("replaces", f"{old}, {fact.more}, and {tail}", f"{words['now']}, {fact.more}, and {tail}"),
        ("replaces", f"{tail}; {old}; {long}", f"{tail}; {words['other']}; {long}"),
        ("same topic", old, fact.says(frame, fact.second, fact.sibling)),
        ("same topic", old, fact.says(other, fact.second, fact.sibling)),
        ("same topic", fact.says(frame, fact.first, fact.sibling), rng.choice(CHANGES).format(**words)),
        ("same topic", f"{old} {here}", f"{words['now']} {there}"),
        ("repeats", old, rng.choice(AGAIN).format(**words)),
        ("repeats", f"{old}, {fact.more}", f"{words['before']}, {fact.more}"),
        ("refines", old, f"{old}, {fact.more}"),
        ("refines", old, f"about {fact.subject}: {fact.more}"),
        ("question or trial", old, rng.choice(TRIALS).format(**words)),
        ("unrelated", old, others[2].says(others[2].frame, others[2].second)),
        ("unrelated", old, "from now on " + long),
    ]
    return [written(pair, fact.subject, rng) for pair in found]


def reversals(line: list[str], facts: list[Fact], rng: Random) -> list[dict[str, str]]:
    rule, opposite, another = line
    fact = rng.choice(facts)
    found = [("replaces", rule, each.format(now=opposite)) for each in rng.sample(REVERSED, 2)]
    found += [
        ("replaces", opposite, f"back to the old way: {rule}"),
        ("same topic", rule, another),
        ("repeats", rule, f"as I said, {rule}"),
        ("question or trial", rule, f"what would happen if {opposite}?"),
        ("unrelated", rule, fact.says(fact.frame, fact.second)),
    ]
    return [written(pair, rule, rng) for pair in found]


def written(pair: tuple[str, str, str], domain: str, rng: Random) -> dict[str, str]:
    """Half of the statements as a person types them, half as sentences."""
    relation, old, new = pair
    old, new = (each if rng.random() < 0.5 else f"{each[0].upper()}{each[1:]}." for each in (old, new))
    return {"old": old, "new": new, "relation": relation, "domain": domain, "lang": "en"}


def rows(path: Path) -> list[list[str]]:
    return [line.split("|") for line in path.read_text(encoding="utf-8").splitlines() if line]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="file for the pairs, as JSON lines")
    parser.add_argument("--seed", type=int, default=0, help="(%(default)s)")
    return parser.parse_args()


if __name__ == "__main__":
    main()

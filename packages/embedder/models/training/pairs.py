"""Two texts that mean the same thing in other words, found where people write things twice.

The left text is the shorter one, what somebody would ask with; the right one is what should be found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from sentences import is_prose, of_commit, of_turn, split, without_ticks, words

Pair = tuple[str, str]

RIGHT = 420
_ENGLISH = frozenset(
    "a an and are as be by for from has if in is it not of on or that the this to was we when with you".split()
)
_TITLES_OF_NOTHING = re.compile(r"^(merge|bump|update \S+$|release|revert|translat|backport|v?\d+\.\d+)", re.I)
_HEADING = re.compile(r"^(#{1,5})\s+(.+?)\s*#*$")
_NOT_PROSE = re.compile(r"^\s*(?:[|<{}:>!`]|\.\. |import |export |---|===|\$ )")
_DOCUMENTED = [
    re.compile(r'def (\w+)\([^)]*\)[^:\n]*:\s*\n\s*[ru]?"""([\s\S]{20,1200}?)"""'),
    re.compile(r"/\*\*([\s\S]{20,1200}?)\*/\s*\n\s*(?:@\w+\s+)*(?:[\w<>\[\],]+\s+){0,5}?(\w+)\s*[(=:<]"),
    re.compile(r"((?:^[ \t]*///? .*\n)+)[ \t]*(?:pub(?:\([a-z]+\))? |async )*(?:func|fn) (?:\([^)]*\) )?(\w+)", re.M),
]
_CODE = re.compile(r"[;{}=]{2}|=>|copyright|licen[cs]e|^\s*@", re.I)
_PREFIX = re.compile(r"^(?:\[[^\]]{1,30}\]\s*|[\w./-]{1,24}(?:\([^)]{1,40}\))?!?:\s+|Fix(?:e[sd])? #\d+\s*[-:.]*\s*)+")
_COMMON = frozenset(
    "a an and are as at be been but by can did do does for from has have how i if in into is it its more no not of on "
    "or our so that the their then there this to was we were what when where which who why will with you your "
    "add added fix fixed use used make when update updated remove removed".split()
)


def of_commit_message(subject: str, body: str, chance: Random) -> Iterator[Pair]:
    """A commit's subject, mostly without the scope in front, beside the first sentences of its body or a later one."""
    subject, *told = of_commit(subject, body, chance)
    told = [text for text in told if is_prose(text)]
    if not told:
        return
    if chance.random() < 0.7:
        subject = _PREFIX.sub("", subject)
    yield subject, _joined(told[: chance.randint(1, 3)])
    if len(told) > 3:
        yield subject, chance.choice(told[2:])


def of_headings(text: str, chance: Random) -> Iterator[Pair]:
    """A section's heading, perhaps below those above it, beside its first paragraph."""
    path: list[str] = []
    waiting = False
    text = re.sub(r"```[\s\S]*?```|<!--[\s\S]*?-->|\{/\*[\s\S]*?\*/\}", "", text)
    text = re.sub(r"^(\S[^\n]{3,90})\n(?:={4,}|-{4,}|~{4,})$", r"# \1", text, flags=re.M)
    for paragraph in re.split(r"\n\s*\n|\n(?=#)|(?<=\n)(?=#)", text):
        paragraph = paragraph.strip()
        heading = _HEADING.match(paragraph.split("\n")[0])
        if heading:
            path = [*path[: len(heading[1]) - 1], _plain(heading[2])]
            waiting = True
            paragraph = "\n".join(paragraph.split("\n")[1:])
        if not waiting or not paragraph or _NOT_PROSE.match(paragraph):
            continue
        told = [one for one in split(without_ticks(_plain(paragraph), 0.6, chance)) if is_prose(one)]
        if told:
            waiting = False
            yield " ".join(path[-chance.choice([1, 2, 2, 3]) :]), _joined(told[:3])


def of_documented(text: str, chance: Random) -> Iterator[Pair]:
    """A function's name in words beside what is said about it, and the first sentence of that beside the rest."""
    for kind, pattern in enumerate(_DOCUMENTED):
        for found in list(pattern.findall(text))[:25]:
            name, comment = found if kind == 0 else (found[1], found[0])
            comment = re.sub(r"^[ \t]*(?:\*|//[/!]?|#) ?", "", comment, flags=re.M)
            paragraphs = [one for one in re.split(r"\n\s*\n|\n(?=\s*[-@:] ?)", comment) if not _CODE.search(one)]
            told = [one for paragraph in paragraphs[:4] for one in split(_plain(paragraph)) if is_prose(one)]
            if not told:
                continue
            if len(told) > 1:
                yield told[0], _joined(told[1:3])
            if len(told) == 1 or chance.random() < 0.4:
                yield " ".join(name_words(name)), _joined(told[:2])


def of_neighbours(told: list[str], chance: Random) -> Iterator[Pair]:
    """One sentence beside the next of its paragraph: the weakest kind of pair."""
    for one, two in zip(told[::2], told[1::2], strict=False):
        if is_prose(one) and is_prose(two) and chance.random() < 0.3:
            yield one, two


def of_turns(turns: list[tuple[str, str]], chance: Random) -> Iterator[Pair]:
    """What a person said beside the beginning of the answer, or one sentence of a turn beside the rest of it."""
    for (role, said), (_, answer) in zip(turns, turns[1:], strict=False):
        mine, theirs = ([one for one in of_turn(text) if is_prose(one)] for text in (said, answer))
        if role == "user" and mine and theirs:
            yield chance.choice(mine), _joined(theirs[:3])
        if len(mine) > 2:
            yield mine[0], _joined(mine[1:3])


def is_telling(pair: Pair, chance: Random) -> bool:
    """Whether the left text says something, and mostly in other words than the right one."""
    left, right = (set(content(text)) for text in pair)
    if len(left) < 2 or len(right) < 4 or len(pair[0]) > 250:
        return False
    if _TITLES_OF_NOTHING.match(pair[0]) or len(_ENGLISH & set(words(pair[1]))) < 2:
        return False
    shared = len(left & right) / len(left)
    return shared <= 0.34 or chance.random() < (0.5 if shared <= 0.6 else 0.15)


def content(text: str) -> list[str]:
    """The words that carry meaning, cut to their first letters so that forms of one word meet."""
    return [word[:5] for word in words(text) if word not in _COMMON and len(word) > 1]


def name_words(name: str) -> list[str]:
    """An identifier as the words it is made of."""
    return re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", name).replace("_", " ").lower().split()


def _joined(told: list[str]) -> str:
    return " ".join(told)[:RIGHT]


def _plain(text: str) -> str:
    text = re.sub(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])", r"\1", text)
    text = re.sub(r"\{[^}\n]*\}|<[^>\n]+>|:[a-z:]+:(?=`)", "", text)
    return re.sub(r"\s+", " ", re.sub(r"[*|]+", " ", text)).strip()
